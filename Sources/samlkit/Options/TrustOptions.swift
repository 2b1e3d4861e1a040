import ArgumentParser
import BatchEngine
import SAML2
import XMLCore
import XMLSecurity

/// Whose signatures are trusted, and which are accepted.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "SAML metadata, or as the only source of trust a PEM file with one certificate or public key, "
                + "which then speaks for every issuer, or with --issuer for that one; repeats.",
            valueName: "file"), completion: .file())
    var trust: [String] = []

    @Option(
        help: ArgumentHelp(
            "A PEM file with keys that speak for one issuer, as identity provider (idp) or service "
                + "provider (sp); repeats. The default role is idp, and for `query` sp.",
            valueName: "file=issuer[:idp|sp]"))
    var trustKey: [String] = []

    @Option(
        help: ArgumentHelp(
            "A PEM file with the key that must have signed all that --trust names, which then has to "
                + "be metadata; repeats for several keys.",
            valueName: "file"), completion: .file())
    var metadataSigner: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time at which signed metadata was retrieved, from which metadata without validUntil ages "
                + "(default: the time of the file).",
            valueName: "ISO8601"))
    var metadataRetrieved: Instant?

    @Option(
        help: ArgumentHelp(
            "How long signed metadata without validUntil is trusted, in days.", valueName: "days"))
    var metadataMaxAge: UInt16 = 30

    @Option(
        help: ArgumentHelp(
            "A further policy: legacy-sha1 accepts SHA-1 and RSA from 1024 bits, legacy-cbc AES-CBC, "
                + "legacy-rsa15 RSA PKCS#1 v1.5 key transport; repeats.",
            valueName: "name"))
    var policy: [PolicyName] = []

    enum PolicyName: String, ExpressibleByArgument, CaseIterable {
        case legacySHA1 = "legacy-sha1"
        case legacyCBC = "legacy-cbc"
        case legacyRSA15 = "legacy-rsa15"
    }

    @Option(
        help: ArgumentHelp(
            "A PEM file with an RSA private key to decrypt with; repeats.", valueName: "file"),
        completion: .file())
    var decryptionKey: [String] = []

    /// What decrypts, or `nil` when no key was given.
    func decryptor() throws(CommandFailure) -> Decryptor? {
        guard !decryptionKey.isEmpty else { return nil }
        return Decryptor(
            keys: try DecryptionKey.keys(in: decryptionKey),
            policy: XMLEnc.Policy(
                allowsCBC: policy.contains(.legacyCBC), allowsRSA15: policy.contains(.legacyRSA15)))
    }

    /// What names each decryption key to a run that is resumed.
    ///
    /// It is a digest of the file, so that another key under the same name is noticed. A pipe, which can
    /// be read only once, goes by its name.
    func decryptionKeyNames() throws(CommandFailure) -> [String] {
        var names: [String] = []
        for file in decryptionKey {
            guard file != "-", !ResultLocation(file).isPipe else {
                names.append(file)
                continue
            }
            names.append(RunIdentity.digest(of: try InputFile.bytes(file)))
        }
        return names
    }

    var signaturePolicy: XMLDSig.Policy {
        policy.contains(.legacySHA1) ? .legacySHA1 : .standard
    }

    /// A Boolean value that indicates whether some source of trust was named.
    var isGiven: Bool { !trust.isEmpty || !trustKey.isEmpty }

    /// The trusted keys of all files, or `nil` when none was named, so that nothing is verified.
    ///
    /// Files that were named and hold no key are an error: an empty folder must not turn
    /// verification off.
    ///
    /// - Parameters:
    ///   - files: Files that are trusted besides those of `--trust`.
    ///   - issuer: The issuer to which bare keys are bound.
    ///   - roles: The roles of keys given without one.
    ///   - purpose: Whether messages are judged with the store.
    /// - Returns: The store.
    /// - Throws: A `CommandFailure` when a file cannot be used.
    func store(
        adding files: [String]? = nil, issuer: String? = nil,
        roles: Set<SAML.Metadata.Role> = [.identityProvider, .attributeAuthority],
        for purpose: TrustReading.Purpose = .judging
    ) throws(CommandFailure) -> SAML.TrustStore? {
        guard isGiven || files != nil else {
            guard metadataSigner.isEmpty else {
                throw CommandFailure(.usage, "--metadata-signer needs metadata given with --trust.")
            }
            return nil
        }
        let names = trust + (files ?? [])
        let reader = try MetadataReader(
            signers: metadataSigner, policy: signaturePolicy, retrieved: metadataRetrieved?.value,
            maximumAge: Int64(metadataMaxAge) * 86_400)
        var reading = TrustReading(
            reader: reader, sourceCount: names.count + trustKey.count, issuer: issuer,
            purpose: purpose)
        for file in names { try reading.add(file) }
        for text in trustKey {
            guard let bound = TrustReading.BoundKey(text) else {
                throw CommandFailure(
                    .usage,
                    "--trust-key \(text): Expected FILE=ISSUER, with :idp or :sp after it if need be."
                )
            }
            try reading.add(bound, byDefault: roles)
        }
        guard !reading.store.isEmpty else {
            throw CommandFailure(.usage, "What --trust names holds no signing key.")
        }
        return reading.store
    }
}
