internal import WireText

// A record says what its message says to whoever asks for its fields. An interpolation and `dump` do
// not ask.

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
