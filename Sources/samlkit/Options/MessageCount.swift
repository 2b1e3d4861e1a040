extension CommandFailure {
    /// Returns the failure for an input without any message to judge, which is never a success.
    ///
    /// - Parameters:
    ///   - files: The inputs as they were named.
    ///   - passedOverCount: The entries of containers that hold no message.
    /// - Returns: The failure, with status 3.
    static func noMessage(in files: [String], passedOverCount: Int = 0) -> CommandFailure {
        let found =
            passedOverCount == 0
            ? "nothing" : passedOverCount.counted("entry", "entries") + " without one"
        return CommandFailure(
            .noInput,
            "\(names(files)): The input contains no message. Expected at least one SAML message, "
                + "found \(found). Check that this is the right capture, saved with response "
                + "bodies."
        )
    }

    /// Returns the failure for an input with more than one message.
    static func severalMessages(in files: [String]) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(names(files)): The input contains more than one message. Expected exactly one, so "
                + "that the result is clear. Pass one file with one message, or --all.")
    }

    private static func names(_ files: [String]) -> String {
        guard let first = files.first else { return "-" }
        return files.count == 1 ? first : "\(first) and \(files.count - 1) more"
    }
}
