import Captures
import Reports
import SAMLBindings
import WireText

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The check that inputs exist, before anything is read or written.
///
/// A file that vanishes later, and a broken link in a folder, still get a record of their own.
enum InputCheck {
    /// Fails for the first name that belongs to no file and no folder.
    static func refuseMissing(_ files: [String]) throws(CommandFailure) {
        for file in files {
            try refuseUnreadable(file)
            guard file != "-", !isThere(file) else { continue }
            try refuseAddress(file, fetchedAs: "capture")
            throw CommandFailure(.usage, "\(file): There is no such file or folder.")
        }
    }

    /// Fails for an address of the web, with the command that fetches what is there.
    static func refuseAddress(
        _ name: String, fetchedAs file: String = "metadata.xml"
    ) throws(CommandFailure) {
        let isAddress = ["https://", "http://"].contains { name.lowercased().hasPrefix($0) }
        guard isAddress, !isThere(name) else { return }
        throw CommandFailure(
            .usage,
            "\(name): samlkit loads nothing from the network. Fetch the file, and pass its name:\n"
                + "  curl --fail --location --output \(file) \(ShellWord.quoted(name))")
    }

    /// Fails for a message that was passed instead of a file's name, and does not show it.
    ///
    /// The argument may hold anything, a subscriber's data included.
    static func refuseMessage(_ name: String) throws(CommandFailure) {
        // No system has longer names.
        let isTooLong = name.utf8.count > 4096
        guard isTooLong || !isThere(name) else { return }
        let message = CapturedMessage(bytes: Array(name.utf8))
        let isMessage = (try? EnvelopeDecoder().envelope(from: message)) != nil
        guard isTooLong || isMessage else { return }
        throw CommandFailure(
            .usage,
            "An argument of \(name.utf8.count.counted("byte")) is \(isMessage ? "a message" : "too long"), "
                + "where the name of a file is expected. Write a "
                + "message to a file, or to standard input: printf %s 'MESSAGE' | samlkit inspect -"
        )
    }

    /// Fails for what cannot be read as a file: a message, and standard input for the second time.
    ///
    /// On a terminal, the person who is to type it is told so.
    static func refuseUnreadable(
        _ name: String, expecting expectation: TerminalInput.Expectation = .message
    ) throws(CommandFailure) {
        try refuseMessage(name)
        guard name == "-" else { return }
        try takeStandardInput()
        TerminalInput.explain(expectation)
    }

    /// Fails if standard input was given before: it can be read only once.
    private static func takeStandardInput() throws(CommandFailure) {
        guard unsafe !isStandardInputTaken else {
            throw CommandFailure(
                .usage,
                "Standard input (-) was given twice, and can be read only once. Pass one of the two as a "
                    + "file.")
        }
        unsafe isStandardInputTaken = true
    }

    /// Only the thread that starts a command reads and writes it.
    private nonisolated(unsafe) static var isStandardInputTaken = false

    /// A file that cannot be checked for another reason exists: reading it tells why.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 || ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
    }
}
