internal import CPayloadKernels

/// One stage of encoding or decoding by itself, for those who measure the kernels.
@_spi(Measurement)
public enum PayloadStage: String, Hashable, Sendable, CaseIterable {
    /// Trims and folds white space as the cookbook does.
    case normalize
    /// Base64, without percent-encoding.
    case base64
    /// Base64 and percent-encoding, in one pass where a kernel has one.
    case percent
    /// The whole path: validate, normalize, Base64, percent-encode.
    case cookbook
    /// Percent-decoding, then strict Base64 decoding.
    case decode
    /// Base64 decoding of text that was wrapped into lines.
    case decodeWrapped = "decode-wrapped"

    /// A Boolean value that indicates whether the stage undoes an encoding, so that the message is
    /// what comes out.
    public var isDecoding: Bool { self == .decode || self == .decodeWrapped }

    /// Returns the input of the stage for a measured `message`.
    ///
    /// - Parameter message: Well-formed UTF-8.
    /// - Returns: The message, or, for the stages that decode, what they make it from.
    public func input(for message: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        switch self {
        case .decode:
            Base64.encode(message, with: .swift, isPercentEncoded: true, into: &encoded)
            return encoded
        case .decodeWrapped:
            let digits = ScalarBase64.encoding(message)
            for start in stride(from: 0, to: digits.count, by: Self.wrappedLineLength) {
                encoded += digits[start..<min(start + Self.wrappedLineLength, digits.count)]
                encoded.append(UInt8(ascii: "\n"))
            }
            return encoded
        default: return message
        }
    }

    /// Processes `input` into `output`, replacing its content and keeping its capacity.
    ///
    /// - Parameters:
    ///   - input: What ``input(for:)`` gives.
    ///   - kernel: The instruction set.
    ///   - output: Where the result goes.
    /// - Throws: A ``PayloadDecodingError`` when there is something to decode and it is malformed.
    public func process(
        _ input: [UInt8], with kernel: PayloadKernel, into output: inout [UInt8]
    ) throws(PayloadDecodingError) {
        output.removeAll(keepingCapacity: true)
        switch self {
        case .normalize: Self.normalize(input, with: kernel, into: &output)
        case .base64: Base64.encode(input, with: kernel, into: &output)
        case .percent: Base64.encode(input, with: kernel, isPercentEncoded: true, into: &output)
        case .cookbook: PayloadEncoder(kernel: kernel).encode(input, into: &output)
        case .decode:
            output = try Base64.decode(PercentEncoding.decode(input, with: kernel), with: kernel)
        case .decodeWrapped: output = try Base64.decodeWrapped(input, with: kernel)
        }
    }

    /// As MIME wraps it (RFC 2045, section 6.8).
    private static let wrappedLineLength = 76

    private static func normalize(
        _ message: [UInt8], with kernel: PayloadKernel, into output: inout [UInt8]
    ) {
        guard let table = unsafe PayloadKernel.table(kernel) else {
            CookbookNormalizer.append(message, to: &output)
            return
        }
        unsafe message.withUnsafeBufferPointer { bytes in
            let range = unsafe KernelPath.trimmedRange(of: bytes)
            let kept = unsafe UnsafeBufferPointer(rebasing: bytes[range])
            output.append(addingCapacity: kept.count) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    guard let source = kept.baseAddress, let target = buffer.baseAddress else {
                        return
                    }
                    var state = CPayloadKernels_foldState()
                    count = unsafe table.pointee.fold(&state, source, kept.count, 0, target)
                }
            }
        }
    }
}
