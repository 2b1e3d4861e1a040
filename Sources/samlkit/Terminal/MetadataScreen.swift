import SAML2
import SAMLBindings
import WireText
import XMLCore
import XMLSecurity

/// Metadata as a screen of text: entities, roles, keys, endpoints, what ends and what is wrong.
struct MetadataScreen {
    /// The name of the file.
    let name: String
    private let entities: [SAML.EntityDescription]
    private let findings: [SAML.MetadataFinding]
    private let isSigned: Bool
    /// The numbers of the entities that are shown.
    private let shown: [Int]

    /// The most entities that are shown whole.
    private static let mostEntities = 4

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - message: The metadata, in its original encoding.
    ///   - name: The name of the file.
    ///   - entityID: The only entity to show, if any.
    ///   - now: The time to judge ends by.
    /// - Throws: A `CommandFailure` when no such entity is there, or the error of what cannot be read.
    init(
        _ message: CapturedMessage, name: String, entityID: String?, now: SAML.Instant
    ) throws {
        self.name = name
        let limit = 256 << 20
        let decoder = EnvelopeDecoder(
            limits: EnvelopeDecoder.Limits(byteCount: limit, inflatedByteCount: limit))
        let document = try XML.Document(
            parsing: decoder.envelope(from: message).xml,
            limits: XML.ParsingLimits(byteCount: limit, nodeCount: 50_000_000),
            identifierAttributes: [])
        let root = document.rootElement
        let described = SAML.EntityDescription.all(in: root)
        entities = described
        isSigned = root.childElements.contains {
            $0.isNamed(XML.QualifiedName("Signature", in: .signature))
        }
        let all = SAML.MetadataLint.findings(in: described, isSigned: isSigned, now: now)
        guard let entityID else {
            findings = all
            shown = Array(described.indices.prefix(Self.mostEntities))
            return
        }
        let chosen = described.indices.filter { described[$0].entityID == entityID }
        guard !chosen.isEmpty else {
            throw CommandFailure(
                .noInput,
                "\(name): The metadata describes no entity with the entityID of --entity. "
                    + "Expected one of \(described.count.counted("entity", "entities")).")
        }
        shown = chosen
        let numbers = Set(chosen)
        findings = all.filter { $0.entity.map(numbers.contains) ?? true }
    }

    var lines: [ScreenLine] {
        let summary =
            "  metadata      \(entities.count.counted("entity", "entities")), "
            + (isSigned
                ? "signed, and not verified here: verify --metadata-signer does"
                : "not signed")
        let hidden = entities.count - shown.count
        let rest =
            [summary] + shown.flatMap { Self.bounded(entityLines(entities[$0])) }
            + (hidden > 0
                ? ["  … and \(hidden.grouped) more; show one with --entity ENTITYID"] : [])
        return [ScreenLine(name, .title)] + rest.screenLines + lint
    }

    /// The number of lines of one entity that are shown.
    private static let mostLines = 500

    private static func bounded(_ lines: [String]) -> [String] {
        let hidden = lines.count - mostLines
        return hidden > 0
            ? lines.prefix(mostLines) + ["    … and \(hidden.counted("more line"))"]
            : lines
    }

    private func entityLines(_ entity: SAML.EntityDescription) -> [String] {
        var lines = ["", "  entity        \(entity.entityID ?? "(no entityID)")"]
        if let end = entity.validUntil { lines.append("  valid until   \(end)") }
        if let cache = entity.cacheDuration { lines.append("  cache         \(cache)") }
        for role in entity.roles {
            lines.append(
                "  role          \(role.name)\(role.supportsSAML2 ? "" : " (not SAML 2.0)")")
            for key in role.keys { lines += keyLines(key) }
            for endpoint in role.endpoints {
                let index = endpoint.index.map { " [\($0)]" } ?? ""
                lines.append(
                    "    \(endpoint.name)\(index)\(endpoint.isDefault ? ", default" : "") "
                        + "\(endpoint.binding) \(endpoint.location)")
            }
        }
        return lines
    }

    private func keyLines(_ key: SAML.KeyDescription) -> [String] {
        let use =
            key.unknownUse.map { "“\($0)”, not used" } ?? key.use ?? "signing and encryption"
        let title = key.isChain ? "chain, no key" : "key for \(use)"
        if key.certificate == nil, let bare = key.key {
            return [
                "    \(title): \(bare.kind), without a certificate",
                "      SHA-256 of the key \(bare.keySHA256)",
            ]
        }
        guard let certificate = key.certificate else {
            return ["    \(title): no certificate that can be read"]
        }
        let kind =
            (certificate.key?.kind.description
                ?? certificate.unsupportedKind.map { "\($0), not supported" }
                ?? "key of no supported kind")
            + (certificate.key?.isRestrictedToPSS ?? false ? " for RSASSA-PSS" : "")
        let days = [certificate.notBefore, certificate.notAfter]
            .map { $0.map { SAML.Instant(secondsSinceEpoch: $0).description.prefix(10) } ?? "?" }
        return [
            "    \(title): \(kind), \(days[0]) to \(days[1]), "
                + (certificate.subject ?? "no subject"),
            "      SHA-256 \(certificate.sha256)",
            "      SHA-1   \(certificate.sha1)",
        ]
    }

    /// The number of findings that are listed.
    private static let mostFindings = 40

    private var lint: [ScreenLine] {
        guard !findings.isEmpty else { return ["", "  lint          nothing found"] }
        let listed = findings.prefix(Self.mostFindings).map { finding -> ScreenLine in
            let entity = finding.entity.map { "entity \($0 + 1): " } ?? ""
            return
                "    \(finding.severity.tone, finding.severity.rawValue): \(entity)\(finding.text)"
        }
        let more = findings.count - listed.count
        return ["", "  lint          \(findings.count.counted("finding"))"] + listed
            + (more > 0 ? ["    … and \(more.grouped) more; show one entity with --entity"] : [])
    }
}
