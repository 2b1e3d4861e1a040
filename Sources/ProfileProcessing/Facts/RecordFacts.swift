internal import Captures
internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import WireText
internal import XMLSecurity

/// A record in words.
package struct RecordFacts {
    private let record: ProfileRecord
    /// The certificates of the message, where there are several.
    private let certificates: [StatedCertificate]

    package init(_ record: ProfileRecord, certificates: [StatedCertificate] = []) {
        self.record = record
        self.certificates = certificates
    }

    /// The capture, the signature and what it covers, except for attributes.
    package var verified: [FactRow] {
        let source = record.source
        let capture =
            FactRow.row(
                "captured", list: [source.shownTime, source.hostInWords].compactMap(\.self))
            + FactRow.row("unpacked", list: record.envelope.map(\.rawValue))
            + FactRow.row("size", record.byteCount > 0 ? record.byteCount.counted("byte") : nil)
        guard record.kind != nil else { return capture }
        return capture + FactRow.row("signature", signature)
            + FactRow.row("key", record.signature.key?.nameLines ?? [])
            + FactRow.row("KeyInfo", keyInfo) + FactRow.row("encrypted", encrypted)
            + rows(of: record.verified)
    }

    /// What is claimed and not verified, except for attributes.
    package var claimed: [FactRow] { record.claimed.map { rows(of: $0.unverified) } ?? [] }

    /// The further details of a message that is not judged.
    package var details: [FactRow] {
        FactRow.row("states", record.details.map { "\($0.name) = \($0.value.orBlankness)" })
    }

    /// The attributes that are missing, and the effect of encoding.
    package var effects: [FactRow] {
        FactRow.row("missing", list: record.missing) + FactRow.row("encoding", encoding)
    }

    /// Who claims what is not verified.
    package var claimant: String {
        record.outcome == .notJudged && record.signature.verdict == .valid
            ? "by the signed message, not judged" : "by the message, NOT verified"
    }

    private func rows(of content: MessageContent) -> [FactRow] {
        let message = content.message
        return FactRow.row("issuer", content.issuer)
            + FactRow.row("audience", list: content.audiences)
            + FactRow.row("destination", message?.destination)
            + FactRow.row("id", message?.id) + FactRow.row("answers", message?.inResponseTo)
            + FactRow.row("issued", message?.issueInstant?.wholeSeconds)
            + FactRow.row("valid", validity(of: content))
            + FactRow.row("status", message?.status, message?.statusMessage?.inQuotes)
            + FactRow.row("NameID", content.nameID?.value)
    }

    /// The encrypted parts and, after decryption, their algorithms.
    package var encrypted: String? {
        guard !record.encrypted.isEmpty else { return nil }
        let parts = record.encrypted.map(\.rawValue).joined(separator: ", ")
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
        let conditions = record.conditions
        let verdict =
            record.outcome == .notJudged
            ? "not judged"
            : conditions.verdict != .notChecked
                ? conditions.verdict.rawValue + (conditions.now?.words ?? "")
                : conditions.checked.contains(.time)
                    ? "only the time was checked" : "not checked: pass --now"
        return "from \(start) to \(end) (\(verdict))"
    }

    /// The verdict on the signatures, what they cover and how they were made.
    package var signature: String {
        let signature = record.signature
        guard !signature.signed.isEmpty else {
            guard signature.verdict == .notChecked else { return "none" }
            return record.encrypted.isEmpty
                ? "unknown: the message could not be read" : "unknown: it may be encrypted"
        }
        let methods = [signature.signatureMethod, signature.canonicalization]
            .compactMap { $0?.algorithmName }
        let verdict =
            signature.verdict == .notChecked ? "NOT VERIFIED" : signature.verdict.rawValue
        return "\(verdict): \(([record.signedParts] + methods).joined(separator: ", "))"
    }

    /// The certificates that the message brings along, and which of them are not keys.
    private var keyInfo: [String] {
        certificates.flatMap { certificate in
            let subject = certificate.outline.subject ?? "no subject"
            return [
                (certificate.isChain ? "chain, no key: " : "") + subject,
                "SHA-256 \(certificate.outline.sha256)",
            ]
        }
    }

    /// The normalization, its effect on the signature and its warnings.
    package var encoding: String? {
        record.normalization.map { normalization in
            let warnings = normalization.warnings.map(\.rawValue).joined(separator: ", ")
            return "\(normalization.mode.rawValue) \(record.encodingEffect ?? "")"
                + (warnings.isEmpty ? "" : " (\(warnings))")
        }
    }
}

extension ProfileRecord {
    /// The signed parts in words.
    package var signedParts: String {
        signature.signed.map { part in
            switch part {
            case .response where kind == .attributeQuery: "query"
            case .response, .assertion: part.rawValue
            case .queryString: "query string"
            }
        }.joined(separator: " and ")
    }
}

extension MessageContent {
    /// Each attribute with its values in one text; `nil` without values.
    package var attributeTexts: [(name: String, values: String?)] {
        zip(attributes, ValueTexts(of: attributes).byItem).map { item, texts in
            let values = zip(item.values, texts).map { value, text in
                value.isEncrypted ? "(EncryptedID, not decrypted)" : text?.orBlankness ?? "(nil)"
            }
            return (item.name.orBlankness, values.isEmpty ? nil : values.joined(separator: " | "))
        }
    }

    /// The names of attributes that were sent and not required, where their values are not among the attributes.
    package var namesSentBesides: [String] {
        (otherAttributes ?? []).filter { name in !attributes.contains { $0.name == name } }
            .map(\.orBlankness)
    }
}
