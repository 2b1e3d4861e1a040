import ArgumentParser
import SAML2
import XMLCore
import XMLSecurity

/// Whose signatures are trusted, and which are accepted.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A PEM file with certificates or public keys, or SAML metadata; repeats.",
            valueName: "file"), completion: .file())
    var trust: [String] = []

    @Option(
        help: ArgumentHelp(
            "A PEM file with the key that must have signed all that --trust names, which then has to "
                + "be metadata; repeats for several keys.",
            valueName: "file"), completion: .file())
    var metadataSigner: [String] = []

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
        var keys: [DecryptionKey] = []
        for file in decryptionKey {
            let text = String(decoding: try InputFile.octets(file), as: UTF8.self)
            do throws(TrustedKeyError) {
                keys.append(try DecryptionKey(pemEncoded: text))
            } catch {
                throw CommandFailure(.usage, "\(file): There is no RSA private key in it.")
            }
        }
        return Decryptor(
            keys: keys,
            policy: XMLEnc.Policy(
                allowsCBC: policy.contains(.legacyCBC), allowsRSA15: policy.contains(.legacyRSA15)))
    }

    var signaturePolicy: XMLDSig.Policy {
        policy.contains(.legacySHA1) ? .legacySHA1 : .standard
    }

    /// The trusted keys of all files, or `nil` when none was named, so that nothing is verified.
    ///
    /// Files that were named and hold no key are an error: an empty folder must not turn
    /// verification off.
    func store(adding files: [String]? = nil) throws(CommandFailure) -> SAML.TrustStore? {
        guard !trust.isEmpty || files != nil else {
            guard metadataSigner.isEmpty else {
                throw CommandFailure(.usage, "--metadata-signer needs metadata given with --trust.")
            }
            return nil
        }
        var store = SAML.TrustStore()
        let reader = try MetadataReader(signers: metadataSigner, policy: signaturePolicy)
        for file in trust + (files ?? []) { try Self.add(file, to: &store, reading: reader) }
        guard !store.isEmpty else {
            throw CommandFailure(.usage, "What --trust names holds no signing key.")
        }
        return store
    }

    private static func add(
        _ file: String, to store: inout SAML.TrustStore, reading reader: MetadataReader
    ) throws(CommandFailure) {
        let octets = try InputFile.octets(file)
        do {
            guard octets.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
                // Whoever can put another file in the place of the metadata could put keys there.
                guard !reader.demandsSignature else {
                    throw CommandFailure(
                        .usage,
                        "\(file): It is no metadata, and --metadata-signer says that all is signed."
                    )
                }
                let text = String(decoding: octets, as: UTF8.self)
                return store.trust(try TrustedKey.keys(pemEncoded: text))
            }
            let metadata = try reader.metadata(in: octets)
            let unusable = metadata.entities.map(\.unusableKeyCount).reduce(0, +)
            if unusable > 0 {
                Console.note("\(file): \(unusable) certificates hold no key of a supported kind.")
            }
            store.trust(metadata)
        } catch SAML.MessageVerifier.Failure.signature(let failure) {
            throw CommandFailure(.usage, "\(file): \(MetadataReader.explanation(of: failure))")
        } catch SAML.MessageVerifier.Failure.structure(let error) {
            throw CommandFailure(.usage, "\(file): \(error)")
        } catch {
            throw CommandFailure(.usage, "\(file): \(error)")
        }
    }
}
