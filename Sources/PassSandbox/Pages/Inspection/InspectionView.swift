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

    /// What the record says, and the heading of the form for another message.
    var markup: Markup {
        let isAccepted = record.outcome.hasNothingWrong
        let verdict: Markup = """
            <p><strong>\(record.outcome.rawValue)</strong>: \(kind)</p>
            \(record.reasons.markup(Self.markup))
            """
        return """
            <div class="message \(isAccepted ? "good" : "bad")" \
            role="\(isAccepted ? "status" : "alert")">\(verdict)</div>
            <h2 id="facts">What it says</h2>
            \(Self.list(of: facts, under: "facts"))\
            \(Self.attributes(of: record.verified, "attributes", "Attributes"))\
            \(record.claimed.markup { claims(in: $0.unverified) })\
            <h2>Another one</h2>

            """
    }

    private func claims(in content: MessageContent) -> Markup {
        let rows = rows(of: content)
        guard rows.contains(where: { $0.text != nil }) else { return "" }
        return """
            <h2 id="claims">What it claims, and nobody verified</h2>
            \(Self.list(of: rows, under: "claims"))\
            \(Self.attributes(of: content, "claimed-attributes", "Claimed attributes"))
            """
    }

    private static func list(of rows: [Row], under heading: String) -> Markup {
        let items = rows.markup { label, text in
            text.markup { "<dt>\(label)</dt><dd>\($0)</dd>\n" }
        }
        return "<div class=\"card\"><dl aria-labelledby=\"\(heading)\">\n\(items)</dl></div>\n"
    }

    private static func attributes(
        of content: MessageContent, _ anchor: String, _ title: String
    ) -> Markup {
        guard !content.attributes.isEmpty else { return "" }
        let rows = content.attributes.markup { item in
            """
            <tr><th scope="row"><code>\(item.name)</code></th>\
            <td>\(item.values.map { $0.text ?? "(nil)" }.joinedOrDash)</td></tr>

            """
        }
        return "<h2 id=\"\(anchor)\">\(title)</h2>\n"
            + PageLayout.table(under: anchor, ["Name", "Values"], rows: rows)
    }

    private var kind: String {
        switch record.kind {
        case .response: "a SAML response"
        case let kind?: kind.nounWithArticle
        case nil: "no readable SAML message"
        }
    }

    private static func markup(_ reason: Reason) -> Markup {
        // Most sentences name the place themselves.
        let place = reason.position.map { "\($0)" }
            .flatMap { reason.message.contains($0) ? nil : $0 }
        let cause = reason.likelyCause.markup { cause in
            """
             Likely cause: <code>\(cause)</code>. \(reason.statement) \
            \(ReasonPage.page(of: cause)?.action ?? "")
            """
        }
        return """
            <p><code>\(reason.code.rawValue)</code>\(place.markup { " at \($0)" }): \
            \(reason.message)\(cause)</p>

            """
    }

    private typealias Row = (label: String, text: String?)

    private var facts: [Row] {
        [
            ("Unpacked", record.envelope.map(\.rawValue).joinedUnlessEmpty),
            ("Size", "\(record.byteCount) bytes"), ("Signature", signature),
            ("Encrypted", record.encrypted.map(\.rawValue).joinedUnlessEmpty),
        ] + rows(of: record.verified) + [
            ("Missing", record.missing.joinedUnlessEmpty), ("Encoding", encoding),
        ]
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
