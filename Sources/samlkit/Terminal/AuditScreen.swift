import PassAudit
import ProfileProcessing
import WireText

/// An audit as text.
struct AuditScreen {
    let audit: Audit
    let messages: [AuditedMessage]
    var signOns = AuditedSignOns.none

    private static let width = 100

    var lines: [ScreenLine] {
        head.screenLines
            + audit.findings.flatMap { [""] + Self.lines(of: $0, signOns.words(of: $0)) }
            + migration + samlMessages + samlSignOns + notes + outcomes
    }

    private var head: [String] {
        let traffic = audit.traffic
        let subjects = [
            traffic.adobeCount.counted("exchange") + " with Adobe",
            traffic.appCount.counted("app"), traffic.deviceCount.counted("device"),
        ]
        var lines = [
            "\(subjects.joined(separator: ", ")); rules of Adobe's pages of \(Rule.edition)"
        ]
        if !traffic.serviceProviders.isEmpty {
            lines.append("service provider: \(traffic.serviceProviders.joined(separator: ", "))")
        }
        lines += traffic.environments.map { "environment: \($0)" }
        return lines
    }

    /// Returns the lines of a finding, which live output prints, too.
    static func lines(of finding: Finding, _ signOn: String? = nil) -> [ScreenLine] {
        let severity = finding.rule.severityWord(isMandatory: finding.isMandatory)
        let indent = "  "
        func wrapped(_ text: String) -> [String] {
            WrappedText.lines(text, width: width - indent.count).enumerated().map {
                $0 == 0 ? indent + $1 : indent + indent + $1
            }
        }
        let outcome = ScreenLine(finding.severity.name, finding.severity.tone)
        let head: ScreenLine =
            "\(.title, finding.rule.id)  \(severity)  \(outcome)  \(finding.rule.reference)"
        let evidence = places(Evidence(of: finding)).map { indent + $0 }
        return [head]
            + (wrapped(finding.summary) + (signOn.map(wrapped) ?? []) + evidence).screenLines
            + labelled("risk:", wrapped("risk: \(finding.rule.risk)"))
            + labelled("change:", wrapped("change: \(finding.rule.remedy)"))
    }

    /// The lines of a text that begins with a label.
    private static func labelled(_ label: String, _ lines: [String]) -> [ScreenLine] {
        lines.enumerated().map {
            $0 == 0 ? ScreenLine($1, toning: label, .label) : ScreenLine($1)
        }
    }

    private static func places(_ evidence: Evidence) -> [String] {
        var lines: [String] = []
        for (number, place) in evidence.places.enumerated() {
            let gap =
                number > 0
                ? place.gap.map { " +\(($0 * 1000).rounded() / 1000) s" } ?? "" : ""
            let time = place.timeOfDay.map { " \($0)" } ?? ""
            let status = place.status == 0 ? "no answer" : "\(place.status)"
            lines.append(
                (number > 0 ? "→ " : "")
                    + "\(place.name)\(time)\(gap) \(place.method) \(place.path) "
                    + status)
        }
        if evidence.count > evidence.places.count {
            lines.append("… and \((evidence.count - evidence.places.count).grouped) more")
        }
        return lines
    }

    private var migration: [ScreenLine] {
        let migration = Migration(audit.traffic)
        guard !migration.leftovers.isEmpty || migration.sdkCount > 0 else { return [] }
        let rows = migration.leftovers.map { leftover in
            [leftover.count.grouped, "\(leftover.call) → \(leftover.replacement)"]
        }
        let days = Dictionary(
            migration.leftovers.flatMap(\.byDay).map { ($0.day, $0.count) }, uniquingKeysWith: +)
        let apps = Dictionary(
            migration.leftovers.flatMap(\.byApp).map { ($0.app, $0.count) }, uniquingKeysWith: +)
        return ["", ScreenLine(migration.line)]
            + TextTable.lines("REST API v1 still in use", ["calls", "v1 → v2"], rows)
            + TextTable.lines(
                "Calls of v1 by day", ["calls", "day"],
                days.sorted { $0.key < $1.key }.map { [$0.value.grouped, $0.key] })
            + TextTable.lines(
                "Calls of v1 by app", ["calls", "app"],
                apps.sorted { $0.key < $1.key }.map { [$0.value.grouped, $0.key] })
    }

    private var samlMessages: [ScreenLine] {
        guard !messages.isEmpty else { return [] }
        let isVerified = messages.contains { $0.isVerified != nil }
        let title: ScreenLine =
            "\(.title, "SAML messages in the traffic")\(isVerified ? ":" : " (signatures were not verified; --trust names keys):")"
        var lines: [String] = []
        for message in messages {
            let place = message.exchange.entryName
            let problems = message.problems.map(\.sentence)
            lines.append(
                "  \(place): \(message.kind), \(message.byteCount.counted("byte"))"
                    + (message.issuer.map { ", of \($0)" } ?? "")
                    + (message.attributeNames.isEmpty
                        ? "" : ", attributes \(message.attributeNames.joined(separator: ", "))")
                    + (message.isVerified == true ? ", signed by a trusted key" : ""))
            lines += (problems + message.remarks).flatMap { text in
                WrappedText.lines(text, width: Self.width - 4).map { "    " + $0 }
            }
        }
        return ["", title] + lines.screenLines
    }

    private var samlSignOns: [ScreenLine] {
        let isVerified = messages.contains { $0.isVerified != nil }
        let lines = CapturedSignOnScreen(signOns: signOns.signOns, isVerified: isVerified).lines
        return lines.isEmpty ? [] : [""] + lines.screenLines
    }

    private var notes: [ScreenLine] {
        let notes = audit.notes
        guard !notes.isEmpty else { return [] }
        let lines = notes.flatMap { note in
            WrappedText.lines("\(note.rule.id): \(note.summary)", width: Self.width - 2)
                .enumerated().map { $0 == 0 ? "  \($1)" : "    \($1)" }
        }
        return ["", ScreenLine("Notes, which are not findings:", .title)] + lines.screenLines
    }

    /// The rules by outcome.
    var outcomes: [ScreenLine] {
        var lines: [ScreenLine] = [
            "", ScreenLine("\(audit.judgements.count.counted("rule")):", .title),
        ]
        var groups: [(words: String, tone: ScreenLine.Tone?, ids: [String])] = []
        for judgement in audit.judgements {
            let words = judgement.outcome.words
            if let place = groups.firstIndex(where: { $0.words == words }) {
                groups[place].ids.append(judgement.rule.id)
            } else {
                groups.append((words, judgement.outcome.tone, [judgement.rule.id]))
            }
        }
        let order = ["violated", "likely violated", "noted", "pass"]
        groups.sort {
            (order.firstIndex(of: $0.words) ?? 9, $0.words)
                < (order.firstIndex(of: $1.words) ?? 9, $1.words)
        }
        for group in groups {
            let head = "\(group.ids.count) \(group.words)"
            lines += WrappedText.lines(
                "\(head): \(group.ids.joined(separator: ", "))", width: Self.width - 2
            ).enumerated().map { number, line in
                guard number == 0 else { return "    \(line)" }
                return group.tone.map { ScreenLine("  \(line)", toning: head, $0) } ?? "  \(line)"
            }
        }
        return lines
    }
}
