import TestSupport
import XCTest

/// What samlkit says of itself.
final class HelpTests: XCTestCase {
    private static let commands = [
        "inspect", "verify", "attributes", "query", "canonicalize", "encode", "decode", "diff",
        "bundle", "batch", "bench", "flow", "exchange", "sso", "sandbox", "audit", "explain",
        "worker", "serve",
    ]
    /// Those whose examples need a server, or another program.
    private static let exchanging: Set<String> = ["exchange", "sso", "sandbox", "worker", "serve"]

    /// What each command says of itself.
    private static let helps = Result {
        try Dictionary(
            uniqueKeysWithValues: commands.map { ($0, try Samlkit.run([$0, "--help"])) })
    }

    func testHelpOfEveryCommandShowsAnExampleOfIt() throws {
        for command in Self.commands {
            let help = try XCTUnwrap(Self.helps.get()[command])
            XCTAssertEqual(help.status, 0, command)
            XCTAssertTrue(help.text.contains("Example: samlkit \(command) "), help.text)
            XCTAssertEqual(help.errors, "", command)
        }
    }

    func testTheExamplesRun() throws {
        // Examples that do not run teach the wrong thing.
        let folder = try scratchFolder()
        let message = try folder.write(
            try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"),
            to: "response.xml")
        for command in Self.commands
        where command != "query" && command != "decode" && !Self.exchanging.contains(command) {
            let help = try XCTUnwrap(Self.helps.get()[command]).text
                .replacing(try Regex("\\s+"), with: " ")
            let example = try XCTUnwrap(help.firstMatch(of: /Example: samlkit (.*?) USAGE/)).1
            var arguments = example.split(separator: " | ")[0].split(separator: " ").map(
                String.init
            )
            .map { argument in
                switch argument {
                case "response.xml", "Captures", "sent.xml", "received.xml", "session.har":
                    message
                case "bundle.zip": folder.path("bundle.zip")
                case "idp.xml", "idp-metadata.xml":
                    Repository.samples.appending(path: "metadata/idp-one.xml").path
                case "app.har": Repository.samplePath("har/sign-on-v2.har")
                case "results.ndjson": folder.path("results.ndjson")
                case "_a1": "_1180b3f58fe34b2b70af76a737bbd828"
                default: argument
                }
            }
            // The sample is valid at one instant only.
            if arguments.contains("--trust") {
                arguments += ["--now", "2026-01-15T12:00:00Z"]
            }
            XCTAssertEqual(try Samlkit.run(arguments).status, 0, "\(arguments)")
        }
    }

    func testHelpNamesTheCommandsAndTheExitStatuses() throws {
        let help = try Samlkit.run(["--help"])
        XCTAssertEqual(help.status, 0)
        for command in Self.commands { XCTAssertTrue(help.text.contains("  \(command) "), command) }
        XCTAssertTrue(help.text.contains("Exit status: 0"))
    }

    func testHelpShowsEightEverydayOptionsFirstAndFitsATerminal() throws {
        for command in ["verify", "batch"] {
            let lines = try XCTUnwrap(Self.helps.get()[command]).lines
            let headings = lines.filter { $0.hasSuffix(":") && $0.first?.isLetter == true }
            XCTAssertEqual(Array(headings.prefix(2)), ["ARGUMENTS:", "EVERYDAY OPTIONS:"])
            XCTAssertGreaterThan(headings.count, 5)
            let section = try XCTUnwrap(lines.split { $0 == "" }.first { $0.first == headings[1] })
            let names = section.compactMap { $0.firstMatch(of: /^  (--[a-z-]+)/)?.1 }
            XCTAssertEqual(names.count, 8, "\(names)")
            XCTAssertTrue(names.contains("--trust"), "\(names)")
            XCTAssertEqual(lines.filter { $0.count > 80 }, [])
            // What stands under no heading is help itself.
            let rest = try XCTUnwrap(lines.split { $0 == "" }.last { $0.first == "OPTIONS:" })
            XCTAssertEqual(
                rest.compactMap { $0.firstMatch(of: /^  ([-, a-z]*--[a-z-]+)/)?.1 },
                ["--version", "-h, --help"])
        }
    }

    func testTheVersionIsThreeNumbers() throws {
        let version = try Samlkit.run(["--version"])
        XCTAssertEqual(version.status, 0)
        XCTAssertNotNil(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/), version.text)
    }

    func testCompletionScriptsNameEveryCommand() throws {
        for shell in ["bash", "zsh", "fish"] {
            let script = try Samlkit.run(["--generate-completion-script", shell])
            XCTAssertEqual(script.status, 0, shell)
            for command in Self.commands { XCTAssertTrue(script.text.contains(command), command) }
        }
    }
}
