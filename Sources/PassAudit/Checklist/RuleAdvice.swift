internal import WireText

/// A rule in words: what it asks, the reason to keep it, and the change that keeps it.
///
/// `Documentation/audit-rules.md` is the only source of these texts.
package struct RuleAdvice: Hashable, Sendable {
    /// The rule, as an instruction to the developer of an app.
    package let sentence: String
    /// The risk of breaking the rule, in the words of Adobe's pages where they state one.
    package let risk: String
    /// The change to make in the app.
    package let change: String

    /// The advice on each rule that has a section, by the identifier of the rule.
    static let all: [String: RuleAdvice] = PageSection.all(in: EmbeddedFile.rules)
        .reduce(into: [:]) { $0[$1.heading] = RuleAdvice($1) }

    private init(_ section: PageSection) {
        sentence = section.paragraphs.first ?? ""
        let risk = section.text(after: "- Risk: ") ?? ""
        self.risk = risk.hasSuffix(".") ? String(risk.dropLast()) : risk
        change = section.text(after: "- What to change: ") ?? ""
    }

    fileprivate init(unknown id: String) {
        (sentence, risk, change) = (id, "", "")
    }
}

extension ChecklistRule {
    /// The reason to keep it, and the change that keeps it.
    package var advice: RuleAdvice { RuleAdvice.all[id] ?? RuleAdvice(unknown: id) }

    /// The rule, as an instruction to the developer of an app.
    package var sentence: String { advice.sentence }
}
