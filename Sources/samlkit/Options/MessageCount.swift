import Captures
internal import SAMLBindings
import SystemPackage
import WireText

extension CommandFailure {
    /// Returns the failure for an input without any message to judge, which is never a success.
    ///
    /// - Parameters:
    ///   - files: The inputs as they were named.
    ///   - passedOverCount: The entries of containers that hold no message.
    ///   - skippedCount: The entries of directories that are not files.
    /// - Returns: The failure, with status 3.
    static func noMessage(
        in files: [String], passedOverCount: Int = 0, skippedCount: Int = 0
    ) -> CommandFailure {
        if passedOverCount == 0, !files.isEmpty, files.allSatisfy(InputWalk.isDirectory) {
            let others =
                skippedCount == 0
                ? "" : " but \(skippedCount.counted("entry", "entries")) passed over"
            return CommandFailure(
                .noInput,
                "\(names(files)): The directory holds no file to read\(others). Hidden files are "
                    + "not read; pass them by name.")
        }
        let found =
            passedOverCount == 0
            ? "nothing" : passedOverCount.counted("entry", "entries") + " without one"
        return CommandFailure(
            .noInput,
            "\(names(files)): The input contains no message. Expected at least one SAML message, "
                + "found \(found). Check that this is the right capture, saved with response "
                + "bodies, and that the recorder decrypted TLS."
        )
    }

    /// Returns the failure for an input with more than one message, which lists the first of them.
    static func severalMessages(
        _ first: [CapturedRecord], _ rest: inout SelectedMessages, allOption: Bool
    ) throws(CommandFailure) -> CommandFailure {
        var listed = first
        while listed.count < 10, let record = try rest.next() { listed.append(record) }
        let more = try rest.next() == nil ? "" : "\n  …"
        return CommandFailure(
            .usage,
            "The input contains more than one message. Expected exactly one, so that the result "
                + "is clear. Choose one of these\(allOption ? ", or pass --all" : ""):\n"
                + listed.map { "  " + $0.name(isOnly: false) }.joined(separator: "\n") + more)
    }

    /// Returns the failure for inputs none of which could be read or held a message, with the first reasons.
    static func unreadable(_ reasons: [String]) -> CommandFailure {
        CommandFailure(
            .noInput,
            "No message could be read from the input.\n" + reasons.joined(separator: "\n"))
    }

    /// Returns the failure for options that choose no message of the input.
    static func notChosen(
        in files: [String], _ selection: String, foundCount: Int
    ) -> CommandFailure {
        CommandFailure(
            .noInput,
            "\(names(files)): No message was chosen by \(selection). The input has "
                + "\(foundCount.counted("message")); samlkit inspect lists them.")
    }

    private static func names(_ files: [String]) -> String {
        guard let first = files.first else { return "-" }
        return files.count == 1 ? first : "\(first) and \(files.count - 1) more"
    }
}
