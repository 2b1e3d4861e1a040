import ArgumentParser
import BatchEngine
import MessageService
import SAML2
import XMLCore
import XMLSecurity

/// The options that choose trusted keys and accepted algorithms.
struct TrustOptions: ParsableArguments {
    @OptionGroup(title: HelpTitle.everyday) private var keys: KeyOptions
    @OptionGroup(title: HelpTitle.trust) private var further: FurtherOptions

    /// The files that most runs need.
    struct KeyOptions: ParsableArguments {
        @Option(
            help: .file(
                "SAML metadata; repeats. Alone, also a PEM file with one certificate or public key, "
                    + "which is then trusted for every issuer, or with --issuer for that one."),
            completion: .file())
        var trust: [String] = []

        @Option(
            help: .file("A PEM file with an RSA private key that decrypts; repeats."),
            completion: .file())
        var decryptionKey: [String] = []
    }

    /// Keys for one issuer, signed metadata and older algorithms.
    struct FurtherOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A PEM file with keys to trust for one issuer, as identity provider (idp) or service "
                    + "provider (sp); repeats. The default role is idp, and sp for samlkit query.",
                valueName: "file=issuer[:idp|sp]"))
        var trustKey: [String] = []

        @Option(
            help: .file(
                "A PEM file with a key. One of these keys must have signed every --trust file, which "
                    + "must be metadata; repeats."), completion: .file())
        var metadataSigner: [String] = []

        @Option(
            help: ArgumentHelp(
                "The time when signed metadata was retrieved; the age of metadata without validUntil "
                    + "counts from it (default: the file's modification time).",
                valueName: "ISO8601"))
        var metadataRetrieved: SAML.Instant?

        @Option(
            help: ArgumentHelp(
                "The maximum age of signed metadata without validUntil, in days.", valueName: "days"
            ))
        var metadataMaxAge: UInt16 = 30

        @Option(
            help: ArgumentHelp(
                "Also accept older algorithms: legacy-sha1 (SHA-1, and RSA keys from 1024 bits), "
                    + "legacy-cbc (AES-CBC) or legacy-rsa15 (RSA PKCS#1 v1.5 key transport); repeats.",
                valueName: "name"))
        var policy: [PolicyName] = []
    }

    enum PolicyName: String, ExpressibleByArgument, CaseIterable {
        case legacySHA1 = "legacy-sha1"
        case legacyCBC = "legacy-cbc"
        case legacyRSA15 = "legacy-rsa15"
    }

    var trust: [String] { keys.trust }
    var decryptionKey: [String] { keys.decryptionKey }
    var trustKey: [String] { further.trustKey }
    var metadataSigner: [String] { further.metadataSigner }
    var metadataRetrieved: SAML.Instant? { further.metadataRetrieved }
    var metadataMaxAge: UInt16 { further.metadataMaxAge }
    var policy: [PolicyName] { further.policy }

    /// The files that the options name.
    var files: [String] {
        trust + trustKey.compactMap { TrustReading.BoundKey($0)?.file } + metadataSigner
            + decryptionKey
    }

    /// Returns the decryptor, or `nil` if no key was given.
    func decryptor() throws(CommandFailure) -> Decryptor? {
        guard !decryptionKey.isEmpty else { return nil }
        return Decryptor(
            keys: try DecryptionKey.keys(in: decryptionKey),
            policy: XMLEnc.Policy(
                allowsCBC: policy.contains(.legacyCBC), allowsRSA15: policy.contains(.legacyRSA15))
        ).knowing(receivers: decryptionKey.map(Self.keyName(ofFile:)))
    }

    /// The name of a key's file before its first dot, which senders may use for the key, too.
    private static func keyName(ofFile file: String) -> String {
        String((file.split(separator: "/").last ?? "").prefix { $0 != "." })
    }

    /// The name of each decryption key in the description of a run.
    ///
    /// It is a digest of the file, so that a resumed run notices a changed key. A pipe can be read
    /// only once, so its name is used.
    func decryptionKeyNames() throws(CommandFailure) -> [String] {
        try decryptionKey.map { file throws(CommandFailure) in
            file == "-" || ResultLocation(file).isPipe
                ? file : RunIdentity.digest(of: try InputFile.bytes(file))
        }
    }

    var signaturePolicy: XMLDSig.Policy {
        policy.contains(.legacySHA1) ? .legacySHA1 : .standard
    }

    /// A Boolean value that indicates whether any source of trust was given.
    var isGiven: Bool { !trust.isEmpty || !trustKey.isEmpty }

    /// Returns the trusted keys of all files, or `nil` if no file was given and nothing is
    /// verified.
    ///
    /// Files without a key are an error: an empty folder must not turn off verification.
    ///
    /// - Parameters:
    ///   - files: More files to trust, besides those of `--trust`.
    ///   - contents: The contents of files to trust instead of those of `--trust` and `--trust-key`; `nil` for the files.
    ///   - issuer: The issuer to which bare keys are bound.
    ///   - roles: The roles of keys that are given without one.
    ///   - purpose: The use of the store.
    ///   - note: Takes sentences about what is not used.
    /// - Returns: The store.
    /// - Throws: A `CommandFailure` when a file cannot be used.
    func store(
        adding files: [String]? = nil, contents: [NamedContent]? = nil, issuer: String? = nil,
        roles: Set<SAML.Metadata.Role> = [.identityProvider, .attributeAuthority],
        for purpose: TrustReading.Purpose = .judging,
        noting note: @escaping @Sendable (String) -> Void = { Console.note($0) }
    ) throws(CommandFailure) -> SAML.TrustStore? {
        guard isGiven || files != nil || contents != nil else {
            guard metadataSigner.isEmpty else {
                throw CommandFailure(.usage, "--metadata-signer needs --trust with metadata.")
            }
            return nil
        }
        let names = contents == nil ? trust + (files ?? []) : []
        let boundKeys = contents == nil ? trustKey : []
        var reading = TrustReading(
            reader: try MetadataReader(self),
            sourceCount: (contents ?? []).count + names.count + boundKeys.count, issuer: issuer,
            purpose: purpose, note: note)
        for content in contents ?? [] {
            try reading.add(content.bytes, of: content.name, sentAt: .current)
        }
        for file in names { try reading.add(file) }
        for text in boundKeys {
            guard let bound = TrustReading.BoundKey(text) else {
                throw CommandFailure(
                    .usage,
                    "--trust-key \(text): Expected FILE=ISSUER, with :idp or :sp after it if need "
                        + "be."
                )
            }
            try reading.add(bound, byDefault: roles)
        }
        guard !reading.store.isEmpty else {
            let reasons = reading.faults.prefix(8).map { "\n  " + $0 }.joined()
            throw CommandFailure(
                .usage,
                "The files of --trust hold no signing key.\(reasons)\n  Expected metadata with a KeyDescriptor for "
                    + "signing, or a certificate. Get the provider's metadata from its publisher.")
        }
        return reading.store
    }
}
