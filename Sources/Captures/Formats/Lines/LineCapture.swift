internal import SAMLBindings
internal import WireText

/// A file with a message a line.
final class LineCapture: CaptureStream {
    private var lines: LineReader
    private let source: MessageSource
    /// A Boolean value that indicates whether the format was named, so that every line is a message.
    private let isCertain: Bool
    private var hasEnded = false
    /// The messages of a line of text that were found and not given yet.
    private var found: ArraySlice<[UInt8]> = []

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = LineReader(reader, limit: context.limit)
        source = context.source
        isCertain = context.options.format != nil
    }

    /// The next entry; lines of white space are skipped.
    func next() -> CaptureStep? {
        if let message = found.popFirst() { return entry(.success(.message(message))) }
        while !hasEnded {
            do throws(CaptureError) {
                guard let line = try lines.next() else { break }
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                if !isCertain, Self.isWord(line) { return .passedOver(place) }
                if !isCertain { found = Self.messages(ofText: line)[...] }
                if !isCertain, found.isEmpty, Self.isOther(line) { return .passedOver(place) }
                return entry(.success(.message(found.popFirst() ?? line)))
            } catch {
                // After a long line come further ones; after a failure of the file nothing does.
                hasEnded = error.code != .inputTooLarge
                return entry(.failure(error))
            }
        }
        hasEnded = true
        return nil
    }

    /// The complete messages of a line that has several words, as a log has beside lines that are payloads.
    private static func messages(ofText line: [UInt8]) -> [[UInt8]] {
        guard line.trimmingWhiteSpace().contains(0x20) else { return [] }
        return MessageFinder.messages(in: line[...]).compactMap { found in
            guard let bytes = try? found.content.get(),
                case .complete = MessageShape(of: bytes)
            else { return nil }
            return bytes
        }
    }

    /// Returns whether a line is text, or a word that is not a message, between lines that are payloads.
    private static func isOther(_ line: [UInt8]) -> Bool {
        guard !beginsMarkup(line) else { return false }
        let text = line.trimmingWhiteSpace()
        if ForeignDigits.isOne(text) { return true }
        return text.contains(0x20) && !text.contains(UInt8(ascii: "<"))
            && !text.contains("SAML") && !text.contains("%3C") && !text.contains("%3c")
            && !MessageShape.mayBegin(MessageShape.digits(in: Array(text.prefix(160))))
    }

    /// Returns whether a line is not a damaged message but what a log says between messages: short, without padding,
    /// and not the beginning of the Base64 form of markup (`<` makes `PA` to `PP`).
    private static func isWord(_ line: [UInt8]) -> Bool {
        // The ruler of a printed table.
        if line.allSatisfy({ $0 == UInt8(ascii: "-") || $0 <= 0x20 }) { return true }
        return line.count < shortestDamage && !line.contains(UInt8(ascii: "="))
            && !beginsMarkup(line)
    }

    private static func beginsMarkup(_ line: [UInt8]) -> Bool {
        line.count > 1 && line[0] == UInt8(ascii: "P")
            && (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(line[1])
    }

    private static let shortestDamage = 16

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CaptureStep {
        .entry(CaptureEntry(place, content))
    }

    private var place: MessageSource {
        var place = source
        place.line = lines.number
        return place
    }
}
