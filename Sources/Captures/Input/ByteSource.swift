internal import SystemPackage

/// A source of a capture's bytes: a file, or the unpacked content of another source.
protocol ByteSource: AnyObject {
    /// The number of bytes that were read of the file below all unpacking.
    var fileByteCount: Int { get }

    /// Appends what comes next, at most `count` bytes.
    ///
    /// - Returns: The number of bytes, 0 at the end.
    /// - Throws: A ``CaptureError`` when nothing more can be read; what came before was delivered.
    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int
}

/// A file, or standard input.
final class FileSource: ByteSource {
    private(set) var fileByteCount = 0
    private let blocks: FileBlocks

    convenience init(_ path: FilePath) throws(CaptureError) {
        self.init(try FileBlocks(path))
    }

    init(_ blocks: consuming FileBlocks) {
        self.blocks = blocks
    }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let readCount = try blocks.read(upTo: count, into: &bytes)
        fileByteCount += readCount
        return readCount
    }

    /// The size of a regular file, which can be read at any place; `nil` for what has none.
    var byteCount: Int? { blocks.byteCount }

    /// Appends at most `count` bytes from `offset` on, whatever was read before.
    func read(
        at offset: Int, upTo count: Int, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Int {
        try blocks.read(upTo: count, at: offset, into: &bytes)
    }

    /// Counts bytes that were read at any place, some of them perhaps twice.
    func countRead(_ count: Int) {
        fileByteCount = min(fileByteCount + count, byteCount ?? .max)
    }
}
