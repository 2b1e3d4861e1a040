internal import WireText

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads a source in blocks and lets its consumer look ahead.
struct ByteReader: ~Copyable {
    let source: any ByteSource
    /// The buffer; the bytes that were read and not consumed are `block[start...]`.
    private var block: [UInt8] = []
    private var start = 0
    private(set) var isAtEnd = false
    /// The number of bytes that were consumed.
    private(set) var consumedCount = 0
    private var failure: CaptureError?
    private let blockSize: Int

    /// The size of the blocks that are read unless another is given.
    static let usualBlockSize = 256 << 10

    init(_ source: any ByteSource, blockSize: Int = Self.usualBlockSize) {
        self.source = source
        self.blockSize = blockSize
    }

    /// The number of bytes that were read of the file below all unpacking.
    var fileByteCount: Int { source.fileByteCount }

    /// The bytes that were read and not consumed.
    var available: ArraySlice<UInt8> { block[start...] }

    /// The number of bytes in ``available``.
    var availableCount: Int { block.count - start }

    /// The first byte of ``available``.
    var first: UInt8? { start < block.count ? block[start] : nil }

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

    /// The byte of ``available`` at an offset.
    subscript(offset: Int) -> UInt8 { block[start + offset] }

    /// The number of bytes of ``available``, from an offset, before the first that a JSON string
    /// cannot simply contain.
    func plainJSONCount(from offset: Int = 0) -> Int {
        block.firstSpecial(from: start + offset, to: block.count) - start - offset
    }

    /// The number of bytes of ``available`` before the first for which `isEnd` holds.
    func count(until isEnd: (UInt8) -> Bool) -> Int {
        unsafe block.withUnsafeBufferPointer { buffer in
            var index = start
            while index < buffer.count, !isEnd(unsafe buffer[index]) { index &+= 1 }
            return index - start
        }
    }

    /// Forgets the first bytes of ``available``.
    mutating func consume(_ count: Int) {
        start += count
        consumedCount += count
    }

    /// Reads another block, unless the end was reached.
    mutating func readMore() throws(CaptureError) {
        guard !isAtEnd else { return }
        do throws(CaptureError) {
            if let failure = failure.take() { throw failure }
            try readBlock()
        } catch {
            isAtEnd = true
            throw error
        }
    }

    /// Reads until `count` bytes are available, or as many as there are.
    ///
    /// A failure is kept until more than the bytes before it is read.
    mutating func lookAhead(_ count: Int) {
        // A short read is not the end.
        while !isAtEnd, failure == nil, availableCount < count {
            do throws(CaptureError) {
                try readBlock()
            } catch {
                failure = error
            }
        }
    }

    /// Returns the byte that comes next, `nil` at the end.
    mutating func upcoming() throws(CaptureError) -> UInt8? {
        while true {
            if let byte = first { return byte }
            if isAtEnd { return nil }
            try readMore()
        }
    }

    /// Reads a byte order mark, if there is one.
    mutating func skipByteOrderMark() {
        lookAhead(3)
        if available.hasByteOrderMark { consume(3) }
    }

    /// The failure that ``lookAhead(_:)`` met, when there is nothing before it.
    var immediateFailure: CaptureError? { availableCount == 0 ? failure : nil }

    private mutating func readBlock() throws(CaptureError) {
        block.removeFirst(start)
        start = 0
        isAtEnd = try source.read(upTo: blockSize, into: &block) == 0
    }
}
