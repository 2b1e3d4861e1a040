import Foundation
import TestSupport
import XCTest

/// The sandbox as a process: how it starts, what it says and how it ends.
final class SandboxCommandTests: XCTestCase {
    func testItSaysWhereItListensAndWhatToTry() async throws {
        let sandbox = try await sandbox()
        _ = try await sandbox.background.waitForOutput("(Control-C)")
        for text in ["samlkit sso --api v2 --base-url \(sandbox.baseURL)", "/activate", "REF30"] {
            XCTAssertTrue(sandbox.background.output.contains(text), sandbox.background.output)
        }
    }

    func testQuietPrintsTheAddressAlone() async throws {
        let sandbox = try await sandbox(["--quiet"])
        XCTAssertEqual(sandbox.background.output, sandbox.baseURL + "\n")
    }

    func testSignalsEndItWithTheirStatus() async throws {
        for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] {
            let sandbox = try await sandbox(["--quiet"])
            _ = kill(sandbox.background.process.processIdentifier, signal)
            let found = try await sandbox.background.status()
            XCTAssertEqual(found, Int32(status))
        }
    }

    func testPortThatIsTakenIsWrongUsage() async throws {
        let sandbox = try await sandbox(["--quiet"])
        let port = try XCTUnwrap(sandbox.baseURL.split(separator: ":").last)
        let result = try Samlkit.run(["sandbox", "--port", String(port)])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("--port"), result.errors)
    }

    func testConfigurationThatCannotBeReadIsToldByItsMember() async throws {
        _ = try await sandbox(["--quiet"])
        let folder = try scratchFolder()
        for (text, member) in [
            ("[]", "JSON object"), (#"{"mvpds":[{}]}"#, "mvpds[0]"),
            (#"{"throttle":{"burst":"ten"}}"#, "throttle.burst"),
        ] {
            let file = try folder.write(text.utf8, to: "configuration.json")
            let result = try Samlkit.run(["sandbox", "--port", "0", "--configuration", file])
            XCTAssertEqual(result.status, 2, text)
            XCTAssertTrue(result.errors.contains(member), "\(text): \(result.errors)")
        }
        XCTAssertEqual(
            try Samlkit.run(["sandbox", "--configuration", folder.path("missing")]).status, 3)
    }

    func testFaultsHappenAsPlanned() async throws {
        let folder = try scratchFolder()
        let faults = try folder.write(
            #"{"rules":[{"path":"/o/client/register","kind":"html","status":503}]}"#.utf8,
            to: "faults.json")
        let sandbox = try await sandbox(["--no-throttle", "--faults", faults])
        let result = try Samlkit.run(["sso", "--base-url", sandbox.baseURL, "--json"])
        XCTAssertEqual(result.status, 4, result.text)
        XCTAssertEqual(try outcome(of: result)["outcome"], "failed")
    }

    func testMediaTokenIsMadeWithThePublishedKey() async throws {
        let sandbox = try await sandbox()
        let device = SandboxDevice(baseURL: sandbox.baseURL, identifier: "key")
        let key = try await device.send("GET", "/sandbox/media-tokens/key.pem")
        XCTAssertTrue(String(decoding: key, as: UTF8.self).contains("BEGIN PUBLIC KEY"))
    }
}
