internal import SAMLBindings

/// The way from the bytes of a recorded body to its content, for the bodies of one file.
///
/// Recorders leave `Content-Encoding` on bodies that they decoded, so that the bytes decide.
final class BodyDecoder {
    private let limit: Int
    private let limits: DecompressionLimits
    private let file: (any ByteSource)?
    private var codedCount = 0
    private var outputCount = 0

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - limit: The largest content of one body.
    ///   - limits: The limits on all bodies together.
    ///   - file: The file that the bodies come from; without it, their own bytes are what they may be a multiple of.
    init(
        limit: Int = 32 << 20, limits: DecompressionLimits = .standard,
        file: (any ByteSource)? = nil
    ) {
        self.limit = limit
        self.limits = limits
        self.file = file
    }

    /// Returns the content of a body.
    ///
    /// - Parameters:
    ///   - bytes: The recorded bytes, without chunks.
    ///   - coding: The value of `Content-Encoding`.
    ///   - exactness: What the format keeps: `.wire` for bodies as they were sent.
    /// - Returns: The content, or the bytes with the reason why they are not content.
    func body(
        _ bytes: [UInt8], coding: String?, exactness: HTTPBody.Exactness
    ) -> HTTPBody {
        let codings = coding.map { ContentCoding.codings(in: $0) } ?? []
        guard !codings.isEmpty, !bytes.isEmpty else { return HTTPBody(bytes, exactness: exactness) }
        var content = bytes
        for (number, coding) in codings.reversed().enumerated() {
            if Self.isDecoded(content[...], coding) { break }
            guard number < ContentCoding.deepest else {
                return Self.undecodable(content, coding, exactness)
            }
            codedCount += content.count
            let allowance = allowance
            guard allowance > 0 else {
                return HTTPBody([], state: .tooLarge, exactness: exactness)
            }
            let result = coding.undone(in: content[...], limit: allowance)
            if case .damaged(let count) = result { outputCount += count }
            switch result {
            case .whole(let output):
                outputCount += output.count
                content = output
            case .truncated(let output):
                outputCount += output.count
                return HTTPBody(output, state: .tooLarge, exactness: exactness)
            case .damaged, .unavailable:
                // Brotli and deflate have no mark: other bytes were decoded by the recorder.
                if exactness != .wire, coding.isMarked(content[...]) == nil {
                    return HTTPBody(content, exactness: exactness)
                }
                return Self.undecodable(content, coding, exactness)
            }
        }
        return HTTPBody(content, exactness: exactness)
    }

    /// Returns the content of a body, and its media type, by the headers it came under.
    func body(
        _ bytes: [UInt8], under headers: HTTPHeaders, exactness: HTTPBody.Exactness
    ) -> HTTPBody {
        var body = body(bytes, coding: headers["Content-Encoding"], exactness: exactness)
        body.mediaType = headers.mediaType
        return body
    }

    /// The number of bytes that may still come out: of this body, and of all.
    private var allowance: Int {
        let base = max(1, file?.fileByteCount ?? codedCount)
        let (product, isHuge) = base.multipliedReportingOverflow(by: limits.expansionRatio)
        let total = isHuge ? Int.max : max(limits.freeByteCount, product)
        return min(limit, max(0, total - outputCount))
    }

    /// Returns whether the coding was already undone by the recorder.
    private static func isDecoded(_ bytes: ArraySlice<UInt8>, _ coding: ContentCoding) -> Bool {
        coding.isMarked(bytes).map { !$0 } ?? isText(bytes)
    }

    private static func undecodable(
        _ bytes: [UInt8], _ coding: ContentCoding, _ exactness: HTTPBody.Exactness
    ) -> HTTPBody {
        HTTPBody(bytes, state: .undecodable(coding.name), exactness: exactness)
    }

    /// Returns whether bytes are text, which no coding leaves.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let hasControl = bytes.contains {
            $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F
        }
        guard !hasControl else { return false }
        // A long one is text in an old charset: a seventh of compressed bytes are controls.
        return bytes.count >= 256
            || bytes.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
