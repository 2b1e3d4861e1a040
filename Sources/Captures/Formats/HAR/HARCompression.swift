/// Bodies that a recorder kept compressed, though HAR's are decoded.
enum HARCompression {
    /// Returns a body without its compression, which is told by its magic number: the header stays where it was undone.
    static func undone(in bytes: [UInt8], limit: Int) -> HTTPBody {
        guard GzipSource.isBeginning(bytes[...]) else { return HTTPBody(bytes) }
        var output: [UInt8] = []
        do throws(CaptureError) {
            let source = try GzipSource(
                ByteReader(BodyBytes(bytes)), limits: DecompressionLimits(freeByteCount: .max))
            while output.count <= limit, try source.read(upTo: 64 << 10, into: &output) > 0 {}
        } catch {
            return HTTPBody(bytes, state: .undecodable("gzip"))
        }
        guard output.count > limit else { return HTTPBody(output) }
        return HTTPBody(Array(output.prefix(limit)), state: .tooLarge)
    }

    /// The bytes of a body, read like a file.
    private final class BodyBytes: ByteSource {
        private var rest: ArraySlice<UInt8>
        private(set) var fileByteCount = 0

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        func read(upTo count: Int, into bytes: inout [UInt8]) -> Int {
            let piece = rest.prefix(count)
            bytes += piece
            rest = rest.dropFirst(piece.count)
            fileByteCount += piece.count
            return piece.count
        }
    }
}
