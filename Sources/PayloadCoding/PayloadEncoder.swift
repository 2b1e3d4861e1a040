internal import CPayloadKernels

/// Turns a message into the payload that is exchanged: normalize, Base64, percent-encode.
///
/// With ``Normalization/cookbook`` the result equals that of the snippet Adobe Pass publishes for
/// apps, on every input.
public struct PayloadEncoder: Hashable, Sendable {
    /// The normalization of white space.
    package let normalization: Normalization
    /// The instruction set that is used, `nil` for the fastest one there is.
    package let kernel: PayloadKernel?

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - normalization: What is done to white space.
    ///   - kernel: The instruction set to use, `nil` for the fastest one. Where the processor lacks
    ///     it, plain Swift gives the same bytes.
    public init(normalization: Normalization = .cookbook, kernel: PayloadKernel? = nil) {
        self.normalization = normalization
        self.kernel = kernel
    }

    /// The payload of `message`.
    ///
    /// - Parameter message: A message in UTF-8. Bytes that are not well-formed are replaced by
    ///   U+FFFD, as they are where an app reads them into a `String`; ``EncodedPayload/isRepaired``
    ///   tells.
    /// - Returns: The payload.
    public func payload(encoding message: [UInt8]) -> EncodedPayload {
        var bytes: [UInt8] = []
        var normalized: [UInt8] = []
        let isRepaired = encode(message, normalized: &normalized, into: &bytes)
        return EncodedPayload(
            bytes: bytes, normalized: normalized, normalization: normalization,
            isRepaired: isRepaired)
    }

    /// Appends the bytes of the payload of `message` to `output`.
    ///
    /// Nothing is allocated unless `output` has to grow, the message is ill-formed or
    /// ``Normalization/signatureSafe`` is asked for: an array that keeps its capacity between two
    /// messages makes encoding free of allocations.
    ///
    /// - Parameters:
    ///   - message: A message in UTF-8, as for ``payload(encoding:)``.
    ///   - output: What the payload is appended to.
    /// - Returns: Whether the message had to be repaired to be well-formed UTF-8.
    @discardableResult
    public func encode(_ message: [UInt8], into output: inout [UInt8]) -> Bool {
        guard normalization != .signatureSafe, let path else {
            var normalized: [UInt8] = []
            return encode(message, normalized: &normalized, into: &output)
        }
        let count = unsafe encode(message, path: path, normalized: nil, into: &output)
        guard count == nil else { return false }
        _ = unsafe encode(
            UTF8Repair.repaired(message).utf8, path: path, normalized: nil, into: &output)
        return true
    }

    private var path: KernelPath? {
        unsafe PayloadKernel.table(kernel).map {
            unsafe KernelPath(table: $0, folds: normalization == .cookbook)
        }
    }

    /// Encodes a message and gives its normalized form too.
    private func encode(
        _ message: [UInt8], normalized: inout [UInt8], into output: inout [UInt8]
    ) -> Bool {
        guard let path else {
            let (utf8, isRepaired) = UTF8Repair.repaired(message)
            normalization.append(utf8, to: &normalized)
            ScalarPayload.append(normalized, to: &output)
            return isRepaired
        }
        guard normalization != .signatureSafe else {
            let (utf8, isRepaired) = unsafe UTF8Repair.repaired(message, with: path.table)
            normalization.append(utf8, to: &normalized)
            _ = unsafe encode(normalized, path: path, normalized: nil, into: &output)
            return isRepaired
        }
        if encode(wellFormed: message, path: path, normalized: &normalized, into: &output) {
            return false
        }
        let utf8 = UTF8Repair.repaired(message).utf8
        _ = encode(wellFormed: utf8, path: path, normalized: &normalized, into: &output)
        return true
    }

    /// Encodes a message if it is well-formed UTF-8, and tells whether it is.
    private func encode(
        wellFormed message: [UInt8], path: KernelPath, normalized: inout [UInt8],
        into output: inout [UInt8]
    ) -> Bool {
        guard path.folds, !message.isEmpty else {
            normalized = message
            return unsafe encode(message, path: path, normalized: nil, into: &output) != nil
        }
        var encoded: Int?
        normalized = unsafe [UInt8](unsafeUninitializedCapacity: message.count) { buffer, count in
            encoded = unsafe encode(
                message, path: path, normalized: buffer.baseAddress, into: &output)
            count = encoded ?? 0
        }
        return encoded != nil
    }

    private func encode(
        _ message: [UInt8], path: KernelPath, normalized: UnsafeMutablePointer<UInt8>?,
        into output: inout [UInt8]
    ) -> Int? {
        unsafe message.withUnsafeBufferPointer { bytes in
            var stream = CPayloadKernels_stream()
            let range = unsafe path.folds ? KernelPath.trimmedRange(of: bytes) : bytes.indices
            return unsafe path.encode(
                UnsafeBufferPointer(rebasing: bytes[range]), stream: &stream, isLast: true,
                normalized: normalized, into: &output)
        }
    }
}
