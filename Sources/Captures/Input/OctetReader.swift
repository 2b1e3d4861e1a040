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
    private let descriptor: FileDescriptor
    private let closesDescriptor: Bool
    /// What has been read and not been consumed is `block[start...]`.
    private var block: [UInt8] = []
    private var start = 0
    private(set) var isAtEnd = false

    private static let blockSize = 256 << 10

    init(_ path: FilePath) throws(CaptureError) {
        closesDescriptor = path != InputWalk.standardInput
        do {
            descriptor =
                closesDescriptor
                ? try FileDescriptor.open(path, .readOnly) : FileDescriptor.standardInput
        } catch {
            throw CaptureError(error as? Errno ?? .ioError)
        }
    }

    deinit {
        if closesDescriptor { try? descriptor.close() }
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
        do {
            // Filled by the system alone: most files are much smaller than a block.
            let read = unsafe try [UInt8](unsafeUninitializedCapacity: Self.blockSize) {
                unsafe $1 = try descriptor.read(into: UnsafeMutableRawBufferPointer($0))
            }
            isAtEnd = read.isEmpty
            block += read
        } catch {
            isAtEnd = true
            throw CaptureError(error as? Errno ?? .ioError)
        }
    }
}
