internal import CPayloadKernels

/// Encodes a message that comes in parts, with the bytes that ``PayloadEncoder`` gives for the whole.
///
/// What it keeps is an unfinished character and the white space that the end of the message may turn
/// out to be, so that messages may be larger than memory. ``Normalization/signatureSafe`` has to see
/// a whole message and keeps all of it until the end.
public struct PayloadStream: Sendable {
    /// The normalization of white space.
    package let normalization: Normalization
    /// The instruction set that is used, `nil` for the fastest one there is.
    package let kernel: PayloadKernel?
    /// A Boolean value that indicates whether a part of the message so far was not well-formed
    /// UTF-8 and became U+FFFD.
    public private(set) var isRepaired = false

    private var stream = CPayloadKernels_stream()
    private var pending: [UInt8] = []
    private var hasBegun = false

    /// Creates a stream that encodes one message.
    ///
    /// - Parameters:
    ///   - normalization: What is done to white space.
    ///   - kernel: The instruction set to use, `nil` for the fastest one.
    public init(normalization: Normalization = .cookbook, kernel: PayloadKernel? = nil) {
        self.normalization = normalization
        self.kernel = kernel
    }

    /// Appends what is certain of the payload after one more part of the message.
    ///
    /// - Parameters:
    ///   - part: The next bytes of the message; characters may be cut anywhere.
    ///   - output: What the bytes of the payload are appended to.
    public mutating func append(_ part: [UInt8], into output: inout [UInt8]) {
        guard !part.isEmpty else { return }
        guard let path = path, !(hasBegun && path.folds && Self.isWhiteSpace(part)) else {
            pending += part
            return
        }
        let text = pending.isEmpty ? part : pending + part
        unsafe text.withUnsafeBufferPointer { bytes in
            let count = unsafe bytes.count - Self.unfinishedCount(bytes)
            let range = unsafe certainRange(
                of: UnsafeBufferPointer(rebasing: bytes[..<count]), path: path)
            hasBegun = hasBegun || !range.isEmpty
            unsafe encode(
                UnsafeBufferPointer(rebasing: bytes[range]), path: path, isLast: false,
                into: &output)
            pending = unsafe Array(bytes[range.upperBound...])
        }
    }

    /// Appends the end of the payload.
    ///
    /// The stream is then ready for another message.
    ///
    /// - Parameter output: What the bytes of the payload are appended to.
    /// - Returns: Whether the message had to be repaired to be well-formed UTF-8.
    @discardableResult
    public mutating func finish(into output: inout [UInt8]) -> Bool {
        defer { self = PayloadStream(normalization: normalization, kernel: kernel) }
        guard let path = path else {
            return PayloadEncoder(normalization: normalization, kernel: kernel)
                .encode(pending, into: &output)
        }
        let (rest, isRestRepaired) = UTF8Repair.repaired(pending)
        unsafe rest.withUnsafeBufferPointer { bytes in
            let range = unsafe certainRange(of: bytes, path: path)
            unsafe encode(
                UnsafeBufferPointer(rebasing: bytes[range]), path: path, isLast: true,
                into: &output)
        }
        return isRepaired || isRestRepaired
    }

    private var path: KernelPath? {
        guard normalization != .signatureSafe else { return nil }
        return unsafe PayloadKernel.table(kernel).map {
            unsafe KernelPath(table: $0, folds: normalization == .cookbook)
        }
    }

    /// The bytes that the end of the message does not trim: not the white space at their end, nor
    /// that at the start of the message.
    private func certainRange(
        of bytes: UnsafeBufferPointer<UInt8>, path: KernelPath
    ) -> Range<Int> {
        guard path.folds else { return bytes.indices }
        let kept = unsafe KernelPath.trimmedRange(of: bytes)
        if hasBegun { return kept.isEmpty ? 0..<0 : 0..<kept.upperBound }
        return kept
    }

    private mutating func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, path: KernelPath, isLast: Bool,
        into output: inout [UInt8]
    ) {
        let count = unsafe path.encode(bytes, stream: &stream, isLast: isLast, into: &output)
        guard count == nil else { return }
        isRepaired = true
        let repaired = Array(unsafe String(decoding: bytes, as: UTF8.self).utf8)
        unsafe repaired.withUnsafeBufferPointer {
            _ = unsafe path.encode($0, stream: &stream, isLast: isLast, into: &output)
        }
    }

    private static func isWhiteSpace(_ part: [UInt8]) -> Bool {
        unsafe part.withUnsafeBufferPointer { unsafe KernelPath.trimmedRange(of: $0).isEmpty }
    }

    /// Returns the number of bytes at the end that begin an incomplete character.
    ///
    /// A byte that begins a character never belongs to the one before, whether that is well-formed
    /// or not, so that a message may always be cut there.
    private static func unfinishedCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = unsafe bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            return needed > length ? length : 0
        }
        return 0
    }
}
