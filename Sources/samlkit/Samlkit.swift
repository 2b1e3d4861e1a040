import ArgumentParser
import BatchEngine

/// The command line: parse the options, call one function, print.
@main
struct Samlkit: AsyncParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "samlkit",
        abstract: "Explain, verify and encode SAML responses of TV providers.",
        discussion: """
            Every command reads files, or standard input where a file is "-". Text goes to \
            standard output, diagnostics to standard error, and where text is printed --json \
            makes it an object a line.

            Exit status: 0 all accepted, 1 something was rejected or malformed, 2 wrong usage, \
            3 no input could be read or no message was in it, 4 the server failed, 5 output could \
            not be written.

            Commands that are interrupted exit with 130 or 143.

            Example: samlkit batch Captures --require uid --output results.ndjson
            """,
        version: version,
        subcommands: [
            Inspect.self, Verify.self, Attributes.self, Query.self, Canonicalize.self, Encode.self,
            Decode.self, Extract.self, Diff.self, Bundle.self, Batch.self, Report.self, Bench.self,
            Flow.self,
            SandboxCommand.self,
            Exchange.self,
            SSO.self, AuditCommand.self, Explain.self, Worker.self, Plan.self,
        ])

    /// Refuses a command that does not exist, and names the one that was probably meant.
    private static func refuseUnknownCommand() throws(ValidationError) {
        guard let typed = CommandLine.arguments.dropFirst().first, !typed.hasPrefix("-") else {
            return
        }
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !names.contains(typed) else { return }
        let near = NearestWord.of(typed, in: names).map { "Did you mean samlkit \($0)?" }
        throw ValidationError(
            "There is no command \(TerminalText.safe(typed)). "
                + (near ?? "Expected one of: \(names.joined(separator: ", "))."))
    }

    static func main() async {
        Console.ignoreClosedPipes()
        do {
            try refuseUnknownCommand()
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let status as ExitStatus {
            Console.end(status)
        } catch {
            let failure = (error as? ResultFileError).map { CommandFailure($0) }
            if let failure = failure ?? error as? CommandFailure {
                if !failure.message.isEmpty { Console.note("samlkit: \(failure.message)") }
                Console.end(failure.status)
            }
            // ArgumentParser exits with 64 for wrong usage; the contract says 2.
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Console.note(fullMessage(for: error))
            Console.end(.usage)
        }
    }
}
