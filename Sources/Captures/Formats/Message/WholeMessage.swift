internal import SAMLBindings
internal import WireText

/// A file that is one message, or several documents of XML one after the other; one in XML that is something else is
/// searched as text, and so is what follows a first line above the limit.
final class WholeMessage: CaptureStream {
    private var reader: ByteReader
    private let source: MessageSource
    private let limit: Int
    private let context: CaptureContext
    /// The text after a first line that is too long.
    private var rest: TextCapture?
    private var isRead = false
    /// The messages that were found and not given yet.
    private var found: ArraySlice<MessageFinder.Found> = []
    /// The documents that were found and not given yet.
    private var documents: ArraySlice<CaptureStep> = []

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        self.context = context
        source = context.source
        limit = context.limit
    }

    func next() -> CaptureStep? {
        if let next = documents.popFirst() { return next }
        if let next = found.popFirst() { return entry(next.content.map { .message($0) }) }
        guard !isRead else { return rest?.next() }
        isRead = true
        do throws(CaptureError) {
            let content = Array(try reader.wholeContent(limit: limit))
            if XMLDocuments.mayFollow(in: content[...]) {
                if context.options.format == nil, let several = XMLDocuments(in: content[...]) {
                    documents = steps(several, in: content)[...]
                    return documents.popFirst()
                }
                if content.mayHoldSeveral, MessageFinder.holdsSeveral(content) {
                    let source = RestOfFile(content, reader.source)
                    let text = TextCapture(ByteReader(source), context)
                    rest = text
                    return text.next()
                }
            }
            if context.options.format == nil, ForeignDigits.isOne(content[...]) { return nil }
            if content[...].isOtherXML { found = MessageFinder.messages(in: content[...])[...] }
            let first = found.popFirst()?.content.map { CapturedRecord.Content.message($0) }
            return entry(first ?? .success(.message(content)))
        } catch {
            let isLongLine = error.code == .inputTooLarge && context.options.format == nil
            guard isLongLine, reader.firstLineFeed(from: 0) == nil, (try? reader.skipLine()) == true
            else {
                return entry(.failure(error))
            }
            let source = RestOfFile(Array(reader.available), reader.source)
            rest = TextCapture(ByteReader(source), context, line: 2)
            return .failure(error, at: context.place(line: 1))
        }
    }

    /// The steps of documents, each with the line that it begins on.
    private func steps(_ documents: XMLDocuments, in content: [UInt8]) -> [CaptureStep] {
        var line = 1
        var place = 0
        return documents.messages(in: content[...]).map { message in
            line += ByteText.lineFeedCount(in: content[place..<message.startIndex])
            place = message.startIndex
            return .entry(
                CaptureEntry(context.place(line: line), .success(.message(Array(message)))))
        }
    }

    private func entry(_ content: Result<CapturedRecord.Content, CaptureError>) -> CaptureStep {
        .entry(CaptureEntry(source, content))
    }
}

extension [UInt8] {
    /// A Boolean value that indicates whether an XML declaration follows the first end tag with the name of the root:
    /// one document cannot have it there.
    fileprivate var mayHoldSeveral: Bool {
        guard let (name, start) = MessageRoot.rootName(of: self) else { return false }
        var rest = self[start...]
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            rest = rest[(slash + 1)...]
            guard self[slash - 1] == UInt8(ascii: "<"), rest.starts(with: name) else { continue }
            let after = rest.dropFirst(name.count).drop(while: \.isWhiteSpace)
            guard after.first == UInt8(ascii: ">") else { continue }
            return after.dropFirst().drop(while: \.isWhiteSpace).starts(with: "<?xml".utf8)
        }
        return false
    }
}

/// The bytes of a file that were read ahead, and those after them.
private final class RestOfFile: ByteSource {
    private var held: [UInt8]
    private let source: any ByteSource

    init(_ held: [UInt8], _ source: any ByteSource) {
        self.held = held
        self.source = source
    }

    var fileByteCount: Int { source.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        guard !held.isEmpty else { return try source.read(upTo: count, into: &bytes) }
        bytes += held
        defer { held = [] }
        return held.count
    }
}
