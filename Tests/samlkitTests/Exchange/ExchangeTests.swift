import Foundation
import TestSupport
import XCTest

/// Captured responses that are sent to a sandbox.
final class ExchangeTests: XCTestCase {
    private let device = "device-of-the-test"

    private func capture(_ sandbox: SandboxProcess, style: String) async throws -> String {
        try await SandboxDevice(baseURL: sandbox.baseURL, identifier: device)
            .samlResponse(style: style)
    }

    private func exchange(
        _ file: String, at sandbox: SandboxProcess, _ more: [String] = []
    ) throws -> CommandResult {
        try Samlkit.run(
            [
                "exchange", file, "--service-provider", "REF30", "--mvpd", "Cablevision",
                "--base-url", sandbox.baseURL, "--device-id", device,
            ] + more)
    }

    func testGenuineResponseGivesAProfileOrAToken() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        for version in ["v2", "v1"] {
            let response = try await capture(sandbox, style: "single-line")
            let file = try folder.write(response.utf8, to: "\(version).xml")
            let result = try exchange(file, at: sandbox, ["--api", version])
            XCTAssertEqual(result.status, 0, "\(version): \(result.text)\(result.errors)")
            XCTAssertTrue(result.text.hasPrefix("accepted: "), result.text)
            if version == "v2" {
                XCTAssertTrue(result.text.contains("appleSSO"), result.text)
                XCTAssertTrue(result.text.contains("userID"), result.text)
            } else {
                XCTAssertTrue(result.text.contains("authentication token"), result.text)
            }
        }
    }

    func testResponseMayBePackedAsACaptureCan() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        for packing in ["base64", "form"] {
            let response = try await capture(sandbox, style: "single-line")
            let base64 = Data(response.utf8).base64EncodedString()
            let text =
                packing == "base64"
                ? base64
                : "a=b&SAMLResponse="
                    + base64.replacing("+", with: "%2B").replacing("=", with: "%3D")
            let file = try folder.write(text.utf8, to: packing)
            XCTAssertEqual(try exchange(file, at: sandbox).status, 0, packing)
        }
    }

    func testWhatNormalizationBreaksIsToldBeforeAndRefusedWithTheReason() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        for version in ["v2", "v1"] {
            let response = try await capture(sandbox, style: "pretty-printed")
            let file = try folder.write(response.utf8, to: "\(version).xml")
            let options = ["--api", version]
            let broken = try exchange(file, at: sandbox, options)
            XCTAssertEqual(broken.status, 1, "\(version): \(broken.text)\(broken.errors)")
            XCTAssertTrue(broken.errors.contains("signedContentChanged"), broken.errors)
            XCTAssertTrue(broken.text.contains("the sandbox says: "), broken.text)
            let whole = try exchange(file, at: sandbox, options + ["--normalization", "none"])
            XCTAssertEqual(whole.status, 0, "\(version): \(whole.text)\(whole.errors)")
        }
    }

    func testSandboxTellsThatItMadeNoSuchQuery() async throws {
        let sandbox = try await sandbox()
        let response = try await capture(sandbox, style: "single-line")
        let file = try scratchFolder().write(response.utf8, to: "response.xml")
        let result = try exchange(file, at: sandbox)
        XCTAssertEqual(result.status, 1, result.text)
        XCTAssertTrue(result.text.contains("in-response-to-unknown"), result.text)
    }

    func testAnMVPDThatTakesNoPartIsNamed() async throws {
        let sandbox = try await sandbox()
        for (mvpd, warning) in [
            ("Nobody", "there is no MVPD Nobody."),
            ("Comcast", "Comcast takes no part in Apple's sign-on."),
        ] {
            let result = try Samlkit.run([
                "exchange", Repository.firstSample, "--service-provider", "REF30", "--mvpd", mvpd,
                "--base-url", sandbox.baseURL,
            ])
            XCTAssertEqual(result.status, 1, result.text)
            XCTAssertTrue(result.errors.contains(warning), result.errors)
        }
    }

    func testRefusalAsJSONHasCodeAndReason() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        let response = try await capture(sandbox, style: "expired")
        let file = try folder.write(response.utf8, to: "response.xml")
        let result = try exchange(file, at: sandbox, ["--json"])
        XCTAssertEqual(result.status, 1, result.text)
        let object = try JSONTree(parsing: result.output)
        XCTAssertEqual(object["outcome"], "rejected")
        XCTAssertEqual(object["code"], "invalid_parameter_saml_response")
        XCTAssertEqual(object["status"], 400)
        XCTAssertNotNil(object["reason"]?.string)
    }

    func testServerThatIsNotThereGivesFour() throws {
        let result = try Samlkit.run([
            "exchange", Repository.firstSample, "--service-provider", "REF30", "--mvpd", "x",
            "--base-url", "http://127.0.0.1:9",
        ])
        XCTAssertEqual(result.status, 4)
        XCTAssertTrue(result.text.contains("cannotConnect"), result.text)
    }

    func testWrongUsageAndMissingInputAreToldBeforeAnythingIsSent() throws {
        let options = ["--service-provider", "a", "--mvpd", "b"]
        let sample = Repository.firstSample
        for (arguments, status) in [
            (["exchange", sample], 2), (["exchange", "/no/such/file"] + options, 3),
            (["exchange", sample] + options + ["--base-url", "ftp://a"], 2),
            (["exchange", sample] + options + ["--base-url", "https://sp.example.com"], 2),
            (
                ["exchange", Repository.samplePath("captures/malformed/invalid-base64.b64")]
                    + options, 1
            ),
            (["exchange", sample] + options + ["--metadata-key", sample], 2),
        ] {
            XCTAssertEqual(try Samlkit.run(arguments).status, Int32(status), "\(arguments)")
        }
    }

    func testDiagnosticsShowNothingOfTheResponse() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        let response = try await capture(sandbox, style: "pretty-printed")
            .replacing("subscriber", with: Secret.planted("value"))
        let file = try folder.write(response.utf8, to: "response.xml")
        for more in [[], ["--json"], ["--normalization", "none"]] {
            let result = try exchange(file, at: sandbox, more)
            XCTAssertEqual(result.status, 1, result.text)
            XCTAssertFalse(Secret.inMessages.shows(in: result.text + result.errors), result.text)
        }
    }
}
