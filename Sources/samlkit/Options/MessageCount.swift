import Captures

/// How many messages a command takes.
enum MessageCount {
    /// One: what is true of the first message says nothing about the others.
    case one
    /// All that there are.
    case all
}

extension CommandFailure {
    /// Nothing was found that could be judged, which is never a success.
    ///
    /// - Parameters:
    ///   - files: The inputs as they were named.
    ///   - passedOverCount: The entries of containers that hold no message.
    /// - Returns: The failure, with status 3.
    static func noMessage(in files: [String], passedOverCount: Int = 0) -> CommandFailure {
        let found =
            passedOverCount == 0
            ? "nothing" : TerminalText.count(passedOverCount, "entry", "entries") + " without one"
        return CommandFailure(
            .noInput,
            "\(names(files)): There is no message in the input. Expected at least one SAML message, "
                + "found \(found). Check that the capture is the right one and was saved with bodies."
        )
    }

    /// There are more messages than the command takes without being asked to.
    static func severalMessages(in files: [String]) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(names(files)): There is more than one message in the input. Expected exactly one, so "
                + "that the result is about this one. Give one file with one message, or --all to "
                + "judge every message.")
    }

    private static func names(_ files: [String]) -> String {
        guard let first = files.first else { return "-" }
        return files.count == 1 ? first : "\(first) and \(files.count - 1) more"
    }
}
