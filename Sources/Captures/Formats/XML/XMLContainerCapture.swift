internal import SAMLBindings

/// A container in XML whose records, elements of one name at one depth, are exchanges.
final class XMLContainerCapture: SteppedCapture {
    /// Returns the exchange in a record of a file whose root has these attributes.
    typealias Reading = (XMLRecord, MessageSource, [String: [UInt8]]) throws(CaptureError) ->
        HTTPExchange

    private let records: XMLRecords
    private let readExchange: Reading

    /// Begins to read a file; the root is at depth 1.
    init(
        _ reader: consuming ByteReader, _ context: CaptureContext, records name: String,
        atDepth depth: Int, title: String, read: @escaping Reading
    ) {
        records = XMLRecords(reader, records: name, atDepth: depth, context, title: title)
        readExchange = read
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        guard let item = try records.next() else {
            hasEnded = true
            return []
        }
        defer { entryIndex += 1 }
        do throws(CaptureError) {
            guard case .record(let record) = item else { throw CaptureError(.inputTooLarge) }
            return [.exchange(try readExchange(record, place, records.rootAttributes))]
        } catch {
            return [.failure(error, at: place)]
        }
    }
}

extension CaptureFormat {
    /// Creates a format whose files are XML with exchanges.
    ///
    /// - Parameters:
    ///   - rawValue: The name.
    ///   - title: What a file is.
    ///   - name: The elements that are exchanges.
    ///   - depth: How deep they stand; the root is at 1.
    ///   - reading: What reads one.
    ///   - isBeginning: Whether a file begins so.
    init(
        _ rawValue: String, _ title: String, records name: String, atDepth depth: Int,
        _ reading: @escaping @Sendable (CaptureContext) -> XMLContainerCapture.Reading,
        isBeginning: @escaping @Sendable (CaptureHead) -> Bool
    ) {
        self.init(
            rawValue, title,
            .content(
                isBeginning: isBeginning,
                open: { reader, context in
                    XMLContainerCapture(
                        reader, context, records: name, atDepth: depth, title: title,
                        read: reading(context))
                }))
    }
}
