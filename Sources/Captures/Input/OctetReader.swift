internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads a file in blocks and lets its consumer look ahead.
struct OctetReader: ~Copyable {
    private let file: FileBlocks
    /// What has been read and not been consumed is `block[start...]`.
    private var block: [UInt8] = []
    private var start = 0
    private(set) var isAtEnd = false

    private static let blockSize = 256 << 10

    init(_ path: FilePath) throws(CaptureError) {
        file = try FileBlocks(path)
    }

    /// What has been read and not been consumed.
    var available: ArraySlice<UInt8> { block[start...] }

    /// The place of the first line feed in ``available``, at or after `offset`.
    func firstLineFeed(from offset: Int) -> Int? {
        unsafe block.withUnsafeBytes { buffer in
            let first = start + offset
            guard first < buffer.count, let base = buffer.baseAddress,
                let found = unsafe memchr(
                    base + first, Int32(UInt8(ascii: "\n")), buffer.count - first)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base - start
        }
    }

    /// Forgets the first octets of ``available``.
    mutating func consume(_ count: Int) {
        start += count
    }

    /// Reads another block, unless the end was reached.
    mutating func readMore() throws(CaptureError) {
        guard !isAtEnd else { return }
        block.removeFirst(start)
        start = 0
        do throws(CaptureError) {
            isAtEnd = try file.read(upTo: Self.blockSize, into: &block) == 0
        } catch {
            isAtEnd = true
            throw error
        }
    }
}
