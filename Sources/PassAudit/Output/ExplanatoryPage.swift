package import WireText

extension ReasonPage {
    /// Returns the page of a reason, a likely cause or a rule of the audit; `nil` where the code names none.
    package static func page(named code: String) -> ReasonPage? {
        page(of: code) ?? Rule.named(code).map { ReasonPage($0) }
    }

    /// The page of a rule of the audit.
    private init(_ rule: Rule) {
        self.init(
            code: rule.id, sentence: rule.sentence,
            detail: "\(rule.origin) Risk: \(rule.risk).", usual: nil,
            action: rule.remedy)
    }

    /// The page as a JSON object.
    package var json: JSONValue {
        .object([
            ("code", .string(code)), ("meaning", .string(meaning)),
            ("usually", .string(orNull: usual)), ("whatToDo", .string(action)),
            ("inShort", .string(sentence)),
        ])
    }
}
