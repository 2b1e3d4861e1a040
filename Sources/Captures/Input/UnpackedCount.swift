/// The bytes of a file once its outermost compression or archive is undone.
final class UnpackedCount {
    /// The bytes so far.
    private(set) var byteCount = 0

    func add(_ count: Int) { byteCount += count }
}

/// A source whose bytes are counted.
final class CountedSource: ByteSource {
    private let source: any ByteSource
    private let count: UnpackedCount

    init(_ source: any ByteSource, _ count: UnpackedCount) {
        self.source = source
        self.count = count
    }

    var fileByteCount: Int { source.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let readCount = try source.read(upTo: count, into: &bytes)
        self.count.add(readCount)
        return readCount
    }
}
