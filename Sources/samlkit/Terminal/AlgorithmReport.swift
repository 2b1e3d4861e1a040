import BatchEngine
import ProfileProcessing
import SAML2
import WireText
internal import XMLCore
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
        /// The subject of its certificate.
        let subject: String?
        let count: Int
        let notAfter: SAML.Instant?
        let validity: Validity?

        var text: String {
            var text = "\(keySHA256.prefix(16))…"
            if let kind { text += "  \(kind)" }
            if let subject { text += ", \(TerminalText.safe(subject))" }
            if let notAfter { text += ", certificate until \(notAfter)" }
            switch validity {
            case .expired: text += " (EXPIRED)"
            case .expiring: text += " (EXPIRES within 90 days)"
            case .valid, nil: break
            }
            return text
        }

        var json: JSONValue {
            .object([
                ("keySHA256", .string(keySHA256)),
                ("kind", .string(orNull: kind?.description)),
                ("subject", .string(orNull: subject)),
                ("messages", .integer(count)),
                ("certificateNotAfter", .string(orNull: notAfter?.description)),
                ("certificate", .string(orNull: validity?.rawValue)),
            ])
        }
    }

    var lines: [ScreenLine] {
        TextTable.lines("signature methods", Self.ranked(summary.signatureMethods))
            + TextTable.lines("digest methods", Self.ranked(summary.digestMethods))
            + TextTable.lines("encryption methods", Self.ranked(summary.encryptionMethods))
            + TextTable.lines("keys", keys.map { ($0.text, $0.count) })
            + TextTable.lines("weak algorithms", weaknesses.map { (Self.name(of: $0), $1) })
    }

    var jsonMembers: [(name: String, value: JSONValue)] {
        [
            ("signatureMethods", Self.json(summary.signatureMethods)),
            ("digestMethods", Self.json(summary.digestMethods)),
            ("encryptionMethods", Self.json(summary.encryptionMethods)),
            ("keys", .array(keys.map(\.json))),
            ("expiredCertificates", .integer(keys.count { $0.validity == .expired })),
            ("expiringCertificates", .integer(keys.count { $0.validity == .expiring })),
            ("weakAlgorithms", .object(weaknesses.map { ($0.rawValue, .integer($1)) })),
        ]
    }

    private static func ranked(_ counts: [ByteExactName: Int]) -> [(String, Int)] {
        TextTable.ranked(counts.map { ($0.key, $0.value) }).map { ($0.text, $1) }
    }

    private static func json(_ counts: [ByteExactName: Int]) -> JSONValue {
        .object(ranked(counts).map { ($0, .integer($1)) })
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
                keySHA256: keySHA256, kind: certificates.first?.kind,
                subject: certificates.lazy.compactMap { $0.certificate?.subject }.first,
                count: count, notAfter: end, validity: end.map(validity))
        }.sorted { ($1.count, $0.keySHA256) < ($0.count, $1.keySHA256) }
    }

    private func validity(endingAt end: SAML.Instant) -> Validity {
        if end < now { return .expired }
        return end < now.advanced(bySeconds: Self.warningSpan) ? .expiring : .valid
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
