internal import PayloadCoding
import ProfileProcessing
import Reports
import SAML2
import SAMLBindings
internal import XMLCore
internal import XMLSecurity

/// A record as a screen of text.
struct InspectionScreen {
    /// The name of the message, with which it can be chosen.
    let name: String
    let record: ProfileRecord
    /// The certificates of the message, where there are several.
    let certificates: [StatedCertificate]

    var lines: [String] {
        [name]
            + (verdict + facts + missing + encoding + claims).map { label, text in
                "  \(label.padding(to: 14))\(text)"
            }
    }

    private typealias Row = (label: String, text: String)

    private func row(_ label: String, _ text: String?) -> [Row] {
        text.map { [(label, $0.orBlankness)] } ?? []
    }

    private var verdict: [Row] {
        let reasons = record.reasons.flatMap { reason -> [Row] in
            let place = reason.position.map { " [\($0.line):\($0.column)]" } ?? ""
            return reason.lines(at: place).map { (label: "", text: $0) }
        }
        return row(
            "outcome", "\(record.outcome.rawValue) (\(record.kind?.noun ?? "no SAML message"))")
            + reasons
    }

    private var facts: [Row] {
        let source = record.source
        let rows =
            row("captured", [source.shownTime, source.host].compactMap(\.self).joinedUnlessEmpty)
            + row("unpacked", record.envelope.map(\.rawValue).joinedUnlessEmpty)
            + row("size", record.byteCount.counted("byte"))
        guard record.kind != nil else { return rows }
        return rows + row("signature", signature) + key + keyInfo
            + row("encrypted", encrypted)
            + self.rows(of: record.verified)
    }

    /// The unverified claims, separate at the end.
    private var claims: [Row] {
        let claims = (record.claimed.map { rows(of: $0.unverified) } ?? []) + details
        let isSigned = record.outcome == .notJudged && record.signature.verdict == .valid
        let title =
            isSigned ? "by the signed message, not judged:" : "by the message, NOT verified:"
        return claims.isEmpty ? [] : row("CLAIMED", title) + claims
    }

    private func rows(of content: MessageContent) -> [Row] {
        let message = content.message
        return row("issuer", content.issuer)
            + row("audience", content.audiences.map(\.orBlankness).joinedUnlessEmpty)
            + row("destination", message?.destination)
            + row("id", message?.id) + row("answers", message?.inResponseTo)
            + row("issued", message?.issueInstant?.wholeSeconds)
            + row("valid", validity(of: content))
            + row("status", message?.status)
            + row("", message?.statusMessage?.inQuotes) + attributes(of: content)
    }

    /// The encrypted parts and, after decryption, their algorithms.
    private var encrypted: String? {
        guard let parts = record.encrypted.map(\.rawValue).joinedUnlessEmpty else { return nil }
        guard let encryption = record.encryption else { return parts }
        let methods = (encryption.methods + encryption.keyTransports).map(\.algorithmName)
        let orders = encryption.orders.map { order in
            switch order {
            case .signedThenEncrypted: "signed, then encrypted"
            case .encryptedThenSigned: "encrypted, then signed"
            }
        }
        return "\(parts): " + (methods + orders).joined(separator: ", ")
    }

    private func validity(of content: MessageContent) -> String? {
        guard content.notBefore != nil || content.notOnOrAfter != nil else { return nil }
        let start = content.notBefore?.wholeSeconds ?? "ever"
        let end = content.notOnOrAfter?.wholeSeconds ?? "ever"
        let verdict =
            record.outcome == .notJudged
            ? "not judged"
            : record.conditions.verdict != .notChecked
                ? record.conditions.verdict.rawValue
                    + (record.conditions.now == nil ? "" : " when it was issued")
                : record.conditions.checked.contains(.time)
                    ? "only the time was checked" : "not checked: pass --now"
        return "from \(start) to \(end) (\(verdict))"
    }

    private var signature: String? {
        let signature = record.signature
        guard !signature.signed.isEmpty else {
            return signature.verdict == .notChecked ? "unknown: it may be encrypted" : "none"
        }
        let signed = signature.signed.map(\.noun).joined(separator: " and ")
        let methods = [signature.signatureMethod, signature.canonicalization]
            .compactMap { $0?.algorithmName }
        let verdict =
            signature.verdict == .notChecked ? "NOT VERIFIED" : signature.verdict.rawValue
        return "\(verdict): \(([signed] + methods).joined(separator: ", "))"
    }

    /// The key that verified the message, as people know it.
    private var key: [Row] {
        (record.signature.key?.nameLines ?? []).enumerated().flatMap { number, line in
            row(number == 0 ? "key" : "", line)
        }
    }

    /// The certificates that the message brings along, and which of them are not keys.
    private var keyInfo: [Row] {
        certificates.enumerated().flatMap { number, certificate in
            let subject = certificate.outline.subject ?? "no subject"
            let text = (certificate.isChain ? "chain, no key: " : "") + subject
            return row(number == 0 ? "KeyInfo" : "", text)
                + row("", "SHA-256 \(certificate.outline.sha256)")
        }
    }

    private func attributes(of content: MessageContent) -> [Row] {
        var rows = row("NameID", content.nameID?.value)
        let texts = ValueTexts(of: content.attributes).byItem
        for (number, item) in content.attributes.enumerated() {
            let label = number == 0 ? "attributes" : ""
            let values = zip(item.values, texts[number]).map { value, text in
                value.isEncrypted ? "(EncryptedID, not decrypted)" : text?.orBlankness ?? "(nil)"
            }.joined(separator: " | ")
            let name = item.name.orBlankness
            rows += row(label, item.values.isEmpty ? name : "\(name) = \(values)")
        }
        // With their values they are among the attributes.
        let others = (content.otherAttributes ?? []).filter { name in
            !content.attributes.contains { $0.name == name }
        }
        rows += row("others sent", others.map(\.orBlankness).joinedUnlessEmpty)
        return rows
    }

    /// The further details of a message that is not judged.
    private var details: [Row] {
        record.details.enumerated().flatMap { number, detail in
            row(number == 0 ? "states" : "", "\(detail.name) = \(detail.value.orBlankness)")
        }
    }

    private var missing: [Row] {
        row("missing", record.missing.map(\.orBlankness).joinedUnlessEmpty)
    }

    private var encoding: [Row] {
        guard let normalization = record.normalization else { return [] }
        let effect = record.encodingEffect ?? ""
        let warnings =
            normalization.warnings.map(\.rawValue).joinedUnlessEmpty
            .map { " (\($0))" } ?? ""
        return row("encoding", "\(normalization.mode.rawValue) \(effect)\(warnings)")
    }
}

extension SignatureSummary.SignedElement {
    /// The name on screens.
    var noun: String {
        switch self {
        case .response, .assertion: rawValue
        case .queryString: "query string"
        }
    }
}

extension [String] {
    fileprivate var joinedUnlessEmpty: String? { isEmpty ? nil : joined(separator: ", ") }
}

extension String {
    /// The text, or a word in its place where there is nothing to see.
    fileprivate var orBlankness: String {
        SAML.Discrepancy.blankness(of: self).map { "(\($0))" } ?? self
    }

    /// The words of a provider, which senders choose the length of.
    var inQuotes: String {
        SAML.Discrepancy.blankness(of: self).map { "(\($0) StatusMessage)" }
            ?? "“\(SAML.Discrepancy.shortened(self))”"
    }

    /// The last part of an algorithm identifier.
    fileprivate var algorithmName: String {
        split { $0 == "#" || $0 == "/" }.last.map(String.init) ?? self
    }

    /// Returns the text, padded with spaces to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
