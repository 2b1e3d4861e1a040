import Foundation
import TestSupport
import XCTest

@testable import samlkit

/// Colours are for terminals that have them, and for who asks for them.
final class ScreenColourTests: XCTestCase {
    private static let trust = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", SampleOutcome.now,
    ]
    private static let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")

    private func hasColours(
        _ choice: ScreenColours.Choice, isTerminal: Bool, _ variables: [String: String]
    ) -> Bool {
        ScreenColours.colours(choice, isTerminal: isTerminal) { variables[$0] } != nil
    }

    func testTheChoicePrecedesTheTerminalAndItsVariables() {
        let xterm = ["TERM": "xterm"]
        XCTAssertTrue(hasColours(.auto, isTerminal: true, xterm))
        XCTAssertFalse(hasColours(.auto, isTerminal: false, xterm))
        XCTAssertFalse(hasColours(.auto, isTerminal: true, ["TERM": "dumb"]))
        XCTAssertFalse(hasColours(.auto, isTerminal: true, [:]))
        XCTAssertFalse(hasColours(.auto, isTerminal: true, ["TERM": "xterm", "NO_COLOR": "1"]))
        XCTAssertTrue(hasColours(.auto, isTerminal: true, ["TERM": "xterm", "NO_COLOR": ""]))
        XCTAssertTrue(hasColours(.always, isTerminal: false, ["NO_COLOR": "1"]))
        XCTAssertFalse(hasColours(.never, isTerminal: true, xterm))
    }

    func testTheLastChoiceOfTheCommandLineCounts() {
        XCTAssertEqual(ScreenColours.choice(in: ["samlkit", "inspect", "a"]), .auto)
        XCTAssertEqual(ScreenColours.choice(in: ["samlkit", "--color=never"]), .never)
        XCTAssertEqual(
            ScreenColours.choice(in: ["samlkit", "--color", "never", "--color", "always"]), .always)
        XCTAssertEqual(ScreenColours.choice(in: ["samlkit", "--", "--color=never"]), .auto)
    }

    func testATerminalGetsColoursUnlessItsUserWantsNone() throws {
        let code = "\u{1B}[1mconditions.expired\u{1B}[0m"
        let explain = ["explain", "conditions.expired"]
        let shown = try PseudoTerminal().run(explain).shown
        XCTAssertTrue(shown.hasPrefix(code), shown)
        for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = try PseudoTerminal().run(explain, variables: variables).shown
            XCTAssertTrue(plain.hasPrefix("conditions.expired"), plain)
            XCTAssertFalse(plain.contains("\u{1B}"), plain)
        }
        let never = try PseudoTerminal().run(explain + ["--color", "never"]).shown
        XCTAssertFalse(never.contains("\u{1B}"), never)
    }

    func testEveryScreenHasTheSameWordsInColour() throws {
        let folder = try scratchFolder()
        let other = try folder.write(
            String(
                decoding: try Repository.sample("captures/37-tampered-attribute.xml"), as: UTF8.self
            )
            .replacing("Version=\"2.0\"", with: "Version=\"2.1\"").utf8, to: "other.xml")
        let commands = [
            ["inspect", Self.tampered] + Self.trust, ["verify", Self.tampered] + Self.trust,
            ["batch", Self.tampered, "--output", folder.path("r.ndjson")] + Self.trust,
            ["audit", Repository.samplePath("har/sign-on-v2.har")], ["explain", "expired"],
            ["diff", Self.tampered, other],
        ]
        for command in commands {
            let plain = try Samlkit.run(command)
            XCTAssertFalse(plain.text.contains("\u{1B}"), plain.text)
            let coloured = try Samlkit.run(command + ["--color", "always"])
            XCTAssertTrue(coloured.text.contains("\u{1B}["), coloured.text)
            XCTAssertEqual(coloured.status, plain.status)
            let words = coloured.text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            let carets = plain.lines.filter { !$0.contains { $0 != " " && $0 != "^" } && $0 != "" }
            XCTAssertEqual(
                words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                    .dropLast(),
                plain.lines.filter { !carets.contains($0) }[...], command[0])
            XCTAssertEqual(carets.isEmpty, command[0] != "diff", plain.text)
        }
    }

    func testAnErrorIsRedAndSaysTheSame() throws {
        let command = ["inspect", "no-such-file.xml"]
        let plain = try Samlkit.run(command).errors
        XCTAssertTrue(plain.hasPrefix("samlkit: "), plain)
        let coloured = try Samlkit.run(command + ["--color=always"]).errors
        XCTAssertEqual(
            coloured, "\u{1B}[31msamlkit:\u{1B}[0m" + plain.dropFirst("samlkit:".count))
        let usage = try Samlkit.run(["inspect", "--color", "blue", "a"])
        XCTAssertEqual(usage.status, 2)
        XCTAssertTrue(usage.errors.contains("'auto', 'always' or 'never'"), usage.errors)
    }

    func testWhatAMessageSaysIsNeitherColouredNorAControl() throws {
        let line: ScreenLine = "\(.good, "valid"): accepted \u{1B}[31mrejected"
        XCTAssertEqual(
            line.text(ScreenColours()), "\u{1B}[32mvalid\u{1B}[0m: accepted \\u{1B}[31mrejected\n")
        XCTAssertEqual(line.text(nil), "valid: accepted \\u{1B}[31mrejected\n")
    }

    func testWithoutColoursCaretsMarkWhatDiffers() {
        let line: ScreenLine = "- https://sp.example\(.removed, "/saml")?x"
        XCTAssertEqual(line.text(nil), "- https://sp.example/saml?x\n                    ^^^^^\n")
    }
}

/// What a command says that waits for somebody to type.
final class TerminalInputTests: XCTestCase {
    func testATerminalIsToldWhatToPasteAndHowToEnd() throws {
        let message = "<Response xmlns=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
        let run = try PseudoTerminal().run(["inspect", "-"], typing: message)
        XCTAssertTrue(run.errors.hasPrefix("samlkit: Reading what you type. Paste "), run.errors)
        XCTAssertTrue(run.errors.contains("press Return, and end with Ctrl-D"), run.errors)
        XCTAssertTrue(run.errors.contains(" | samlkit inspect -"), run.errors)
        XCTAssertTrue(run.shown.contains("response"), run.shown)
    }

    func testAPipeIsNot() throws {
        let sample = try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        for command in [["inspect", "-"], ["decode", "-"], ["encode", "-"]] {
            let run = try Samlkit.run(command, input: sample)
            XCTAssertEqual(run.errors, "", command[0])
        }
    }
}
