#if Sandbox
internal import ProfileProcessing
internal import SAML2
internal import WireText

/// A record as a page shows it.
struct InspectionView {
    private let record: ProfileProcessing.ProfileRecord
    private let facts: RecordFacts

    init(record: ProfileProcessing.ProfileRecord) {
        self.record = record
        facts = RecordFacts(record)
    }

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
            \(Self.list(of: facts.verified + facts.effects, under: "facts"))\
            \(Self.attributes(of: record.verified, "attributes", "Attributes"))\
            \(record.claimed.markup { claims(in: $0.unverified) })\
            <h2>Another one</h2>

            """
    }

    private func claims(in content: MessageContent) -> Markup {
        guard !facts.claimed.isEmpty else { return "" }
        return """
            <h2 id="claims">What is claimed \(facts.claimant)</h2>
            \(Self.list(of: facts.claimed, under: "claims"))\
            \(Self.attributes(of: content, "claimed-attributes", "Claimed attributes"))
            """
    }

    private static func list(of rows: [FactRow], under heading: String) -> Markup {
        let items = rows.markup { row in
            "<dt>\(row.label)</dt>\(row.lines.markup { "<dd>\($0)</dd>" })\n"
        }
        return "<div class=\"card\"><dl aria-labelledby=\"\(heading)\">\n\(items)</dl></div>\n"
    }

    private static func attributes(
        of content: MessageContent, _ anchor: String, _ title: String
    ) -> Markup {
        guard !content.attributes.isEmpty else { return "" }
        let rows = content.attributeTexts.markup { name, values in
            """
            <tr><th scope="row"><code>\(name)</code></th><td>\(values ?? "–")</td></tr>

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
}
#endif
