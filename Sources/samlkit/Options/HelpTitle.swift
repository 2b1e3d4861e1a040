/// The headings of options in help; those of one heading stand together, in the order in which headings come first.
enum HelpTitle {
    /// The options that most runs need: eight at most.
    static let everyday = "Everyday options"
    static let trust = "Trust and algorithms"
    static let conditions = "Conditions"
    static let attributes = "Attributes and encoding"
    static let messages = "Which messages, and how they are read"
    static let results = "Results"
    static let run = "The run"
    static let screen = "The screen"
}
