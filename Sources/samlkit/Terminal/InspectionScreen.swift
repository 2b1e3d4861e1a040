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

    var lines: [String] {
        let facts = RecordFacts(record, certificates: certificates)
        return [name] + verdict + facts.verified.flatMap(lines) + attributes(of: record.verified)
            + facts.effects.flatMap(lines) + claims(facts)
    }

    private var verdict: [String] {
        let reasons = record.reasons.flatMap { reason in
            reason.lines(at: reason.position.map { " [\($0.line):\($0.column)]" } ?? "")
        }
        let kind = record.kind?.noun ?? "no SAML message"
        return lines("outcome", ["\(record.outcome.rawValue) (\(kind))"] + reasons)
            + lines("notes", record.notes.flatMap(\.lines))
    }

    /// The unverified claims, separate at the end.
    private func claims(_ facts: RecordFacts) -> [String] {
        let claims =
            facts.claimed.flatMap(lines)
            + (record.claimed.map { attributes(of: $0.unverified) } ?? [])
            + facts.details.flatMap(lines)
        return claims.isEmpty ? [] : lines("CLAIMED", ["\(facts.claimant):"]) + claims
    }

    private func attributes(of content: MessageContent) -> [String] {
        let attributes = content.attributeTexts.map { name, values in
            values.map { "\(name) = \($0)" } ?? name
        }
        let others = content.namesSentBesides
        return lines("attributes", attributes)
            + lines("others sent", others.isEmpty ? [] : [others.joined(separator: ", ")])
    }

    private func lines(of row: FactRow) -> [String] { lines(row.label, row.lines) }

    private func lines(_ label: String, _ texts: [String]) -> [String] {
        texts.enumerated().map { "  " + ($0 == 0 ? label : "").padding(to: 14) + $1 }
    }
}

extension String {
    /// Returns the text, padded with spaces to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
