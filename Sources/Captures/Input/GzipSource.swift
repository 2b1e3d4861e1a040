internal import WireText

/// The content of a file in gzip (RFC 1952) or zlib's own format (RFC 1950).
///
/// Members of gzip that follow one another are one content, and zeros after the last one are ignored, as
/// gzip does it. In zlib's format there is one.
final class GzipSource: ByteSource {
    private var input: ByteReader
    private let limits: DecompressionLimits
    private let inflater: Inflater
    private let wrapping: Inflater.Wrapping
    private var outputCount = 0
    private var hasEnded = false
    private var failure: CaptureError?
    /// A Boolean value that indicates whether a member has begun and its trailer was not seen.
    private var isInsideMember = true

    init(
        _ input: consuming ByteReader, limits: DecompressionLimits,
        _ wrapping: Inflater.Wrapping = .gzip
    ) throws(CaptureError) {
        self.input = input
        self.limits = limits
        self.wrapping = wrapping
        inflater = try Inflater(wrapping)
    }

    /// Returns whether a file begins as gzip files do.
    static func isBeginning(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: magic) }

    /// Returns whether a file begins in zlib's format and has JSON, XML, Base64 or a form in it: the two bytes of its header
    /// alone are text, too.
    static func isZlibBeginning(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.first == 0x78, head.count > 2,
            (UInt16(0x7800) | UInt16(head[head.startIndex + 1])) % 31 == 0,
            let inflater = try? Inflater(.zlib)
        else { return false }
        var content: [UInt8] = []
        _ = inflater.step(head, upTo: 16, into: &content)
        let text = content[...].withoutByteOrderMark
        return text.first { !$0.isWhiteSpace }.map { "{[<PS".utf8.contains($0) } ?? false
    }

    private static let magic: [UInt8] = [0x1F, 0x8B]

    var fileByteCount: Int { input.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        var total = 0
        do throws(CaptureError) {
            if let failure { throw failure }
            while total == 0, !hasEnded { total += try inflate(upTo: count, into: &bytes) }
        } catch {
            // Whatever came out before it is given first.
            failure = error
            if total == 0 { throw error }
        }
        return total
    }

    private func inflate(
        upTo count: Int, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Int {
        guard isInsideMember else {
            try beginNextMember()
            return 0
        }
        if input.availableCount == 0 { try input.readMore() }
        let step = inflater.step(input.available, upTo: count, into: &bytes)
        input.consume(step.readCount)
        outputCount += step.writtenCount
        switch step.state {
        case .isBroken:
            // The bytes that came out of this step are given; the next call throws.
            failure = CaptureError(.invalidCompression, at: input.consumedCount)
        case .hasEnded: isInsideMember = false
        case .goesOn:
            if step.writtenCount == 0, input.availableCount == 0, input.isAtEnd {
                throw CaptureError(.invalidCompression, at: input.consumedCount)
            }
        }
        if step.writtenCount == 0, let failure { throw failure }
        try limits.check(byteCount: outputCount, fileByteCount: fileByteCount)
        return step.writtenCount
    }

    private func beginNextMember() throws(CaptureError) {
        var isPadded = false
        while true {
            let zeroCount = input.count { $0 != 0 }
            isPadded = isPadded || zeroCount > 0
            input.consume(zeroCount)
            if input.availableCount >= Self.magic.count || input.isAtEnd { break }
            try input.readMore()
        }
        if input.availableCount == 0 {
            hasEnded = true
            return
        }
        guard wrapping == .gzip, !isPadded, Self.isBeginning(input.available), inflater.reset()
        else {
            throw CaptureError(.invalidCompression, at: input.consumedCount)
        }
        isInsideMember = true
    }
}
