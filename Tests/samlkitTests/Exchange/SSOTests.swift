import Foundation
import TestSupport
import XCTest

/// The sign-on from the first question to a media token, against a real sandbox.
final class SSOTests: XCTestCase {
    private static let versions = ["v2", "v1"]

    private func sso(
        _ version: String, at sandbox: SandboxProcess, _ more: [String] = []
    ) throws -> CommandResult {
        try Samlkit.run(["sso", "--api", version, "--base-url", sandbox.baseURL] + more)
    }

    func testSignOnWithAppleEndsInAMediaToken() async throws {
        let sandbox = try await sandbox()
        for version in Self.versions {
            let result = try sso(version, at: sandbox, ["--json"])
            XCTAssertEqual(result.status, 0, "\(version): \(result.errors)")
            let outcome = try outcome(of: result)
            XCTAssertEqual(outcome["outcome"], "mediaToken", version)
            XCTAssertEqual(outcome["mvpd"], "Cablevision", version)
            XCTAssertGreaterThan(outcome["steps"]?.elements?.count ?? 0, 5, version)
        }
    }

    func testThrottlingOnlySlowsTheSignOnDown() async throws {
        let sandbox = try await sandbox([])
        let result = try sso("v1", at: sandbox, ["--json"])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(try outcome(of: result)["outcome"], "mediaToken")
    }

    func testScreenHasALineForEachStepAndNoToken() async throws {
        let sandbox = try await sandbox()
        for version in Self.versions {
            let result = try sso(version, at: sandbox)
            XCTAssertEqual(result.status, 0, result.errors)
            XCTAssertGreaterThan(result.lines.count, 5, result.text)
            XCTAssertTrue(result.text.contains("Cablevision"), result.text)
            XCTAssertNil(result.text.firstMatch(of: /[A-Za-z0-9+\/]{60}/), result.text)
        }
    }

    func testTokenIsShownWhenItIsAskedForAndIsGenuine() async throws {
        let sandbox = try await sandbox()
        for version in Self.versions {
            let result = try sso(version, at: sandbox, ["--json", "--show-token"])
            let token = try XCTUnwrap(try outcome(of: result)["token"]?.string, version)
            let text = String(decoding: try XCTUnwrap(Data(base64Encoded: token)), as: UTF8.self)
            XCTAssertTrue(text.hasPrefix("<signatureInfo>"), version)
        }
    }

    func testDeniedAccessWithoutWaitingIsAFallback() async throws {
        let sandbox = try await sandbox()
        for version in Self.versions {
            let result = try sso(
                version, at: sandbox, ["--json", "--simulate", "denied", "--no-wait"])
            XCTAssertEqual(result.status, 1, "\(version): \(result.errors)")
            XCTAssertEqual(try outcome(of: result)["outcome"], "fallback", version)
        }
    }

    func testServerThatIsNotThereIsTheFarSideFailing() throws {
        for version in Self.versions {
            let result = try Samlkit.run([
                "sso", "--api", version, "--base-url", "http://127.0.0.1:9", "--json",
            ])
            XCTAssertEqual(result.status, 4, version)
            XCTAssertEqual(try outcome(of: result)["outcome"], "failed", version)
            XCTAssertTrue(result.errors.contains("127.0.0.1:9"), result.errors)
        }
    }

    func testCredentialsAreKeptInAFileOnlyTheOwnerReads() async throws {
        let sandbox = try await sandbox()
        let folder = try scratchFolder()
        let path = folder.path("credentials.json")
        for attempt in ["first", "second"] {
            let result = try sso("v2", at: sandbox, ["--json", "--credentials", path])
            XCTAssertEqual(result.status, 0, "\(attempt): \(result.errors)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
        // Whoever kept its client and device has its profile.
        let again = try sso("v2", at: sandbox, ["--json", "--credentials", path])
        let steps = try XCTUnwrap(try outcome(of: again)["steps"]?.elements)
        let first = try sso("v2", at: sandbox, ["--json"])
        XCTAssertLessThan(
            steps.count, try XCTUnwrap(outcome(of: first)["steps"]?.elements).count)
    }

    func testLogoutTellsWhatIsLeftToDo() async throws {
        let sandbox = try await sandbox()
        let folder = try scratchFolder()
        for version in Self.versions {
            let keep = ["--credentials", folder.path(version)]
            XCTAssertEqual(try sso(version, at: sandbox, keep).status, 0)
            let result = try sso(version, at: sandbox, keep + ["--logout"])
            XCTAssertEqual(result.status, 0, "\(version): \(result.errors)")
            XCTAssertTrue(result.text.contains("Settings"), result.text)
        }
    }

    func testOwnStatementIsNeededForAnotherComputer() throws {
        let result = try Samlkit.run(["sso", "--base-url", "https://sp.example.com"])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("--software-statement"), result.errors)
    }
}
