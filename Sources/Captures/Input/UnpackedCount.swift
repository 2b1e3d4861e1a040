/// The bytes of a file once its outermost compression or archive is undone.
final class UnpackedCount {
    /// The bytes so far.
    fileprivate(set) var octetCount = 0
}

/// A source whose bytes are counted.
final class CountedSource: OctetSource {
    private let source: any OctetSource
    private let count: UnpackedCount

    init(_ source: any OctetSource, _ count: UnpackedCount) {
        self.source = source
        self.count = count
    }

    var fileOctetCount: Int { source.fileOctetCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let readCount = try source.read(upTo: count, into: &bytes)
        self.count.octetCount += readCount
        return readCount
    }
}
