extension CaptureFormat {
    /// Tells the format of a file from its first bytes.
    ///
    /// - Parameters:
    ///   - head: The first bytes.
    ///   - isWhole: Whether `head` is the whole file.
    ///   - fileExtension: The file's extension.
    ///   - field: The field that holds the message, when one was named.
    init(
        detecting head: ArraySlice<UInt8>, isWhole: Bool, fileExtension: String?,
        field: String? = nil
    ) {
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        let fileExtension = fileExtension?.lowercased()
        let isJSONName = ["ndjson", "jsonl"].contains(fileExtension)
        switch text.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"):
            self =
                if isJSONName { .ndjson } else if fileExtension == "har" || Self.isHAR(text) {
                    .har
                } else if Self.isSpreadObject(text) { .json } else { .ndjson }
        case nil, UInt8(ascii: "<"):
            self = .message
        default:
            self =
                if isJSONName {
                    .ndjson
                } else if fileExtension == "csv"
                    || Self.isCSV(text, field: field)
                {
                    .csv
                } else if Self.hasPayloadLines(text, isWhole: isWhole) {
                    .lines
                } else {
                    .message
                }
        }
    }

    /// Returns whether an object begins as that of a HAR file does: with `log`, and in it a member
    /// that HAR 1.2 gives it.
    private static func isHAR(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text.lazy.filter { $0 > 0x20 }[...]
        func skip(_ beginning: String) -> Bool {
            guard rest.starts(with: beginning.utf8) else { return false }
            rest = rest.dropFirst(beginning.utf8.count)
            return true
        }
        guard skip("{\"log\":{\"") else { return false }
        return ["version", "creator", "browser", "pages", "entries", "comment"].contains {
            rest.starts(with: "\($0)\":".utf8)
        }
    }

    /// Returns whether the first line is a header row that names the field of a message.
    private static func isCSV(_ text: ArraySlice<UInt8>, field: String?) -> Bool {
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let names = field.map { [$0] } ?? JSONLine.usualFields
        return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .contains { cell in
                names.contains { name in
                    cell.elementsEqual(name.utf8) || cell.elementsEqual("\"\(name)\"".utf8)
                }
            }
    }

    /// Returns whether an object goes on in its second line, as when it was printed to be read.
    ///
    /// A line that was cut off is followed by another object.
    private static func isSpreadObject(_ text: ArraySlice<UInt8>) -> Bool {
        let lines = text.split(whereSeparator: { $0 == UInt8(ascii: "\n") }).lazy
            .map { line in line.filter { $0 > 0x20 } }.filter { !$0.isEmpty }.prefix(2)
        guard let first = lines.first, let second = lines.dropFirst().first else { return false }
        return first.last != UInt8(ascii: "}")
            && [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(second.first)
    }

    /// Returns whether the lines are payloads, rather than pieces of one payload that was wrapped.
    private static func hasPayloadLines(_ text: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
        var lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { line in line.contains { $0 > 0x20 } }
        // The last line may be cut off.
        if !isWhole, lines.count > 1 { lines.removeLast() }
        guard lines.count > 1 else { return !isWhole && lines.first.map(isPayload) ?? false }
        if isWrapped(lines) { return false }
        return lines.count(where: isPayload) * 2 >= lines.count
    }

    /// Returns whether all lines but the last have one length, as encoders that wrap make them.
    private static func isWrapped(_ lines: [ArraySlice<UInt8>]) -> Bool {
        let longestWrap = 128
        guard let first = lines.first, let last = lines.last, first.count <= longestWrap else {
            return false
        }
        return lines.dropLast().allSatisfy { $0.count == first.count } && last.count <= first.count
    }

    /// Returns whether a line begins as a message in Base64, percent-encoding or a form does.
    private static func isPayload(_ line: ArraySlice<UInt8>) -> Bool {
        let beginnings = ["%3C", "%3c", "SAMLResponse=", "SAMLRequest=", "77u/", "77u%2F"]
        if beginnings.contains(where: { line.starts(with: $0.utf8) }) { return true }
        // "<" and any ASCII character, in Base64.
        guard line.first == UInt8(ascii: "P"), let second = line.dropFirst().first else {
            return false
        }
        return (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(second)
    }
}
