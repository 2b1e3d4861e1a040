import SAML2
import WireText
import XMLCore
import XMLSecurity

/// Reads the files of trust options into a store.
struct TrustReading {
    /// A value of `--trust-key`: a file, the issuer its keys speak for, and the role.
    struct BoundKey {
        let file: String
        let issuer: String
        let role: Role?

        enum Role: String { case idp, sp }

        /// Creates a value from `FILE=ISSUER[:idp|sp]`, split at the first `=`.
        ///
        /// Only a final `:idp` or `:sp` is a role.
        init?(_ text: String) {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                return nil
            }
            file = String(text[..<equals])
            let rest = text[text.index(after: equals)...]
            let end = rest.lastIndex(of: ":")
            role = end.flatMap { Role(rawValue: String(rest[rest.index(after: $0)...])) }
            issuer = String(role == nil ? rest : rest[..<(end ?? rest.endIndex)])
            guard !issuer.isEmpty else { return nil }
        }

        func roles(byDefault standard: Set<SAML.Metadata.Role>) -> Set<SAML.Metadata.Role> {
            switch role {
            case .idp: [.identityProvider, .attributeAuthority]
            case .sp: [.serviceProvider]
            case nil: standard
            }
        }
    }

    /// The use of the store: to judge messages, or only to show certificates.
    enum Purpose { case judging, showing }

    let reader: MetadataReader
    /// The number of trusted files and bound keys.
    let sourceCount: Int
    /// The issuer of `--issuer`, to which bare keys are bound.
    let issuer: String?
    let purpose: Purpose
    /// Takes sentences about what is not used.
    let note: @Sendable (String) -> Void
    private(set) var store = SAML.TrustStore()
    /// The first file of bare keys that are bound to the issuer of `--issuer`.
    private(set) var bareFile: String?
    /// The reasons why the files gave no signing key so far.
    private(set) var faults: [String] = []
    /// The file in which each entity was described first.
    private(set) var files: [String: String] = [:]

    /// Trusts a file of `--trust`: metadata, or a bare key that is the only source of trust.
    mutating func add(_ file: String) throws(CommandFailure) {
        try add(try InputFile.bytes(file), of: file)
    }

    /// Trusts the content of a file, or content that was sent at a time, whose name opens nothing.
    mutating func add(
        _ bytes: [UInt8], of file: String, sentAt retrieved: SAML.Instant? = nil
    ) throws(CommandFailure) {
        if let xml = MetadataReader.xml(in: bytes) {
            let (metadata, root) = try metadata(in: xml, bytes, file, retrieved)
            try add(metadata, from: file)
            guard store.isEmpty, faults.count < Self.mostNotes else { return }
            faults += SAML.EntityDescription.all(in: root).prefix(Self.mostNotes)
                .flatMap(\.signingFaults).map { "\(file): \($0)" }
        } else {
            try addBareKeys(of: bytes, in: file)
        }
    }

    /// Trusts the keys of a file for one issuer.
    mutating func add(
        _ bound: BoundKey, byDefault roles: Set<SAML.Metadata.Role>
    ) throws(CommandFailure) {
        let bytes = try InputFile.bytes(bound.file)
        guard MetadataReader.xml(in: bytes) == nil else {
            throw CommandFailure(
                .usage, TrustFileKind(bytes, of: bound.file, for: .trustKey).sentence)
        }
        let keys = try keys(in: bytes, bound.file, for: .trustKey)
        store.trust(keys, forIssuer: bound.issuer, as: bound.roles(byDefault: roles))
    }

    private mutating func addBareKeys(
        of bytes: [UInt8], in file: String
    ) throws(CommandFailure) {
        let keys = try keys(in: bytes, file, for: .trust)
        if purpose == .showing { return store.trustForEveryIssuer(keys) }
        let binding = Self.binding(file)
        if let issuer {
            bareFile = bareFile ?? file
            guard files.isEmpty else { throw Self.besideMetadata(file) }
            return store.trust(keys, forIssuer: issuer, as: Set(SAML.Metadata.Role.allCases))
        }
        guard sourceCount == 1, keys.count == 1 else {
            let found =
                keys.count == 1
                ? "one of \(sourceCount) sources of trust"
                : "a file of \(keys.count) certificates or keys"
            throw CommandFailure(
                .usage,
                "\(file): A bare certificate or key is trusted for every issuer, so it must be the "
                    + "only source of trust. Found \(found). \(binding).")
        }
        note(
            "\(file): Its key is trusted for every issuer. \(binding), or with --issuer.")
        store.trustForEveryIssuer(keys)
    }

    private static func binding(_ file: String) -> String {
        "Bind it with --trust-key \(file)=ISSUER[:idp|sp]"
    }

    private static func besideMetadata(_ file: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(file): A bare certificate or key cannot be combined with metadata. "
                + "\(binding(file)).")
    }

    private func keys(
        in bytes: [UInt8], _ file: String, for option: TrustFileKind.Option
    ) throws(CommandFailure) -> [TrustedKey] {
        // Anyone who can replace the metadata could add keys here.
        guard !reader.demandsSignature else {
            throw CommandFailure(
                .usage, "\(file): The file is not metadata, but --metadata-signer needs metadata.")
        }
        do {
            return try TrustedKey.keys(pemEncoded: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw TrustFileKind(bytes, of: file, for: option).failure(error)
        }
    }

    private func metadata(
        in xml: ArraySlice<UInt8>, _ bytes: [UInt8], _ file: String, _ retrieved: SAML.Instant?
    ) throws(CommandFailure) -> (SAML.Metadata, root: XML.Element) {
        do {
            return try reader.metadata(in: xml, of: file, sentAt: retrieved)
        } catch SAML.MessageVerifier.Failure.signature(let failure) {
            throw CommandFailure(.usage, "\(file): \(MetadataReader.explanation(of: failure))")
        } catch SAML.MessageVerifier.Failure.structure(let error) {
            throw Self.failure(error, bytes, file)
        } catch let error as SAML.StructureError {
            throw Self.failure(error, bytes, file)
        } catch let error as XML.ParsingError {
            throw CommandFailure(
                .usage, "\(TrustFileKind(bytes, of: file, for: .trust).sentence) \(error)")
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(.usage, "\(file): \(error)")
        }
    }

    private static let choice =
        "To trust a certificate of your choice instead of both, pass it with --trust-key FILE=ISSUER."

    /// Says what a file is that is not metadata, or what is wrong with its metadata.
    private static func failure(
        _ error: SAML.StructureError, _ bytes: [UInt8], _ file: String
    ) -> CommandFailure {
        let text =
            switch error.code {
            case .unexpectedRoot: TrustFileKind(bytes, of: file, for: .trust).sentence
            case .repeatedEntity: "\(file): \(error) \(choice)"
            default: "\(file): \(error)"
            }
        return CommandFailure(.usage, text)
    }

    /// The largest number of certificates of one file that are named.
    private static let mostNotes = 8

    private mutating func add(
        _ metadata: SAML.Metadata, from file: String
    ) throws(CommandFailure) {
        if let bareFile { throw Self.besideMetadata(bareFile) }
        let unusable = metadata.unusableKeys
        let positions = XML.Element.positions(of: unusable.map(\.element))
        for (key, position) in zip(unusable, positions).prefix(Self.mostNotes) {
            note("\(file): \(key.sentence(at: position)) The key is not used.")
        }
        if unusable.count > Self.mostNotes {
            note(
                "\(file): \((unusable.count - Self.mostNotes).counted("more certificate")) cannot be used."
            )
        }
        do throws(SAML.EntityConflict) {
            try store.trust(metadata)
        } catch {
            let earlier = files[error.entityID] ?? file
            throw CommandFailure(
                .usage, "\(file): \(error) The first one is in \(earlier). \(Self.choice)")
        }
        for entity in metadata.entities where files[entity.entityID] == nil {
            files[entity.entityID] = file
        }
    }
}
