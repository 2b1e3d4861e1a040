#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a command says that waits for somebody to type.
enum TerminalInput {
    /// What is expected from standard input.
    enum Expectation: String {
        case message = "a SAML message (XML, Base64, a form, a curl command, a log …)"
        case results = "results of samlkit batch"
        case file = "the content of the file"
    }

    /// Says on standard error what to paste and how to end, if standard input is a terminal.
    static func explain(_ expectation: Expectation) {
        guard isatty(STDIN_FILENO) == 1 else { return }
        #if canImport(Darwin)
        let (longest, paste) = ("1,024", "pbpaste")
        #else
        let (longest, paste) = ("4,095", "xclip -o")
        #endif
        let command = CommandLine.arguments.dropFirst().first ?? "inspect"
        // A line that is cut off would be judged as a message that is.
        Console.note(
            "samlkit: Reading what you type. Paste \(expectation.rawValue), press Return, and end with "
                + "Ctrl-D.\nThe terminal cuts lines after \(longest) characters. Pipe longer ones instead, "
                + "as in: \(paste) | samlkit \(command) -")
    }
}
