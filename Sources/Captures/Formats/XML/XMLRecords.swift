internal import XMLCore

/// The records of a container in XML: elements of one name at one depth, read one after another.
final class XMLRecords {
    /// An item that was read.
    enum Item {
        case record(XMLRecord)
        /// A record that is larger than the limit.
        case tooLarge
    }

    /// The attributes of the root element.
    private(set) var rootAttributes: [String: [UInt8]] = [:]

    private var reader: ByteReader
    private var document = XML.StreamReader()
    private let name: String
    private let recordDepth: Int
    private let title: String
    private let limit: Int
    /// The items that were read and not returned, the next one last.
    private var pending: [Item] = []
    private var failure: CaptureError?
    private var hasEnded = false
    private var depth = 0
    /// The record that is being read, with its open elements.
    private var open: [XMLRecord] = []
    private var byteCount = 0
    private var elementCount = 0

    /// The bytes that are given to the parser at a time: what they may be an abundance of records in is held.
    private static let pieceSize = 16 << 10
    private static let mostElements = 20_000

    /// Begins to read a container.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the file.
    ///   - name: The name of the elements that are records.
    ///   - depth: How deep they stand; the root is at 1.
    ///   - context: The largest entry; a record may have two in Base64.
    ///   - title: What the file is, for errors.
    init(
        _ reader: consuming ByteReader, records name: String, atDepth depth: Int,
        _ context: CaptureContext, title: String
    ) {
        self.reader = reader
        self.name = name
        recordDepth = depth
        self.title = title
        limit = context.limit.multipliedReportingOverflow(by: 3).overflow ? .max : context.limit * 3
    }

    /// Returns the next record, `nil` at the end.
    ///
    /// - Throws: A ``CaptureError`` once, when nothing more can be read.
    func next() throws(CaptureError) -> Item? {
        while true {
            if let item = pending.popLast() { return item }
            if let failure = failure.take() { throw failure }
            if hasEnded { return nil }
            do throws(CaptureError) {
                try readMore()
            } catch {
                hasEnded = true
                failure = error
            }
            pending.reverse()
        }
    }

    private func readMore() throws(CaptureError) {
        if reader.availableCount == 0 { try reader.readMore() }
        let piece = reader.available.prefix(Self.pieceSize)
        let isLast = reader.isAtEnd && piece.count == reader.availableCount
        do throws(XML.ParsingError) {
            try document.feed(piece, isLast: isLast) { take($0) }
        } catch {
            throw refusal(error)
        }
        reader.consume(piece.count)
        hasEnded = isLast
    }

    private func refusal(_ error: XML.ParsingError) -> CaptureError {
        switch error.code {
        case .documentTypeDeclaration, .undeclaredEntity: CaptureError(.entityDeclaration)
        default: CaptureError(.invalidCapture, detail: title)
        }
    }

    // MARK: Events

    private func take(_ event: XML.StreamReader.Event) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let bytes):
            guard !open.isEmpty, fits(bytes.count) else { return }
            open[open.count - 1].text += bytes
        case .end: end()
        }
    }

    private func start(_ name: String, _ attributes: [XML.StreamReader.Attribute]) {
        depth += 1
        let values = Dictionary(
            attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        if depth == 1 { rootAttributes = values }
        if open.isEmpty {
            guard depth == recordDepth, name == self.name else { return }
            byteCount = 0
            elementCount = 0
        }
        elementCount += 1
        let size = attributes.reduce(0) { $0 + $1.value.count }
        open.append(XMLRecord(name: name, attributes: fits(size) ? values : [:]))
    }

    private func end() {
        depth -= 1
        guard let record = open.popLast() else { return }
        if open.isEmpty {
            pending.append(isTooLarge ? .tooLarge : .record(record))
        } else if !isTooLarge {
            open[open.count - 1].children.append(record)
        }
    }

    private var isTooLarge: Bool { byteCount > limit || elementCount > Self.mostElements }

    /// Counts bytes of the record, and returns whether they can be kept.
    private func fits(_ count: Int) -> Bool {
        byteCount += count
        return !isTooLarge
    }
}
