import Foundation
import TestSupport
import XCTest

/// The user denies access, and signs in with a browser while samlkit waits.
final class SecondScreenTests: XCTestCase {
    private func driver() async throws -> WebDriver {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        let driver = try await WebDriver()
        addTeardownBlock { await driver.stop() }
        return driver
    }

    /// Goes through the pages of the sandbox, from a code to a finished sign-in.
    private func activate(
        _ code: String, choosing mvpd: String?, at sandbox: SandboxProcess, in browser: Browser
    ) async throws {
        try await browser.navigate(to: sandbox.baseURL + "/activate")
        try await browser.element("input[name=code]").type(code.lowercased())
        try await browser.element("button[type=submit]").click()
        if let mvpd {
            try await browser.waitForElement("input[name=mvpd][value='\(mvpd)']").click()
            try await browser.element("button[type=submit]").click()
        }
        _ = try await browser.waitForElement("input[name=subscriber]")
        try await browser.element("button[type=submit]").click()
    }

    private func signIn(_ version: String, _ more: [String], choosing mvpd: String?) async throws {
        let sandbox = try await sandbox()
        let browser = try await driver().browser()
        let sso = try Samlkit.background(
            [
                "sso", "--api", version, "--base-url", sandbox.baseURL, "--simulate", "denied",
                "--json", "--redirect-url", sandbox.baseURL + "/sessions",
            ] + more)
        addTeardownBlock { sso.stop() }
        let code = try await sso.waitForOutput(#""code":"([A-Z0-9]+)""#)
        try await activate(code, choosing: mvpd, at: sandbox, in: browser)
        let status = try await sso.status()
        XCTAssertEqual(status, 0, "\(version): \(sso.output)\(sso.errors)")
        let last = try XCTUnwrap(sso.output.split(separator: "\n").last)
        let outcome = try JSONTree(parsing: last.utf8)
        XCTAssertEqual(outcome["outcome"], "mediaToken", version)
        XCTAssertEqual(outcome["mvpd"], "Cablevision", version)
        try await browser.navigate(to: sandbox.baseURL + "/sessions")
        let sessions = try await browser.text()
        XCTAssertTrue(sessions.contains("Cablevision"), sessions)
    }

    func testSignInWithAnMVPDChosenOnTheSecondScreenEndsInAMediaTokenOfV2() async throws {
        try await signIn("v2", [], choosing: "Cablevision")
    }

    func testSignInWithAnMVPDChosenOnTheSecondScreenEndsInAMediaTokenOfV1() async throws {
        try await signIn("v1", [], choosing: "Cablevision")
    }

    func testSignInWithAnMVPDChosenInTheAppEndsInAMediaTokenOfV2() async throws {
        try await signIn("v2", ["--mvpd", "Cablevision"], choosing: nil)
    }

    func testWaitingEndsWhenTheTimeIsUp() async throws {
        let sandbox = try await sandbox()
        let result = try Samlkit.run([
            "sso", "--base-url", sandbox.baseURL, "--simulate", "denied", "--json", "--timeout",
            "1",
        ])
        XCTAssertEqual(result.status, 1, result.errors)
        XCTAssertEqual(try outcome(of: result)["outcome"], "fallback")
    }
}
