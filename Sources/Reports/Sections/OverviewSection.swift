internal import BatchEngine
internal import WireText

/// The overview: the number of messages, the accepted ones, the biggest problem and its issuer.
struct OverviewSection {
    let figures: ReportFigures

    private var tally: ReportTally { figures.tally }
    private var outcomes: BatchSummary.Counts { tally.outcomes }

    var markup: Markup {
        """
        <header>
        <p class="eyebrow">SAML messages\(period)</p>
        <h1>\(headline)</h1>
        <p class="problem">\(problem)\(notJudged)</p>
        \(verification)
        \(bar)
        \(tiles)
        </header>

        """
    }

    private var period: Markup {
        guard let first = tally.time.sorted.first?.start, let last = tally.time.sorted.last?.start
        else { return "" }
        let (begin, end) = (ReportText.day(first), ReportText.day(last + tally.time.width - 1))
        return begin == end ? " · \(begin)" : " · \(begin) to \(end)"
    }

    private var headline: Markup {
        let total = outcomes.judged
        guard total > 0 else {
            return outcomes.notJudged > 0
                ? "No message was judged." : "These results contain no message."
        }
        guard outcomes.accepted > 0 || tally.verdicts.showsVerification else {
            return outcomes.failed == 0
                ? "\(total.counted("message")) read, and nothing was verified."
                : """
                \(outcomes.failed.grouped) of \(total.counted("message")) \
                \(outcomes.failed == 1 ? "has" : "have") something wrong, and nothing was verified.
                """
        }
        if outcomes.failed == 0 {
            return total == 1
                ? "The one message was accepted."
                : "All \(total.grouped) messages were accepted."
        }
        return """
            \(ReportText.percent(outcomes.accepted, of: total)) of \
            \(total.counted("message")) \(total == 1 ? "was" : "were") accepted.
            """
    }

    private var problem: Markup {
        guard let reason = figures.reasons.first, reason.first > 0 else {
            guard outcomes.judged == 0 else {
                return "Nothing was rejected, and everything could be read."
            }
            return outcomes.notJudged > 0
                ? "These results contain no response."
                : figures.remedies.noMessages.markup { "\($0)" }
        }
        let share = ReportText.percent(reason.first, of: outcomes.failed)
        let ties = figures.reasons.dropFirst().prefix { $0.first == reason.first }
        guard ties.isEmpty else {
            let names = ([reason] + ties.prefix(3)).markup { other in
                """
                \(other.anchor == reason.anchor ? " " : ", ")<a href="#\(other.anchor)">\
                <b>\(ReportText.words(other.code))</b></a>
                """
            }
            return cause + """
                \((ties.count + 1).grouped) problems are equally frequent, each first for \
                \(reason.first.counted("message")), \(share) of what failed:\
                \(names)\(ties.count > 3 ? " and others" : "").
                """
        }
        let what: Markup = """
            \(cause)The biggest problem is <a href="#\(reason.anchor)">\
            <b>\(ReportText.words(reason.code))</b></a>: it comes first for \
            \(reason.first.counted("message")), \(share) of what failed.
            """
        guard let worst = reason.issuers.max(by: { $0.tally.first < $1.tally.first }),
            worst.tally.first > 0
        else { return what }
        guard let name = worst.name else {
            return what + " It has no issuer, because no message could be read."
                + unexplained(reason)
        }
        let who: Markup =
            worst.tally.first == reason.first
            ? "All of them are of" : "\(worst.tally.first.grouped) of them are of"
        return what + " \(who) <b>\(ReportText.issuer(name, limit: 60))</b>."
            + unexplained(reason)
    }

    /// Returns how many of the messages with this first reason have no likely cause, and where to look.
    private func unexplained(_ reason: ReportFigures.ReasonFigure) -> Markup {
        let count = figures.unexplainedOfAll.first { $0.code == reason.code }?.count ?? 0
        guard count > 0 else { return "" }
        let which: Markup =
            count == reason.first
            ? "None of them has a" : "\(count.grouped) of them \(count == 1 ? "has" : "have") no"
        return " \(which) <a href=\"#causes\">likely cause</a>."
    }

    /// The most frequent cause with what to do about it, where one is known: the sentence a colleague would write.
    private var cause: Markup {
        let causes = figures.causesOfAll
        guard let first = causes.first else { return "" }
        let count = first.count
        // What most messages share comes first, although no search found why.
        guard count >= figures.unexplainedOfAll.first?.count ?? 0 else { return "" }
        let ties = causes.dropFirst().count { $0.count == count }
        let who: Markup =
            first.issuers.count > 1
            ? " of \(first.issuers.count.grouped) issuers"
            : first.issuers.first?.map { " of <b>\(ReportText.issuer($0, limit: 60))</b>" } ?? ""
        let tied: Markup =
            ties == 0
            ? ""
            : " \(ties == 1 ? "Another cause is" : "\(ties.grouped) other causes are") as frequent."
        return """
            \(count.counted("message"))\(who): \(CauseSection.words(first.code)) \
            <a href="#causes">\(figures.causes.count == 1 ? "The cause" : "All causes")</a>.\(tied)</p>
            <p class="problem">
            """
    }

    private var notJudged: Markup {
        let count = outcomes.notJudged
        return count == 0
            ? ""
            : """
             \(count.counted("message")) \(count == 1 ? "was" : "were") not judged, and \
            \(count == 1 ? "is" : "are") counted nowhere else.
            """
    }

    private var verification: Markup {
        let verdicts = tally.verdicts
        let readable = outcomes.passed +| outcomes.rejected
        if readable == 0 { return "" }
        if verdicts.valid == readable {
            return Self.badge(
                "good", "VERIFIED", "A trusted key signed every message that could be read.")
        }
        if verdicts.showsVerification {
            return """
                <p class="badge"><b>VERIFIED</b> A trusted key signed \
                \(verdicts.valid.grouped) of \(readable.grouped) readable messages.</p>
                """
        }
        if verdicts.notChecked == 0 {
            return Self.badge(
                "bad", "NOT SIGNED", "No message that could be read carries a signature.")
        }
        return Self.badge(
            "bad", "NOT VERIFIED",
            """
            No signature was checked, so that everything here is what the messages \
            claim.\(figures.remedies.notVerified.markup { " \($0)" })
            """)
    }

    private static func badge(_ state: String, _ title: String, _ text: Markup) -> Markup {
        "<p class=\"badge \(state)\"><b>\(title)</b> \(text)</p>"
    }

    private var bar: Markup {
        guard outcomes.judged > 0 else { return "" }
        let parts = Chart.parts(of: outcomes)
        let passed = tally.wordForPassed
        let all = Chart.words(parts, passed: passed)
        let shares = ReportText.shares(parts.map(\.count))
        let words = zip(parts, shares).markup { part, share in
            """
            <div><dt><span class="key \(part.name)"></span>\
            \(part.name == "accepted" ? passed : part.name)</dt>\
            <dd>\(part.count.grouped) <span class="soft">\
            \(share)</span></dd></div>
            """
        }
        return """
            \(Chart.stack(parts, class: "outcomes", label: "Outcomes: \(all)"))
            <dl class="outcomes">\(words)</dl>
            """
    }

    private var tiles: Markup {
        guard outcomes.judged > 0 else { return "" }
        let normalized = figures.issuers.map(\.value.normalized).saturatingSum()
        let broken =
            figures.issuers.map(\.value.broken).saturatingSum()
            +| (tally.issuers.others?.broken ?? 0)
        let ending = figures.certificates.filter { certificate in
            certificate.notAfter.map { $0 < figures.now + CertificateSection.warningSpan } ?? false
        }.count
        var tiles: [(anchor: String, value: String, text: String)] = [
            ("issuers", figures.issuers.count.grouped, "issuers"),
            ("reasons", figures.reasons.count.grouped, "different reasons"),
        ]
        if normalized > 0 {
            tiles.append(
                ("normalization", broken.grouped, "signatures broken by normalization"))
        }
        tiles.append(
            figures.certificates.isEmpty
                ? ("sizes", ReportText.size(tally.byteCount), "of messages")
                : (
                    "certificates", ending.grouped,
                    "certificates that expire within 90 days or have expired"
                ))
        let items = tiles.markup { tile in
            """
            <li><a href="#\(tile.anchor)"><b>\(tile.value)</b> <span>\(tile.text)</span></a></li>
            """
        }
        return "<ul class=\"tiles\">\(items)</ul>"
    }
}
