import Foundation
import TestSupport
import XCTest

/// The shell functions of the samples that sign on with curl.
final class CurlSampleTests: XCTestCase {
    func testEncodingIsTheCookbooks() throws {
        let folder = try scratchFolder()
        let script = Repository.root.appending(path: "Samples/curl/common.sh").path
        for (number, text) in [
            "<a>\n  <b>x</b>\r\n\t\t<c/>\n</a>\n", "a \n b",
            "a\u{2028}b\u{85}c\u{B}d\u{C}e \u{A0}\n", "\u{FEFF}<a/>\u{3000}", " \t x\u{200B}",
        ].enumerated() {
            let name = "response-\(number).xml"
            try folder.write(text.utf8, to: name)
            let expected = try Samlkit.run(["encode", folder.path(name)]).text
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = [
                "-c", "source \"$0\"; encode_response < \"$1\"", script, folder.path(name),
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            XCTAssertEqual(process.terminationStatus, 0)
            let encoded = String(decoding: bytes, as: UTF8.self)
            XCTAssertEqual(
                encoded.addingPercentEncoding(withAllowedCharacters: .alphanumerics),
                expected.trimmingCharacters(in: .newlines), "\(number)")
        }
    }

    /// Runs a sample against a sandbox; skips where a tool it needs is missing.
    private func run(_ sample: String, _ arguments: [String]) async throws -> CommandResult {
        for tool in ["curl", "jq"] {
            guard
                ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains(where: {
                    FileManager.default.isExecutableFile(atPath: $0 + tool)
                })
            else { throw XCTSkip("\(tool) is not installed.") }
        }
        let sandbox = try await sandbox(arguments)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [Repository.root.appending(path: "Samples/curl/\(sample)").path]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "BASE_URL": sandbox.baseURL
        ]) { $1 }
        let folder = try scratchFolder()
        for name in ["output", "errors"] { try folder.write([UInt8](), to: name) }
        process.standardOutput = try FileHandle(
            forWritingTo: folder.url.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "errors"))
        try process.run()
        let status = process.finish()
        return CommandResult(
            status: status, output: try folder.read("output"),
            errors: String(decoding: try folder.read("errors"), as: UTF8.self))
    }

    func testASecondDeviceSignsInByALinkCode() async throws {
        // What the strict sandbox lets pass, the other one does.
        let result = try await run("sso-service.sh", ["--strict", "--no-throttle"])
        XCTAssertEqual(result.status, 0, result.errors)
        let lines = result.text.split(separator: "\n").map(String.init)
        func after(_ title: String) -> String? {
            lines.firstIndex { $0.hasPrefix("== \(title)") }.flatMap {
                lines.indices.contains($0 + 1) ? lines[$0 + 1] : nil
            }
        }
        XCTAssertEqual(after("nobody has signed in yet"), "{}")
        XCTAssertEqual(
            after("its profile is there"),
            #"{"Cablevision":{"type":"serviceTokenSSO","issuer":"Cablevision"}}"#)
        XCTAssertEqual(lines.filter { $0.contains(#""authorized": true"#) }.count, 2)
        XCTAssertEqual(lines.last, "{}", "An unlinked device has no profile.")
        XCTAssertEqual(result.errors, "")
    }

    func testTheSignOnsPassTheStrictSandbox() async throws {
        // Version 1 as a whole is against one rule, which a sandbox for it leaves out.
        for (version, setting) in [("v2", "whenStrict"), ("v1", "never")] {
            let folder = try scratchFolder()
            let settings = try folder.write(
                #"{"rules":{"v1.used":"\#(setting)"}}"#.utf8, to: "sandbox.json")
            let sandbox = try await sandbox(["--strict", "--configuration", settings])
            let bash = try BackgroundProcess(
                URL(filePath: "/usr/bin/env"),
                [
                    "bash",
                    Repository.root.appending(path: "Samples/curl/sign-on-\(version).sh").path,
                ], environment: ["BASE_URL": sandbox.baseURL, "PATH": "/usr/bin:/bin"])
            addTeardownBlock { bash.stop() }
            let status = try await bash.status()
            XCTAssertEqual(status, 0, bash.output + bash.errors)
            let review = try await sandbox.review()
            XCTAssertTrue(review.contains("Nothing: no request"), review)
        }
    }
}
