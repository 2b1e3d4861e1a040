/// Rows of the public vectors that expect acceptance and are refused here, all for one reason.
///
/// A row is listed by its name, under the rule of this package's design that refuses it and the code
/// the refusal must have. ``VectorCheck`` fails for a row that is refused and not listed, for one that
/// is listed and accepted, and for one that is refused with another code.
struct RefusalRule {
    /// The code of the refusal.
    let code: String
    /// The rule, in a sentence.
    let reason: String
    /// The names of the rows.
    let rows: [String]

    /// Creates a rule over rows that are written one to a line.
    init(_ code: String, _ reason: String, _ rows: String) {
        self.code = code
        self.reason = reason
        self.rows = rows.split(separator: "\n").map(String.init)
    }
}
