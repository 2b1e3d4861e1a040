import Foundation
import PassTokens
import SAML2
import TestSupport
import XCTest
import XMLSecurity

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

    func testSignOnPassesTheStrictSandboxWithEveryOutcome() async throws {
        // Version 1 as a whole is against one rule, which a sandbox for it leaves out.
        let folder = try scratchFolder()
        let settings = try folder.write(#"{"rules":{"v1.used":"never"}}"#.utf8, to: "sandbox.json")
        let simulations = [
            "granted", "noResponse", "denied", "restricted", "notDetermined", "unsupportedProvider",
            "cancelled", "unavailable", "providerRejected",
        ]
        let outcomes =
            [["--platform", "iOS"]]
            + simulations.map { ["--simulate", $0, "--no-wait"] }
            + [
                ["--provider", "DegradedMVPD_apple", "--no-wait"],
                ["--provider", "InactiveMVPD_apple", "--no-wait"],
            ]
        for version in Self.versions {
            let sandbox = try await sandbox(["--strict", "--configuration", settings])
            for more in outcomes {
                let result = try sso(version, at: sandbox, ["--json"] + more)
                XCTAssertTrue(
                    [0, 1].contains(result.status), "\(version) \(more): \(result.errors)")
                let page = try await sandbox.review()
                XCTAssertTrue(page.contains("Nothing: no request"), "\(version) \(more): \(page)")
                try await SandboxDevice(baseURL: sandbox.baseURL, identifier: "")
                    .send("POST", "/sandbox/reset")
            }
        }
    }

    func testSignOnWithKeptCredentialsPassesTheStrictSandbox() async throws {
        let folder = try scratchFolder()
        let settings = try folder.write(#"{"rules":{"v1.used":"never"}}"#.utf8, to: "sandbox.json")
        for version in Self.versions {
            // Three starts in a second are more than a user's.
            let sandbox = try await sandbox([
                "--strict", "--no-throttle", "--configuration", settings,
            ])
            for more in [[], [], ["--logout"]] {
                let result = try sso(
                    version, at: sandbox,
                    ["--json", "--credentials", folder.path("kept-\(version)")] + more)
                XCTAssertEqual(result.status, 0, result.errors)
            }
            let page = try await sandbox.review()
            XCTAssertTrue(page.contains("Nothing: no request"), "\(version): \(page)")
        }
    }

    func testThrottlingOnlySlowsTheSignOnDown() async throws {
        let sandbox = try await sandbox([])
        let result = try sso("v1", at: sandbox, ["--json"])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(try outcome(of: result)["outcome"], "mediaToken")
    }

    func testADenialHasTheProvidersWords() async throws {
        let sandbox = try await sandbox()
        let result = try sso("v2", at: sandbox, ["--resource", "denied"])
        XCTAssertEqual(result.status, 1, result.errors)
        XCTAssertTrue(
            result.errors.contains(
                "the provider says: Your subscription does not include this channel."),
            result.errors)
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
        let key = try await SandboxDevice(baseURL: sandbox.baseURL, identifier: "")
            .send("GET", "/sandbox/media-tokens/key.pem")
        let verifier = MediaTokenVerifier(
            trusting: try TrustedKey.keys(pemEncoded: String(decoding: key, as: UTF8.self)))
        for version in Self.versions {
            let result = try sso(version, at: sandbox, ["--json", "--show-token"])
            let token = try XCTUnwrap(try outcome(of: result)["token"]?.string, version)
            // After the token was made, however long that took.
            let now = SAML.Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
            let verdict = verifier.verdict(on: token, resource: "REF30", now: now)
            XCTAssertEqual(verdict.verifierName, "VALID_TOKEN", version)
            XCTAssertEqual(verdict.verifiedToken?.mvpdID, "Cablevision", version)
            XCTAssertEqual(
                verifier.verdict(on: token, resource: "other", now: now).verifierName,
                "INVALID_RESOURCE_ID", version)
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
                "--deadline", "1",
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

    func testNamesThatNobodyKnowsAreWrongUsage() throws {
        for (option, known) in [("--simulate", "noResponse"), ("--style", "pretty-printed")] {
            let result = try Samlkit.run(["sso", option, "nonsense"])
            XCTAssertEqual(result.status, 2)
            XCTAssertTrue(result.errors.contains(known), result.errors)
        }
        XCTAssertEqual(try Samlkit.run(["sso", "--platform-sso", "apple"]).status, 2)
    }

    func testOwnStatementIsNeededForAnotherComputer() throws {
        let result = try Samlkit.run(["sso", "--base-url", "https://sp.example.com"])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("--software-statement"), result.errors)
    }

    func testStatementOfTheEnvironmentIsUsedAndNeverShown() async throws {
        let sandbox = try await sandbox()
        let folder = try scratchFolder()
        let statement = Secret.planted("statement")
        let file = try folder.write((statement + "\n").utf8, to: "statement")
        for (more, environment) in [
            ([], ["SAMLKIT_SOFTWARE_STATEMENT": statement]),
            (["--software-statement", file], [:]),
        ] {
            let sso = try Samlkit.background(
                ["sso", "--base-url", sandbox.baseURL, "--json"] + more, environment: environment)
            addTeardownBlock { sso.stop() }
            let status = try await sso.status()
            XCTAssertEqual(status, 4, "the sandbox does not know the statement")
            XCTAssertTrue(sso.errors.contains("invalid_software_statement"), sso.errors)
            XCTAssertFalse(Secret.inMessages.shows(in: sso.output + sso.errors))
        }
    }
}
