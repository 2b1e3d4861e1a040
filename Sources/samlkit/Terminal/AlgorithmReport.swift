import BatchEngine
import ProfileProcessing
import SAML2
import WireText
import XMLSecurity

/// The algorithms and keys of a run's messages, as text and as JSON.
struct AlgorithmReport {
    let summary: AlgorithmSummary
    /// The trust store with the certificates of the keys.
    let trust: SAML.TrustStore?
    /// The time to check certificates against.
    let now: SAML.Instant

    /// A certificate that expires within this many seconds is marked.
    private static let warningSpan: Int64 = 90 * 86_400

    private enum Validity: String {
        case valid
        case expiring
        case expired
    }

    private struct KeyUse {
        let keySHA256: String
        /// `nil` for a key that is no longer trusted.
        let kind: TrustedKey.Kind?
        let count: Int
        let notAfter: SAML.Instant?
        let validity: Validity?
    }

    var lines: [String] {
        TextTable.lines("signature methods", ["messages", ""], rows(summary.signatureMethods))
            + TextTable.lines("digest methods", ["messages", ""], rows(summary.digestMethods))
            + TextTable.lines(
                "encryption methods", ["messages", ""], rows(summary.encryptionMethods))
            + TextTable.lines("keys", ["messages", ""], keys.map(row))
            + TextTable.lines(
                "weak algorithms", ["messages", ""],
                weaknesses.map { [TerminalText.grouped($1), Self.name(of: $0)] })
    }

    var jsonMembers: [(name: String, value: JSONValue)] {
        [
            ("signatureMethods", json(summary.signatureMethods)),
            ("digestMethods", json(summary.digestMethods)),
            ("encryptionMethods", json(summary.encryptionMethods)),
            (
                "keys",
                .array(
                    keys.map { use in
                        .object([
                            ("keySHA256", .string(use.keySHA256)),
                            ("kind", .string(orNull: use.kind.map(Self.name(of:)))),
                            ("messages", .integer(use.count)),
                            ("certificateNotAfter", .string(orNull: use.notAfter?.description)),
                            ("certificate", .string(orNull: use.validity?.rawValue)),
                        ])
                    })
            ),
            ("expiredCertificates", .integer(keys.count { $0.validity == .expired })),
            ("expiringCertificates", .integer(keys.count { $0.validity == .expiring })),
            (
                "weakAlgorithms",
                .object(weaknesses.map { ($0.rawValue, .integer($1)) })
            ),
        ]
    }

    private func rows(_ counts: [SentName: Int]) -> [[String]] {
        sorted(counts).map { [TerminalText.grouped($1), TerminalText.safe($0.text)] }
    }

    private func json(_ counts: [SentName: Int]) -> JSONValue {
        .object(sorted(counts).map { ($0.text, .integer($1)) })
    }

    private func sorted(_ counts: [SentName: Int]) -> [(SentName, Int)] {
        counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    private var weaknesses: [(AlgorithmSummary.Weakness, Int)] {
        AlgorithmSummary.Weakness.allCases.compactMap { weakness in
            summary.weaknesses[weakness].map { (weakness, $0) }
        }
    }

    private var keys: [KeyUse] {
        // A renewed certificate has the key of the one before it.
        let trusted = Dictionary(
            grouping: trust?.allKeysWithIssuers.map(\.key) ?? [], by: \.keySHA256)
        return summary.keys.map { keySHA256, count in
            let certificates = trusted[keySHA256] ?? []
            let end = certificates.compactMap(\.certificateNotAfter).max()
                .map { SAML.Instant(secondsSinceEpoch: $0) }
            return KeyUse(
                keySHA256: keySHA256, kind: certificates.first?.kind, count: count, notAfter: end,
                validity: end.map(validity))
        }.sorted { ($1.count, $0.keySHA256) < ($0.count, $1.keySHA256) }
    }

    private func validity(endingAt end: SAML.Instant) -> Validity {
        if end < now { return .expired }
        return end < now.advanced(bySeconds: Self.warningSpan) ? .expiring : .valid
    }

    private func row(_ use: KeyUse) -> [String] {
        var text = "\(use.keySHA256.prefix(16))…"
        if let kind = use.kind { text += "  \(Self.name(of: kind))" }
        if let end = use.notAfter { text += ", certificate until \(end)" }
        switch use.validity {
        case .expired: text += " (EXPIRED)"
        case .expiring: text += " (EXPIRES within 90 days)"
        case .valid, nil: break
        }
        return [TerminalText.grouped(use.count), text]
    }

    private static func name(of kind: TrustedKey.Kind) -> String {
        switch kind {
        case .rsa(let bits): "RSA-\(bits)"
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        }
    }

    private static func name(of weakness: AlgorithmSummary.Weakness) -> String {
        switch weakness {
        case .sha1: "SHA-1"
        case .smallRSAKey: "RSA below 2048 bits"
        case .cbc: "encryption in CBC mode"
        case .rsa15: "RSA PKCS#1 v1.5 key transport"
        }
    }
}
