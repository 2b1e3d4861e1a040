import ProfileProcessing
import SAML2
import XMLCore

/// A record as a screen of text.
struct InspectionScreen {
    /// The name of the message, with which it can be chosen.
    let name: String
    let record: ProfileRecord
    /// The certificates of the message, where there are several.
    let certificates: [StatedCertificate]

    var lines: [ScreenLine] {
        let facts = RecordFacts(record, certificates: certificates)
        return [ScreenLine(name, .title)] + verdict + facts.verified.flatMap(lines)
            + attributes(of: record.verified) + facts.effects.flatMap(lines) + claims(facts)
    }

    private var verdict: [ScreenLine] {
        let reasons = record.reasons.flatMap { reason in
            reason.lines(at: reason.position.map { " [\($0.line):\($0.column)]" } ?? "")
        }
        let kind = record.kind?.noun ?? "no SAML message"
        let outcome: ScreenLine = "\(record.outcome.tone, record.outcome.rawValue) (\(kind))"
        return lines("outcome", [outcome] + reasons)
            + lines("notes", record.notes.flatMap(\.lines).screenLines)
    }

    /// The unverified claims, separate at the end.
    private func claims(_ facts: RecordFacts) -> [ScreenLine] {
        let claims =
            facts.claimed.flatMap(lines)
            + (record.claimed.map { attributes(of: $0.unverified) } ?? [])
            + facts.details.flatMap(lines)
        return claims.isEmpty
            ? []
            : ["  \(.caution, "CLAIMED".padding(to: 14) + facts.claimant + ":")"] + claims
    }

    private func attributes(of content: MessageContent) -> [ScreenLine] {
        let attributes = content.attributeTexts.map { name, values in
            values.map { "\(name) = \($0)" } ?? name
        }
        let others = content.namesSentBesides
        return lines("attributes", attributes.screenLines)
            + lines(
                "others sent", others.isEmpty ? [] : [ScreenLine(others.joined(separator: ", "))])
    }

    private func lines(of row: FactRow) -> [ScreenLine] {
        lines(row.label, row.lines.map { tone(of: $0, in: row.label) })
    }

    /// A fact with the words in colour that decide something.
    private func tone(of text: String, in label: String) -> ScreenLine {
        switch label {
        case "signature":
            let verdict = text.prefix { $0 != ":" }
            return ScreenLine(text, toning: String(verdict), record.signature.verdict.tone)
        case "valid":
            guard let place = text.lastIndex(of: "("), record.outcome != .notJudged else { break }
            let verdict = text[place...].dropFirst().dropLast()
            return
                "\(String(text[...place]))\(record.conditions.verdict.tone, String(verdict)))"
        case "missing": return ScreenLine(text, .bad)
        case "encoding":
            guard record.normalization?.preservesSignature == false else { break }
            return ScreenLine(text, toning: record.encodingEffect ?? "", .caution)
        default: break
        }
        return ScreenLine(text)
    }

    private func lines(_ label: String, _ texts: [ScreenLine]) -> [ScreenLine] {
        texts.enumerated().map { "  \(.label, ($0 == 0 ? label : "").padding(to: 14))\($1)" }
    }
}

extension String {
    /// Returns the text, padded with spaces to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
