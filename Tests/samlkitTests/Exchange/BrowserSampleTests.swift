import Foundation
import TestSupport
import XCTest

/// The app of `Samples/browser`, in a browser, against the strict sandbox.
final class BrowserSampleTests: XCTestCase {
    private func skipUnlessInstalled() throws {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
    }

    /// Serves the files of the sample, and returns the port.
    private func pages() async throws -> String {
        let server = try BackgroundProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
                Repository.root.appending(path: "Samples/browser").path,
            ], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin"])
        addTeardownBlock { server.stop() }
        do {
            return try await server.waitForOutput("port ([1-9][0-9]*)")
        } catch {
            guard server.errors.contains("python3") else { throw error }
            throw XCTSkip("python3 is not installed, which serves the sample's files.")
        }
    }

    /// Signs in with a code on the sandbox's pages.
    private func activate(
        _ code: String, at sandbox: SandboxProcess, in browser: Browser
    ) async throws {
        try await browser.navigate(to: sandbox.baseURL + "/activate")
        try await browser.element("input[name=code]").type(code)
        try await browser.element("button[type=submit]").click()
        _ = try await browser.waitForElement("input[name=subscriber]")
        // The page that follows is not the sandbox's, and may be out of reach.
        try? await browser.element("button[type=submit]").click()
    }

    func testTheAppSignsInPlaysAndSignsOutInTheStrictSandbox() async throws {
        try skipUnlessInstalled()
        let port = try await pages()
        let sandbox = try await sandbox(["--strict", "--cors", "http://127.0.0.1:\(port)"])
        let app = try await SharedBrowser.browser()
        try await app.navigate(to: "http://127.0.0.1:\(port)/?base=\(sandbox.baseURL)")
        try await app.waitForElement("button[data-mvpd=Comcast]").click()
        let code = try await app.waitForElement("#activation:not([hidden]) #code").text()
        let phone = try await SharedBrowser.driver().browser()
        addTeardownBlock { try await phone.close() }
        try await activate(code, at: sandbox, in: phone)
        try await app.waitForElement("#play:not([hidden])").click()
        _ = try await app.waitForElement("#play[data-done]")
        let text = try await app.text()
        XCTAssertTrue(text.contains("Playing, with a media token"), text)
        try? await app.element("#logout").click()
        for _ in 0..<100 where try await app.address().contains(":\(port)/") {
            try await Task.sleep(for: .milliseconds(100))
        }
        let review = try await sandbox.review()
        XCTAssertTrue(review.contains("Nothing: no request"), review)
    }

    func testPagesOfAnotherOriginGetNoAnswer() async throws {
        try skipUnlessInstalled()
        let port = try await pages()
        let sandbox = try await sandbox(["--strict", "--cors", "http://127.0.0.1:\(port)"])
        let app = try await SharedBrowser.browser()
        // The same files, from an origin that was not named.
        try await app.navigate(to: "http://localhost:\(port)/?base=\(sandbox.baseURL)")
        _ = try await app.waitForElement("#status[data-failed]")
        let choices = try await app.elements("button[data-mvpd]")
        XCTAssertTrue(choices.isEmpty)
        let messages = try await app.consoleMessages().joined(separator: "\n")
        XCTAssertTrue(messages.contains("CORS policy"), messages)
    }

    func testTheAppCannotReachTheSandboxesControlsAndPages() async throws {
        try skipUnlessInstalled()
        let port = try await pages()
        let sandbox = try await sandbox(["--cors", "http://127.0.0.1:\(port)"])
        let app = try await SharedBrowser.browser()
        try await app.navigate(to: "http://127.0.0.1:\(port)/README.md")
        for path in ["/sandbox/log", "/sandbox/reset", "/activate", "/review", "/sessions"] {
            let script = """
                return fetch("\(sandbox.baseURL)\(path)", {method: "\(path.hasSuffix("reset") ? "POST" : "GET")"})
                  .then(() => "answered", () => "refused");
                """
            let result = try await app.run(script)
            XCTAssertEqual(result, "refused", path)
        }
    }
}
