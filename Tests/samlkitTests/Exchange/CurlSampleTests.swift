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
