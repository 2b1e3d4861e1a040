internal import Crypto
internal import PayloadCoding
internal import ProfileProcessing
internal import WireText

/// An audit as one HTML file that loads nothing.
package struct AuditPage: Sendable {
    private let audit: Audit
    private let messages: [AuditedMessage]
    private let signOns: AuditedSignOns
    private let title: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - audit: The audit.
    ///   - messages: The SAML messages in the traffic.
    ///   - signOns: The requests among them with what answered them.
    ///   - title: The name of what was audited.
    package init(
        _ audit: Audit, messages: [AuditedMessage], signOns: AuditedSignOns = .none, title: String
    ) {
        self.audit = audit
        self.messages = messages
        self.signOns = signOns
        self.title = title
    }

    /// The file in UTF-8.
    package var bytes: [UInt8] { Array(markup.text.utf8) }

    private var markup: Markup {
        let digest = SHA256.hash(data: Array(EmbeddedFile.auditStyle.text.utf8))
        let policy: Markup = """
            default-src 'none'; \
            style-src 'sha256-\(String(decoding: Base64.encoding(Array(digest)), as: UTF8.self))'; \
            base-uri 'none'; form-action 'none'
            """
        let sections: [(anchor: String, name: String, content: Markup)] = [
            ("findings", "Findings", findings),
            ("sequence", "Sequence", SequenceDiagram(audit).markup),
            ("sign-ons", "Sign-ons", samlSignOns),
            ("migration", "REST API v1", migration), ("messages", "SAML messages", samlMessages),
            ("checklist", "Checklist", checklist), ("coverage", "Coverage", coverage),
            ("unseen", "What traffic cannot show", Self.unseen),
        ].filter { !$0.2.isEmpty }
        let links = sections.markup { "<li><a href=\"#\($0.anchor)\">\($0.name)</a></li>" }
        let body = sections.markup(separator: "\n") {
            "<section id=\"\($0.anchor)\"><h2>\($0.name)</h2>\($0.content)</section>"
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="generator" content="samlkit">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>Audit of \(title)</title>
            <style>\(EmbeddedFile.auditStyle)</style></head>
            <body><main>
            \(head)
            <nav aria-label="Sections"><ul>\(links)</ul></nav>
            \(body)
            </main></body></html>

            """
    }

    private var head: Markup {
        let traffic = audit.traffic
        let tiles = audit.outcomeCounts.markup { name, count in
            "<li><b class=\"\(name)\">\(count)</b><span>\(Self.tile(name))</span></li>"
        }
        let verdict: Markup =
            audit.fails(isStrict: false)
            ? "<span class=\"word violated\">A mandatory rule is violated.</span>"
            : "<span class=\"word pass\">No mandatory rule is violated for certain.</span>"
        let providers = traffic.serviceProviders.joined(separator: ", ")
        return """
            <header><p class="soft">samlkit audit, rules of Adobe's pages of \(Rule.edition)</p>
            <h1>\(title)</h1><p>\(verdict)</p>
            <p>\(RuleWords.count(traffic.adobeCount, "exchange")) with Adobe Pass by \
            \(RuleWords.count(traffic.appCount, "app")) on \
            \(RuleWords.count(traffic.deviceCount, "device")) at \
            \(traffic.environments.joined(separator: "; "))\
            \(", for \(providers)", if: !providers.isEmpty).</p>
            <ul class="tiles">\(tiles)</ul></header>
            """
    }

    private static func tile(_ name: String) -> String {
        switch name {
        case "notChecked": "not checked"
        case "notApplicable": "not applicable"
        case "likely": "likely violated"
        default: name
        }
    }

    private var findings: Markup {
        let found = audit.findings
        let notes = audit.notes
        guard !found.isEmpty || !notes.isEmpty else { return "<p>Nothing was found.</p>" }
        let remarks: Markup = """
            <details class="finding"><summary>\(RuleWords.count(notes.count, "note")), which are not \
            findings</summary>\(notes.markup(markup))</details>
            """
        return """
            \(found.markup(markup), if: !found.isEmpty, else: "<p>Nothing was found but notes.</p>")\
            \(remarks, if: !notes.isEmpty)
            """
    }

    private func markup(_ finding: Finding) -> Markup {
        let rule = finding.rule
        let evidence = Evidence(of: finding)
        let rows = evidence.places.markup { place in
            """
            <tr\(" class=\"fault\"", if: place.isFault)><td data-name="exchange">\(place.name)</td>\
            <td data-name="time">\(place.time ?? "")</td>\
            <td data-name="gap">\(place.gap.map { "+" + RuleWords.seconds($0) } ?? "")</td>\
            <td data-name="request"><code>\(place.method) \(place.path)</code></td>\
            <td data-name="status">\(place.status == 0 ? "no answer" : String(place.status))</td></tr>
            """
        }
        let place = signOns.numbers(of: finding).first
        let words = signOns.words(of: finding)
        let link = place.markup { "<p><a href=\"#sign-on-\($0)\">\(words ?? "")</a></p>" }
        let table = Self.table(["exchange", "time", "gap", "request", "status"], rows)
        let more = evidence.count - evidence.places.count
        return """
            <details class="finding"><summary><code>\(rule.id)</code> \
            <span class="word \(finding.severity.name)">\(finding.severity.name)</span> \
            <span class="soft">\(rule.severityWord(isMandatory: finding.isMandatory)), \
            \(rule.reference)</span><p>\(finding.summary)</p></summary>
            <dl><dt>Rule</dt><dd>\(rule.sentence)</dd><dt>Risk</dt><dd>\(rule.risk)</dd>\
            <dt>Change</dt><dd>\(rule.remedy)</dd></dl>
            \(link)\(table, if: !rows.isEmpty)
            \("<p class=\"soft\">and \(more) more</p>", if: more > 0)</details>
            """
    }

    private static func table(_ names: [String], class name: String = "", _ rows: Markup) -> Markup
    {
        """
        <div class="scroll"><table\(" class=\"\(name)\"", if: !name.isEmpty)><thead><tr>\
        \(names.markup { "<th>\($0)</th>" })</tr></thead><tbody>\(rows)</tbody></table></div>
        """
    }

    private static func lines(_ texts: [String]) -> Markup {
        texts.markup(separator: "<br>") { "\($0)" }
    }

    private var migration: Markup {
        let migration = Migration(audit.traffic)
        guard !migration.leftovers.isEmpty || migration.sdkCount > 0 else { return "" }
        let rows = migration.leftovers.markup { leftover in
            """
            <tr><td class="n" data-name="calls">\(leftover.count)</td>\
            <td data-name="v1"><code>\(leftover.call)</code></td>\
            <td data-name="v2"><code>\(leftover.replacement)</code></td>\
            <td data-name="by day">\(Self.lines(leftover.byDay.map { "\($0.day): \($0.count)" }))</td>\
            <td data-name="by app">\(Self.lines(leftover.byApp.map { "\($0.app): \($0.count)" }))</td></tr>
            """
        }
        return "<p>\(migration.line)</p>"
            + Self.table(["calls", "v1", "v2", "by day", "by app"], rows)
    }

    /// The requests with what answered them, each with its calls in order.
    private var samlSignOns: Markup {
        let all = signOns.signOns
        guard !all.isEmpty else { return "" }
        let isVerified = messages.contains { $0.isVerified != nil }
        let rows = all.shown.enumerated().markup { number, signOn in
            let steps = signOn.steps.markup { step in
                """
                <tr\(" class=\"fault\"", if: step.message?.reason != nil)><td>\(step.after ?? "")</td>\
                <td>\(step.place)</td>\
                <td>\(step.message == nil ? "<code>\(step.text)</code>" as Markup : "\(step.text)")</td></tr>
                """
            }
            return """
                <details class="finding" id="sign-on-\(number + 1)"><summary>\(number + 1). \
                \(signOn.request.kind?.noun ?? "request") \(signOn.outcomeWords) \
                <span class="soft">\(signOn.request.placeName)</span></summary>\
                \(signOn.remarks.markup { "<p>\($0)</p>" })\
                \(Self.table(["after", "exchange", "what"], class: "steps", steps))</details>
                """
        }
        return "<p>\(all.lines(isVerified: isVerified).joined(separator: "; ")).</p>\(rows)"
    }

    private var samlMessages: Markup {
        guard !messages.isEmpty else { return "" }
        let rows = messages.markup { message in
            let problems =
                (message.isVerified == true ? ["signed by a trusted key"] : [])
                + message.problems.map(\.sentence) + message.remarks
            return """
                <tr><td data-name="exchange">\(message.exchange.entryName)</td>\
                <td data-name="kind">\(message.kind)</td>\
                <td data-name="issuer">\(message.issuer ?? "")</td>\
                <td data-name="bytes">\(message.byteCount)</td>\
                <td data-name="attributes">\(message.attributeNames.joined(separator: ", "))</td>\
                <td data-name="remarks">\(Self.lines(problems))</td></tr>
                """
        }
        let note: Markup = """
            <p class="soft">Signatures were not verified: <code>--trust</code> names keys.</p>
            """
        let names = ["exchange", "kind", "issuer", "bytes", "attributes", "remarks"]
        return (messages.contains { $0.isVerified != nil } ? "" : note) + Self.table(names, rows)
    }

    private var checklist: Markup {
        let rows = audit.judgements.markup { judgement in
            """
            <tr><td data-name="rule"><code>\(judgement.rule.id)</code></td>\
            <td data-name="outcome"><span class="word \(judgement.outcome.name)">\
            \(Self.tile(judgement.outcome.name))</span>\
            \(judgement.outcome.missing.markup { "<br><span class=\"soft\">\($0.words)</span>" })</td>\
            <td data-name="row">\(judgement.rule.mark)</td>\
            <td data-name="what it asks">\(judgement.rule.sentence)</td></tr>
            """
        }
        return Self.table(["rule", "outcome", "row", "what it asks"], class: "checklist", rows)
    }

    private var coverage: Markup {
        let rows = Coverage(audit.traffic).rows.markup { row in
            """
            <tr><td data-name="situation">\(row.name)</td>\
            <td data-name="platform and provider">\(Self.lines(row.subjects), if: row.isSeen, else: "<span class=\"soft\">not seen</span>")\
            </td></tr>
            """
        }
        return """
            <p class="soft">The situations of a whole test that this traffic shows.</p>\
            <table><thead><tr><th>situation</th><th>platform and provider</th></tr></thead>\
            <tbody>\(rows)</tbody></table>
            """
    }

    private static var unseen: Markup {
        "<ul>\(UnseenQuestion.all.markup { "<li>\($0)</li>" })</ul>"
    }
}

/// What the traffic of an app cannot show, as questions for its team.
package enum UnseenQuestion {
    package static let all = [
        "Do credentials, token, provider and profile survive an update and a restart?",
        "What text does a user see after a denial, and after a partner logout?",
        "Does your server verify the media token with Adobe's verifier?",
        "Did the user ask for each logout?",
        "Did tests run in prequal production and release staging before the launch?",
        "Do your servers check certificates, and keep DNS answers for at most 30 seconds?",
        "What do users see of Apple's permission prompt and picker?",
        "What do other versions of the app in the field still call? Adobe's ESM reports show it, by "
            + "its dimension api.",
    ]
}

extension AuditedMessage {
    /// What normalization does to the message, in words.
    package var remarks: [String] {
        survivesNormalization == false
            ? [
                "the cookbook's normalization breaks its signature"
                    + (warnings.isEmpty ? "" : " (\(warnings.joined(separator: ", ")))")
            ] : []
    }
}
