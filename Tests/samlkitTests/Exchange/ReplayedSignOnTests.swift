import Foundation
import TestSupport
import XCTest

/// Sign-ons whose answers of Apple's framework were captured.
final class ReplayedSignOnTests: XCTestCase {
    func testCapturedAnswersArePlayedInTheOrderOfTheirNames() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        let device = SandboxDevice(baseURL: sandbox.baseURL, identifier: "replayed")
        let response = try await device.samlResponse(style: "single-line")
        let signedIn =
            #"{"accountProviderIdentifier":"Cablevision_apple","authenticationExpirationDate":4102444800000}"#
        let text = try JSONEncoder().encode(response)
        try folder.write(
            #"{"accessStatus":"granted","metadata":{}}"#.utf8, to: "answers/1-silent.json")
        try folder.write(
            #"{"accessStatus":"granted","metadata":\#(signedIn)}"#.utf8,
            to: "answers/2-picker.json")
        let withResponse =
            signedIn.dropLast() + ",\"samlAttributeQueryResponse\":"
            + String(decoding: text, as: UTF8.self) + "}"
        try folder.write(
            #"{"accessStatus":"granted","metadata":\#(withResponse)}"#.utf8,
            to: "answers/3-response.json")
        let result = try Samlkit.run([
            "sso", "--base-url", sandbox.baseURL, "--json", "--device-id", "replayed", "--no-wait",
            "--platform-sso", "replay:\(folder.path("answers"))",
        ])
        XCTAssertEqual(result.status, 0, result.text + result.errors)
        XCTAssertEqual(try outcome(of: result)["outcome"], "mediaToken")
    }

    func testBareResponseIsOfTheProviderThatIsNamed() async throws {
        let sandbox = try await sandbox(["--no-throttle", "--accept-captured"])
        let folder = try scratchFolder()
        let device = SandboxDevice(baseURL: sandbox.baseURL, identifier: "bare")
        try folder.write(
            try await device.samlResponse(style: "single-line").utf8, to: "answers/a.xml")
        let options = [
            "sso", "--base-url", sandbox.baseURL, "--json", "--device-id", "bare", "--no-wait",
            "--platform-sso", "replay:\(folder.path("answers"))",
        ]
        let named = try Samlkit.run(options + ["--provider", "Cablevision_apple"])
        XCTAssertEqual(named.status, 0, named.text + named.errors)
        let unnamed = try Samlkit.run(options)
        XCTAssertEqual(try outcome(of: unnamed)["outcome"], "fallback")
    }

    func testFolderWithoutAnswersIsNoInput() throws {
        let folder = try scratchFolder()
        for name in ["missing", ""] {
            let result = try Samlkit.run([
                "sso", "--platform-sso", "replay:\(folder.path)/\(name)",
            ])
            XCTAssertEqual(result.status, 3, result.errors)
        }
        try folder.write("{}".utf8, to: "a.json")
        XCTAssertEqual(
            try Samlkit.run(["sso", "--platform-sso", "replay:\(folder.path)"]).status, 3)
        XCTAssertEqual(try Samlkit.run(["sso", "--platform-sso", "replay:"]).status, 2)
    }
}
