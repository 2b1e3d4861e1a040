internal import PayloadCoding

/// The reason why a captured message could not be unpacked.
public struct EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases, spelling included.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is only white space.
        case empty
        /// The capture is larger than ``EnvelopeDecoder/Limits/byteCount``.
        case tooManyBytes = "tooManyOctets"
        /// A form body or query string has more than one message, or a `RelayState`, `SigAlg` or
        /// `Signature` twice.
        case ambiguousParameter
        /// Percent-encoding is broken.
        case invalidPercentEncoding
        /// Neither XML nor Base64.
        case invalidBase64
        /// The message is neither XML nor compressed, or the compression is broken.
        case invalidDeflate
        /// Decompression gives more than ``EnvelopeDecoder/Limits/inflatedByteCount``.
        case inflationLimit
        /// The unpacked content is not XML.
        case notXML
        /// The message is an artifact: a reference to a message that the receiver fetches.
        case artifact
    }

    /// The reason.
    public let code: Code
    /// The offset, from 0, of the byte that is wrong, in the layer that is wrong.
    public let offset: Int?
    /// The names that a form has more often than once and may have only once; never values.
    private let excess: String?
    /// A Boolean value that indicates whether the input ended too early.
    private let isCutOff: Bool
    /// The compression that is broken.
    private let compression: Compression

    /// Creates an error.
    package init(_ code: Code, at offset: Int? = nil) {
        self.init(code, at: offset, of: .deflate)
    }

    init(
        _ code: Code, at offset: Int?, isCutOff: Bool = false, of compression: Compression
    ) {
        self.code = code
        self.offset = offset
        self.isCutOff = isCutOff
        self.compression = compression
        excess = nil
    }

    private init(_ code: Code, excess: String) {
        self.code = code
        offset = nil
        isCutOff = false
        compression = .deflate
        self.excess = excess
    }

    /// There is a parameter beside another one that excludes it.
    static func repeated(_ name: SignedQuery.Name, besides other: SignedQuery.Name) -> Self {
        let excess =
            name == other
            ? "more than one \(name.rawValue)" : "both \(other.rawValue) and \(name.rawValue)"
        return Self(.ambiguousParameter, excess: excess)
    }

    /// A sentence that says what is wrong and where.
    public var description: String {
        let reason =
            switch code {
            case .empty: "The message is empty or only white space"
            case .tooManyBytes: "The captured message is larger than the limit"
            case .ambiguousParameter:
                "The form has \(excess ?? "more than one SAMLResponse or SAMLRequest")"
            case .invalidPercentEncoding: "The percent-encoding is invalid"
            case .invalidBase64: "The message is neither XML nor Base64"
            case .invalidDeflate where isCutOff:
                compression == .deflate
                    ? "The message inside the Base64 is DEFLATE, and its end is missing"
                    : "The message is compressed (\(compression.title)), and its end is missing"
            case .invalidDeflate where compression != .deflate:
                "The message is compressed (\(compression.title)), and the compressed bytes are broken"
            case .invalidDeflate: "The message inside the Base64 is neither XML nor compressed"
            case .inflationLimit: "The message inflates to more than the limit"
            case .notXML: "The unpacked message is not XML"
            case .artifact:
                "This is a SAML artifact, which refers to a message and holds none: capture the "
                    + "ArtifactResponse that the receiver gets for it from the provider"
            }
        return offset.map { "\(reason) at byte \($0)." } ?? "\(reason)."
    }
}
