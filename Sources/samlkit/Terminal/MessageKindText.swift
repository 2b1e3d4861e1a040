import ProfileProcessing

extension ProfileRecord {
    /// Returns the kind of a message that was not judged, and the command that reads it.
    ///
    /// - Parameters:
    ///   - command: The command that was run.
    ///   - advice: The sentence for a query.
    /// - Returns: Two sentences.
    func notJudgedText(by command: String, ofQuery advice: String) -> String {
        guard let kind, kind != .attributeQuery else { return "This is a query. \(advice)" }
        let remedy =
            kind == .metadata
            ? "Pass metadata with --trust, or read it with samlkit inspect."
            : "Read it with samlkit inspect."
        return "This is \(kind.nounWithArticle); \(command) judges responses. \(remedy)"
    }
}
