#if Sandbox
internal import PayloadCoding
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// A record as a page shows it.
struct InspectionView {
    let record: ProfileProcessing.ProfileRecord

    var fields: PageFields {
        [
            "isAccepted": .flag(record.outcome.hasNothingWrong),
            "outcome": .text(record.outcome.rawValue), "kind": .text(kind),
            "reasons": .list(record.reasons.map(Self.fields)), "facts": .list(facts),
            "hasAttributes": .flag(!record.verified.attributes.isEmpty),
            "attributes": .list(Self.attributes(of: record.verified)),
            "hasClaims": .flag(!claims.isEmpty), "claims": .list(claims.compactMap(Self.fields)),
            "hasClaimedAttributes": .flag(!(claimed?.attributes ?? []).isEmpty),
            "claimedAttributes": .list(claimed.map(Self.attributes) ?? []),
        ]
    }

    private var claimed: MessageContent? { record.claimed?.unverified }

    private static func attributes(of content: MessageContent) -> [PageFields] {
        content.attributes.map { item in
            [
                "name": .text(item.name),
                "values": .text(item.values.map { $0.text ?? "(nil)" }.joinedOrDash),
            ]
        }
    }

    private var kind: String {
        switch record.kind {
        case .response: "a SAML response"
        case let kind?: kind.nounWithArticle
        case nil: "no readable SAML message"
        }
    }

    private static func fields(_ reason: Reason) -> PageFields {
        let cause = reason.likelyCause
        return [
            "code": .text(reason.code.rawValue), "message": .text(reason.message),
            // Most sentences name the place themselves.
            "place": PageValue(
                reason.position.map { "\($0)" }.flatMap { reason.message.contains($0) ? nil : $0 }),
            "cause": PageValue(cause),
            "explanation": .text(cause == nil ? "" : reason.statement),
            "advice": .text(cause.flatMap(ReasonPage.page)?.action ?? ""),
        ]
    }

    private var facts: [PageFields] {
        let rows: [Row] =
            [
                ("Unpacked", record.envelope.map(\.rawValue).joinedUnlessEmpty),
                ("Size", "\(record.byteCount) bytes"), ("Signature", signature),
                ("Encrypted", record.encrypted.map(\.rawValue).joinedUnlessEmpty),
            ] + rows(of: record.verified) + [
                ("Missing", record.missing.joinedUnlessEmpty), ("Encoding", encoding),
            ]
        return rows.compactMap(Self.fields)
    }

    /// The unverified claims, separate from the rest.
    private var claims: [Row] {
        claimed.map { rows(of: $0).filter { $0.text != nil } } ?? []
    }

    private typealias Row = (label: String, text: String?)

    private static func fields(_ row: Row) -> PageFields? {
        row.text.map { ["label": .text(row.label), "text": .text($0)] }
    }

    private func rows(of content: MessageContent) -> [Row] {
        let message = content.message
        return [
            ("Issuer", content.issuer), ("Audience", content.audiences.joinedUnlessEmpty),
            ("Destination", message?.destination), ("ID", message?.id),
            ("Answers", message?.inResponseTo), ("Issued", message?.issueInstant?.description),
            ("Valid", validity(of: content)), ("Status", message?.status),
            ("NameID", content.nameID?.value),
        ]
    }

    private func validity(of content: MessageContent) -> String? {
        guard content.notBefore != nil || content.notOnOrAfter != nil else { return nil }
        let start = content.notBefore?.description ?? "ever"
        let end = content.notOnOrAfter?.description ?? "ever"
        return "from \(start) to \(end) (\(record.conditions.verdict.rawValue))"
    }

    private var signature: String? {
        let signature = record.signature
        guard record.kind != nil else { return nil }
        guard !signature.signed.isEmpty else { return "none" }
        let signed =
            record.kind == .attributeQuery ? ["query"] : signature.signed.map(\.rawValue)
        return
            ([signature.verdict.rawValue] + signed
            + [signature.signatureMethod, signature.canonicalization].compactMap(\.self))
            .joined(separator: ", ")
    }

    private var encoding: String? {
        record.normalization.map { normalization in
            let effect = "the cookbook’s normalization \(record.encodingEffect ?? "")"
            let warnings = normalization.warnings.map(\.rawValue).joinedUnlessEmpty
            return effect + (warnings.map { " (\($0))" } ?? "")
        }
    }
}

extension [String] {
    fileprivate var joinedUnlessEmpty: String? { isEmpty ? nil : joined(separator: ", ") }
}
#endif
