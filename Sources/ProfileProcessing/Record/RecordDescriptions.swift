internal import WireText

// A record shows what its message says through its fields only, never in an interpolation or
// `dump`.

extension ProfileRecord: CustomStringConvertible {
    /// The outcome and its reasons; never content of the message.
    public var description: String {
        let codes = reasons.map(\.code.rawValue).joined(separator: ", ")
        return "ProfileRecord(\(index), \(outcome)\(codes.isEmpty ? "" : ": \(codes)"))"
    }
}

extension MessageSummary: CustomStringConvertible {
    /// The kind of the value; never the identifiers in it.
    public var description: String { "MessageSummary" }
}

extension SignatureSummary: CustomStringConvertible {
    /// The verdict; never what the message calls its algorithms.
    public var description: String { "SignatureSummary(\(verdict))" }
}

extension ConditionsSummary: CustomStringConvertible {
    /// The verdict; never the audiences.
    public var description: String { "ConditionsSummary(\(verdict))" }
}

extension ProfileRecord: Redacted {}
extension MessageSummary: Redacted {}
extension SignatureSummary: Redacted {}
extension ConditionsSummary: Redacted {}
