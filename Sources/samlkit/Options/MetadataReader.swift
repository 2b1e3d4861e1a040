import SAML2
import XMLCore
import XMLSecurity

/// Reads metadata, with its signature if there are keys that must have made it.
struct MetadataReader {
    private let verifier: SignatureVerifier?

    /// Aggregates are large.
    private static let limits = XML.ParsingLimits(octetCount: 256 << 20, nodeCount: 50_000_000)

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - files: PEM files with the keys one of which must have signed every file; without any,
    ///     signatures are not looked at.
    ///   - policy: Which signatures are accepted.
    /// - Throws: A `CommandFailure`.
    init(signers files: [String], policy: XMLDSig.Policy) throws(CommandFailure) {
        var keys: [TrustedKey] = []
        for file in files {
            let text = String(decoding: try InputFile.octets(file), as: UTF8.self)
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
                limits: XML.CanonicalizationLimits(octetCount: 1 << 30),
                parsingLimits: Self.limits)
    }

    /// The metadata in a file.
    func metadata(in octets: [UInt8]) throws -> SAML.Metadata {
        guard let verifier else {
            // The entities of an aggregate may carry the same identifiers.
            let document = try XML.Document(
                parsing: octets, limits: Self.limits, identifierAttributes: [])
            return try SAML.Metadata(document.rootElement)
        }
        let document = try XML.Document(parsing: octets, limits: Self.limits)
        return try SAML.Metadata(in: document, verifiedBy: verifier)
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
