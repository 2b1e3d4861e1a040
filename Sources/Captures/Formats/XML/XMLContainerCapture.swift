internal import SAMLBindings

/// A format whose records, elements in XML, are exchanges.
protocol XMLExchangeFormat {
    /// The name of the records and how deep they stand; the root is at 1.
    static var records: (name: String, depth: Int) { get }
    /// The format.
    static var format: CaptureFormat { get }

    init(_ context: CaptureContext)

    /// Returns the exchange in a record of a file whose root has these attributes.
    func exchange(
        _ record: XMLRecord, at source: MessageSource, inside root: [String: [UInt8]]
    ) throws(CaptureError) -> HTTPExchange
}

/// A container in XML, read record by record.
final class XMLContainerCapture<Format: XMLExchangeFormat>: SteppedCapture {
    private let records: XMLRecords
    private let format: Format

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        records = XMLRecords(
            reader, records: Format.records.name, atDepth: Format.records.depth, context,
            title: Format.format.title)
        format = Format(context)
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
            return [
                .exchange(try format.exchange(record, at: place, inside: records.rootAttributes))
            ]
        } catch {
            return [.failure(error, at: place)]
        }
    }
}
