// A record says what its message says to whoever asks for its fields. An interpolation and `dump` do
// not ask.

extension ProfileRecord: CustomStringConvertible, CustomReflectable {
    /// What becomes of the message and why; never what it says.
    public var description: String {
        let codes = reasons.map(\.code.rawValue).joined(separator: ", ")
        return "ProfileRecord(\(index), \(outcome)\(codes.isEmpty ? "" : ": \(codes)"))"
    }
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MessageSummary: CustomStringConvertible, CustomReflectable {
    /// The kind of the value; never the identifiers in it.
    public var description: String { "MessageSummary" }
    /// Nothing: a mirror would show the identifiers.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SignatureSummary: CustomStringConvertible, CustomReflectable {
    /// The verdict; never what the message calls its algorithms.
    public var description: String { "SignatureSummary(\(verdict))" }
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ConditionsSummary: CustomStringConvertible, CustomReflectable {
    /// The verdict; never the audiences.
    public var description: String { "ConditionsSummary(\(verdict))" }
    /// Nothing: a mirror would show the audiences.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
