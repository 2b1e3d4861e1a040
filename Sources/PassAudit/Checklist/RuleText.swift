internal import WireText

/// The rule in words: `Documentation/audit-rules.md` is the only source of these texts.
extension Rule {
    private static let sections: [String: PageSection] = PageSection.all(in: EmbeddedFile.rules)
        .reduce(into: [:]) { $0[$1.heading] = $1 }

    private var section: PageSection? { Self.sections[id] }

    /// The rule, as an instruction to the developer of an app.
    package var sentence: String { section?.paragraphs.first ?? id }

    /// The risk of breaking the rule, in the words of Adobe's pages where they state one.
    package var risk: String {
        let risk = section?.text(after: "- Risk: ") ?? ""
        return risk.hasSuffix(".") ? String(risk.dropLast()) : risk
    }

    /// The change to make in the app.
    package var remedy: String { section?.text(after: "- What to change: ") ?? "" }
}
