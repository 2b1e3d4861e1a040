/// Bytes in memory, read like a file.
final class HeldBytes: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let file: (any ByteSource)?
    private var readCount = 0

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - bytes: What is read.
    ///   - file: The file that the bytes come from, whose count then is theirs.
    init(_ bytes: ArraySlice<UInt8>, of file: (any ByteSource)? = nil) {
        rest = bytes
        self.file = file
    }

    var fileByteCount: Int { file?.fileByteCount ?? readCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) -> Int {
        let piece = rest.prefix(count)
        bytes += piece
        rest = rest.dropFirst(piece.count)
        readCount += piece.count
        return piece.count
    }
}
