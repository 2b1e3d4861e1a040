internal import Crypto
internal import PayloadCoding

/// An audit as one HTML file that loads nothing.
package struct AuditPage: Sendable {
    private let audit: Audit
    private let messages: [AuditedMessage]
    private let title: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - audit: The audit.
    ///   - messages: The SAML messages in the traffic.
    ///   - title: The name of what was audited.
    package init(_ audit: Audit, messages: [AuditedMessage], title: String) {
        self.audit = audit
        self.messages = messages
        self.title = title
    }

    /// The file in UTF-8.
    package var bytes: [UInt8] { Array(markup.utf8) }

    private var markup: String {
        let digest = Array(SHA256.hash(data: Array(PageMarkup.style.utf8)))
        let policy =
            "default-src 'none'; style-src 'sha256-"
            + String(decoding: Base64.encoding(digest), as: UTF8.self)
            + "'; base-uri 'none'; form-action 'none'"
        let sections = [
            ("findings", "Findings", findings), ("sequence", "Sequence", sequence),
            ("migration", "REST API v1", migration), ("messages", "SAML messages", samlMessages),
            ("checklist", "Checklist", checklist), ("coverage", "Coverage", coverage),
            ("unseen", "What traffic cannot show", Self.unseen),
        ].filter { !$0.2.isEmpty }
        let links = sections.map { "<li><a href=\"#\($0.0)\">\($0.1)</a></li>" }.joined()
        let body = sections.map { anchor, name, content in
            "<section id=\"\(anchor)\"><h2>\(name)</h2>\(content)</section>"
        }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>Audit of \(PageMarkup.text(title))</title>
            <style>\(PageMarkup.style)</style></head>
            <body><main>
            \(head)
            <nav aria-label="Sections"><ul>\(links)</ul></nav>
            \(body)
            </main></body></html>

            """
    }

    private var head: String {
        let traffic = audit.traffic
        let counts = audit.outcomeCounts
        let tiles = counts.map { name, count in
            "<li><b class=\"\(name)\">\(count)</b><span>\(Self.tile(name))</span></li>"
        }.joined()
        let isFailed = audit.fails(isStrict: false)
        let verdict =
            isFailed
            ? "<p><span class=\"word violated\">A mandatory rule is violated.</span></p>"
            : "<p><span class=\"word pass\">No mandatory rule is violated for certain.</span></p>"
        let providers = PageMarkup.text(traffic.serviceProviders.joined(separator: ", "))
        let environments = traffic.environments.map { PageMarkup.text($0) }.joined(separator: "; ")
        return """
            <header><p class="soft">samlkit audit, rules of Adobe's pages of \(ChecklistRule.edition)</p>
            <h1>\(PageMarkup.text(title))</h1>\(verdict)
            <p>\(RuleWords.count(traffic.adobeCount, "exchange")) with Adobe Pass by \
            \(RuleWords.count(traffic.appCount, "app")) on \
            \(RuleWords.count(traffic.deviceCount, "device")) at \(environments)\
            \(providers.isEmpty ? "" : ", for \(providers)").</p>
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

    private var findings: String {
        let found = audit.findings
        guard !found.isEmpty || !audit.notes.isEmpty else {
            return "<p>Nothing was found.</p>"
        }
        let notes = audit.notes
        return found.map(Self.markup).joined()
            + (found.isEmpty ? "<p>Nothing was found but notes.</p>" : "")
            + (notes.isEmpty
                ? ""
                : "<details class=\"finding\"><summary>"
                    + "\(RuleWords.count(notes.count, "note")), which are not findings</summary>"
                    + notes.map(Self.markup).joined() + "</details>")
    }

    private static func markup(_ finding: Finding) -> String {
        let rule = finding.rule
        let evidence = Evidence(of: finding)
        let rows = evidence.places.map { place in
            "<tr\(place.isFault ? " class=\"fault\"" : "")>"
                + [
                    PageMarkup.text(place.name), place.time.map { PageMarkup.text($0) } ?? "",
                    place.gap.map { "+" + RuleWords.seconds($0) } ?? "",
                    PageMarkup.code("\(place.method) \(place.path)"),
                    place.status == 0 ? "no answer" : "\(place.status)",
                ].map { PageMarkup.cell($0) }.joined() + "</tr>"
        }.joined()
        let more = evidence.count - evidence.places.count
        return """
            <details class="finding"><summary><code>\(rule.id)</code> \
            <span class="word \(finding.weightName)">\(finding.weightName)</span> \
            <span class="soft">\(rule.severityWord(isMandatory: finding.isMandatory)), \
            \(PageMarkup.text(rule.reference))</span>\
            <p>\(PageMarkup.text(finding.summary))</p></summary>
            <dl><dt>Rule</dt><dd>\(PageMarkup.text(rule.sentence))</dd>\
            <dt>Risk</dt><dd>\(PageMarkup.text(rule.advice.risk))</dd>\
            <dt>Change</dt><dd>\(PageMarkup.text(rule.advice.change))</dd></dl>
            \(Self.table(rows))\
            \(more > 0 ? "<p class=\"soft\">and \(more) more</p>" : "")</details>
            """
    }

    private static func table(_ rows: String) -> String {
        guard !rows.isEmpty else { return "" }
        let names = ["exchange", "time", "gap", "request", "status"]
        let head = names.map { PageMarkup.cell($0, "th") }.joined()
        return "<div class=\"scroll\"><table><thead><tr>\(head)</tr></thead>"
            + "<tbody>\(rows)</tbody></table></div>"
    }

    private var sequence: String { SequenceDiagram(audit).markup }

    private var migration: String {
        let migration = Migration(audit.traffic)
        guard !migration.leftovers.isEmpty || migration.sdkCount > 0 else { return "" }
        let rows = migration.leftovers.map { leftover in
            "<tr>" + PageMarkup.cell("\(leftover.count)", "td", "n")
                + PageMarkup.cell(PageMarkup.code(leftover.call))
                + PageMarkup.cell(PageMarkup.code(leftover.replacement))
                + PageMarkup.cell(
                    leftover.byDay.map { "\(PageMarkup.text($0.day)): \($0.count)" }
                        .joined(separator: "<br>"))
                + PageMarkup.cell(
                    leftover.byApp.map { "\(PageMarkup.text($0.app)): \($0.count)" }
                        .joined(separator: "<br>")) + "</tr>"
        }.joined()
        return "<p>\(PageMarkup.text(migration.line))</p><div class=\"scroll\"><table><thead><tr>"
            + "<th>calls</th><th>v1</th><th>v2</th><th>by day</th><th>by app</th></tr></thead>"
            + "<tbody>\(rows)</tbody></table></div>"
    }

    private var samlMessages: String {
        guard !messages.isEmpty else { return "" }
        let rows = messages.map { message in
            let problems =
                (message.isVerified == true ? ["signed by a trusted key"] : [])
                + message.problems.map(\.sentence) + message.remarks
            return "<tr>"
                + [
                    PageMarkup.text(message.exchange.entryName), PageMarkup.text(message.kind),
                    PageMarkup.text(message.issuer ?? ""), "\(message.byteCount)",
                    PageMarkup.text(message.attributeNames.joined(separator: ", ")),
                    problems.map { PageMarkup.text($0) }.joined(separator: "<br>"),
                ].map { PageMarkup.cell($0) }.joined() + "</tr>"
        }.joined()
        let note =
            messages.contains { $0.isVerified != nil }
            ? ""
            : "<p class=\"soft\">Signatures were not verified: <code>--trust</code> names keys.</p>"
        return note + "<div class=\"scroll\"><table><thead><tr>"
            + "<th>exchange</th><th>kind</th><th>issuer</th><th>bytes</th><th>attributes</th>"
            + "<th>remarks</th></tr></thead><tbody>\(rows)</tbody></table></div>"
    }

    private var checklist: String {
        let rows = audit.judgements.map { judgement in
            "<tr>" + PageMarkup.cell(PageMarkup.code(judgement.rule.id))
                + PageMarkup.cell(
                    "<span class=\"word \(judgement.outcome.name)\">"
                        + "\(Self.tile(judgement.outcome.name))</span>"
                        + (judgement.outcome.missing.map {
                            "<br><span class=\"soft\">\(PageMarkup.text($0.words))</span>"
                        } ?? ""))
                + PageMarkup.cell(PageMarkup.text(judgement.rule.mark))
                + PageMarkup.cell(PageMarkup.text(judgement.rule.sentence)) + "</tr>"
        }.joined()
        return "<div class=\"scroll\"><table class=\"checklist\"><thead><tr><th>rule</th>"
            + "<th>outcome</th><th>row</th><th>what it asks</th></tr></thead>"
            + "<tbody>\(rows)</tbody></table></div>"
    }

    private var coverage: String {
        let rows = Coverage(audit.traffic).rows.map { row in
            "<tr>" + PageMarkup.cell(PageMarkup.text(row.name))
                + PageMarkup.cell(
                    row.isSeen
                        ? row.subjects.map { PageMarkup.text($0) }.joined(separator: "<br>")
                        : "<span class=\"soft\">not seen</span>") + "</tr>"
        }.joined()
        return "<p class=\"soft\">The situations of a whole test that this traffic shows.</p>"
            + "<table><thead><tr><th>situation</th><th>platform and provider</th></tr></thead>"
            + "<tbody>\(rows)</tbody></table>"
    }

    private static var unseen: String {
        "<ul>" + UnseenQuestion.all.map { "<li>\(PageMarkup.text($0))</li>" }.joined() + "</ul>"
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
