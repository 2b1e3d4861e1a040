import SAML2
import XMLCore
import XMLSecurity

/// Reads metadata, with its signature if there are keys that must have made it.
struct MetadataReader {
    private let verifier: SignatureVerifier?
    /// The time of retrieval of every file, `nil` for each file's own time.
    private let retrieved: SAML.Instant?
    /// How long signed metadata without an end is trusted, in seconds.
    private let maximumAge: Int64

    /// Whether only what one of some keys signed is read.
    var demandsSignature: Bool { verifier != nil }

    /// Aggregates are large.
    private static let limits = XML.ParsingLimits(byteCount: 256 << 20, nodeCount: 50_000_000)

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - files: PEM files with the keys one of which must have signed every file; without any,
    ///     signatures are not looked at.
    ///   - policy: Which signatures are accepted.
    ///   - retrieved: The time of retrieval, `nil` for the time of each file.
    ///   - maximumAge: How long signed metadata without an end is trusted, in seconds.
    /// - Throws: A `CommandFailure`.
    init(
        signers files: [String], policy: XMLDSig.Policy, retrieved: SAML.Instant?, maximumAge: Int64
    ) throws(CommandFailure) {
        self.retrieved = retrieved
        self.maximumAge = maximumAge
        var keys: [TrustedKey] = []
        for file in files {
            let text = String(decoding: try InputFile.bytes(file), as: UTF8.self)
            do {
                keys += try TrustedKey.keys(pemEncoded: text)
            } catch {
                throw CommandFailure(.usage, "\(file): \(error)")
            }
        }
        verifier =
            files.isEmpty
            ? nil
            : SignatureVerifier(
                trusting: keys, policy: policy,
                limits: XML.CanonicalizationLimits(byteCount: 1 << 30),
                parsingLimits: Self.limits)
    }

    /// The metadata in a file.
    func metadata(in bytes: [UInt8], of file: String) throws -> SAML.Metadata {
        guard let verifier else {
            // The entities of an aggregate may carry the same identifiers.
            let document = try XML.Document(
                parsing: bytes, limits: Self.limits, identifierAttributes: [])
            return try SAML.Metadata(document.rootElement)
        }
        let document = try XML.Document(parsing: bytes, limits: Self.limits)
        guard let retrieved = retrieved ?? Console.modificationTime(of: file) else {
            throw CommandFailure(
                .usage,
                "\(file): It has no time of its own; say when it was retrieved: --metadata-retrieved."
            )
        }
        return try SAML.Metadata(
            in: document, verifiedBy: verifier, retrieved: retrieved, maximumAge: maximumAge)
    }

    /// What is wrong with the signature of metadata, in words.
    static func explanation(of failure: VerificationFailure) -> String {
        switch failure.code {
        case .absent: "The metadata is not signed, and --metadata-signer says it must be."
        case .signatureMismatch, .keyOfOtherKind:
            "The metadata is not signed by a key of --metadata-signer."
        default: "The signature of the metadata is refused. \(failure)"
        }
    }
}
