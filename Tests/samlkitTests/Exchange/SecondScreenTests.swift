import Foundation
import TestSupport
import XCTest

/// The user denies access, and signs in with a browser while samlkit waits.
final class SecondScreenTests: XCTestCase {
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

    /// A sign-on that waits for its user.
    private struct Waiting {
        let sandbox: SandboxProcess
        let sso: BackgroundProcess
        let code: String
        /// The MVPD to choose on the second screen, unless the app has chosen it.
        let choice: String?
        let remark: String
    }

    private func start(
        _ version: String, _ more: [String], choosing mvpd: String?
    ) async throws -> Waiting {
        let sandbox = try await sandbox()
        let sso = try Samlkit.background(
            [
                "sso", "--api", version, "--base-url", sandbox.baseURL, "--simulate", "denied",
                "--json", "--redirect-url", sandbox.baseURL + "/sessions",
            ] + more)
        addTeardownBlock { sso.stop() }
        let code = try await sso.waitForOutput(#""code":"([A-Z0-9]+)""#)
        return Waiting(
            sandbox: sandbox, sso: sso, code: code, choice: mvpd, remark: "\(version) \(more)")
    }

    func testSignInOnTheSecondScreenEndsInAMediaToken() async throws {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        let browser = try await SharedBrowser.browser()
        // An app asks only every few seconds, so that all of them wait at once.
        let all = [
            try await start("v2", [], choosing: "Cablevision"),
            try await start("v1", [], choosing: "Cablevision"),
            try await start("v2", ["--mvpd", "Cablevision"], choosing: nil),
        ]
        for one in all {
            try await activate(one.code, choosing: one.choice, at: one.sandbox, in: browser)
        }
        for one in all {
            let status = try await one.sso.status()
            XCTAssertEqual(status, 0, "\(one.remark): \(one.sso.output)\(one.sso.errors)")
            let last = try XCTUnwrap(one.sso.output.split(separator: "\n").last)
            let outcome = try JSONTree(parsing: last.utf8)
            XCTAssertEqual(outcome["outcome"], "mediaToken", one.remark)
            XCTAssertEqual(outcome["mvpd"], "Cablevision", one.remark)
            try await browser.navigate(to: one.sandbox.baseURL + "/sessions")
            let sessions = try await browser.text()
            XCTAssertTrue(sessions.contains("Cablevision"), sessions)
        }
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
