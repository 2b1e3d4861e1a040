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
            SandboxCommand.self, Serve.self,
            Exchange.self,
            SSO.self, AuditCommand.self, Explain.self, Worker.self, Plan.self,
        ])

    /// Refuses a command that does not exist, and names the one that was probably meant.
    private static func refuseUnknownCommand() throws(ValidationError) {
        var words = CommandLine.arguments.dropFirst()
        if words.first == "help", words.count > 1 { words = words.dropFirst() }
        guard let typed = words.first, !typed.hasPrefix("-") else { return }
        // Asked for a name that it has to make from the type's, the parser takes milliseconds.
        let configurations = configuration.subcommands.map { $0.configuration }
        let names = configurations.compactMap(\.commandName) + ["help"]
        guard !names.contains(typed) else { return }
        let near = NearestWord.of(typed, in: names).map { "Did you mean samlkit \($0)?" }
        let shown = configurations.filter(\.shouldDisplay).compactMap(\.commandName)
        throw ValidationError(
            "There is no command \(TerminalText.safe(typed)). "
                + (near ?? "Expected one of: \(shown.joined(separator: ", "))."))
    }

    /// Names an option that the command does not have; the parser says only what else is missing.
    private static var unknownOption: String? {
        let words = CommandLine.arguments.dropFirst()
        guard
            let command = configuration.subcommands.first(where: {
                $0.configuration.commandName == words.first
            })
        else { return nil }
        let help = helpMessage(for: command, includeHidden: true, columns: 400)
        let known = help.split { " ,/\n".contains($0) }.filter { $0.hasPrefix("--") }.map(
            String.init)
        for word in words.dropFirst().prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            guard !known.contains(name) else { continue }
            let near = NearestWord.of(name, in: known).map { " Did you mean \($0)?" } ?? ""
            return "There is no option \(TerminalText.safe(name)).\(near)"
        }
        return nil
    }

    /// Parses the command line.
    ///
    /// The named command reads its own words first, without the others and without a look for completion scripts, which is
    /// what its `_superCommandName` spares: a fifth of what parsing costs `inspect`. Whatever it cannot read, and help, is left
    /// to the parser of all commands.
    private static func parsed() throws -> any ParsableCommand {
        let words = CommandLine.arguments.dropFirst()
        if let named = configuration.subcommands.first(where: {
            $0.configuration.commandName == words.first
        }), let command = try? named.parseAsRoot(Array(words.dropFirst())),
            type(of: command) == named
        {
            return command
        }
        return try parseAsRoot()
    }

    static func main() async {
        Console.ignoreClosedPipes()
        do {
            try refuseUnknownCommand()
            var command = try parsed()
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
                if !failure.message.isEmpty { Console.note("samlkit:", failure.message) }
                Console.end(failure.status)
            }
            // ArgumentParser exits with 64 for wrong usage; the contract says 2.
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            let message = fullMessage(for: error)
            if !message.contains("Unknown option"), let unknownOption {
                Console.note(unknownOption)
            }
            let label = "Error:"
            if message.hasPrefix(label + " ") {
                Console.note(label, String(message.dropFirst(label.count + 1)))
            } else {
                Console.note(message)
            }
            Console.end(.usage)
        }
    }
}
