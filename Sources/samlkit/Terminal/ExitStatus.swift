/// The exit status of the process.
enum ExitStatus: Int32, Error {
    /// Done; every message was accepted.
    case accepted = 0
    /// Done; something was rejected or malformed.
    case rejected = 1
    /// The command line is wrong.
    case usage = 2
    /// No input could be read, or no message was in it.
    case noInput = 3
    /// The server did not answer, or refused.
    case farSideFailed = 4
    /// Output could not be written.
    case outputFailed = 5
    /// Ended by SIGINT; the state was saved.
    case interrupted = 130
    /// Ended by SIGTERM; the state was saved.
    case terminated = 143
}

/// The error that stops a command, with its message.
struct CommandFailure: Error {
    let status: ExitStatus
    /// The text for people; empty where there is nothing to say.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The end of a command whose reader, such as `head`, has what it wanted: there is nothing to say.
    static let readerLeft = CommandFailure(.outputFailed, "")
}
