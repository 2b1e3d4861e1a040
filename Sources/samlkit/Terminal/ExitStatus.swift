/// What the process tells whoever started it.
enum ExitStatus: Int32, Error {
    /// Done; every message was accepted.
    case accepted = 0
    /// Done; something was rejected or malformed.
    case rejected = 1
    /// The command line is wrong.
    case usage = 2
    /// No input could be read.
    case noInput = 3
    /// Output could not be written.
    case outputFailed = 5
}

/// Why a command stops, in words.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
