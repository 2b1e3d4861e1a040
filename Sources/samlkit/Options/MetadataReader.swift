import SAML2
import XMLCore
import XMLSecurity

/// Reads metadata, and verifies its signature if keys for that are given.
struct MetadataReader {
    private let verifier: SignatureVerifier?
    /// The time of retrieval; `nil` uses each file's modification time.
    private let retrieved: SAML.Instant?
    /// The maximum age of signed metadata without `validUntil`, in seconds.
    private let maximumAge: Int64

    /// A Boolean value that indicates whether metadata must be signed.
    var demandsSignature: Bool { verifier != nil }

    /// The limits, which allow large aggregates.
    private static let limits = XML.ParsingLimits(byteCount: 256 << 20, nodeCount: 50_000_000)

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - files: PEM files with keys, one of which must have signed every file. If empty,
    ///     signatures are not verified.
    ///   - policy: The accepted signature algorithms.
    ///   - retrieved: The time of retrieval; `nil` uses each file's modification time.
    ///   - maximumAge: The maximum age of signed metadata without `validUntil`, in seconds.
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

    /// Returns the metadata in a file.
    func metadata(in bytes: [UInt8], of file: String) throws -> SAML.Metadata {
        guard let verifier else {
            // Entities of an aggregate may have equal IDs.
            let document = try XML.Document(
                parsing: bytes, limits: Self.limits, identifierAttributes: [])
            return try SAML.Metadata(document.rootElement)
        }
        let document = try XML.Document(parsing: bytes, limits: Self.limits)
        guard let retrieved = retrieved ?? Console.modificationTime(of: file) else {
            throw CommandFailure(
                .usage,
                "\(file): The input has no modification time. Pass --metadata-retrieved TIME."
            )
        }
        return try SAML.Metadata(
            in: document, verifiedBy: verifier, retrieved: retrieved, maximumAge: maximumAge)
    }

    /// Returns a sentence about the failed signature of metadata.
    static func explanation(of failure: VerificationFailure) -> String {
        switch failure.code {
        case .absent: "The metadata is not signed, but --metadata-signer requires a signature."
        case .signatureMismatch, .keyOfOtherKind:
            "No key of --metadata-signer signed the metadata."
        default: "The signature of the metadata is refused. \(failure)"
        }
    }
}
