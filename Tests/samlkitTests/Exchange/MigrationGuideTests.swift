import Foundation
import TestSupport
import XCTest

/// The commands that the guide from v1 to v2 shows.
final class MigrationGuideTests: XCTestCase {
    func testEveryCommandOfTheGuideRunsAgainstTheSandbox() async throws {
        let sandbox = try await sandbox()
        let guide = try String(
            contentsOf: Repository.root.appending(path: "Documentation/migration-v1-to-v2.md"),
            encoding: .utf8)
        let blocks = guide.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
        XCTAssertGreaterThan(blocks.count, 10)
        let script =
            "set -euo pipefail\n"
            + blocks.joined(separator: "\n")
            .replacing("http://127.0.0.1:8765", with: sandbox.baseURL)
        let folder = try scratchFolder()
        let program = try XCTUnwrap(Samlkit.process([]).executableURL)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let bash = try BackgroundProcess(
            URL(filePath: "/usr/bin/env"),
            ["bash", try folder.write(script.utf8, to: "guide.sh")],
            environment: ["PATH": "\(program.deletingLastPathComponent().path):\(path)"])
        addTeardownBlock { bash.stop() }
        let status = try await bash.status()
        XCTAssertEqual(status, 0, bash.output + bash.errors)
        for text in ["204\n", "\"partner_profile\"", "201\n", "serializedToken", "partner_logout"] {
            XCTAssertTrue(bash.output.contains(text), "\(text): \(bash.output)")
        }
    }
}
