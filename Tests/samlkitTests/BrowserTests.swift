import Foundation
import TestSupport
import XCTest

/// The browser that other tests look at pages with.
final class BrowserTests: XCTestCase {
    private static let page = """
        <!DOCTYPE html><title>A form</title>
        <form><label>Name <input name="name" value="x"></label><button>Go</button></form>
        <p id="out"></p>
        <script>
        document.querySelector("form").addEventListener("submit", event => {
            event.preventDefault();
            document.cookie = "seen=1";
            document.querySelector("#out").innerHTML =
                "<b>" + document.querySelector("input").value + "</b>";
        });
        </script>
        """

    /// The page on a server of its own, as files have no cookies.
    private func serve() async throws -> String {
        let folder = try scratchFolder()
        try folder.write(Self.page.utf8, to: "index.html")
        let server = try BackgroundProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1",
                "--directory", folder.path,
            ])
        addTeardownBlock { server.stop() }
        return "http://127.0.0.1:\(try await server.waitForOutput("port (\\d+)"))/"
    }

    private func driver() async throws -> WebDriver {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        let driver = try await WebDriver()
        addTeardownBlock { await driver.stop() }
        return driver
    }

    func testPagesAreReadTypedIntoAndClicked() async throws {
        let address = try await serve()
        let browser = try await driver().browser()
        try await browser.navigate(to: address)
        let title = try await browser.title()
        XCTAssertEqual(title, "A form")
        let input = try await browser.element("input[name=name]")
        try await input.clear()
        try await input.type("typed text")
        try await browser.element("button").click()
        let text = try await browser.waitForElement("#out b").text()
        XCTAssertEqual(text, "typed text")
        let picture = try await browser.screenshot()
        XCTAssertEqual(Array(picture.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
        let shown = try await browser.address()
        XCTAssertEqual(shown, address)
        try await browser.close()
    }

    func testWhatIsNotOnThePageIsSaid() async throws {
        let browser = try await driver().browser()
        try await browser.navigate(to: "about:blank")
        let count = try await browser.elements("table").count
        XCTAssertEqual(count, 0)
        do {
            _ = try await browser.element("table")
            XCTFail("There is no table.")
        } catch WebDriver.Failure.refused(let code, _) {
            XCTAssertEqual(code, "no such element")
        }
    }

    func testCookiesCanBeSwitchedOff() async throws {
        let address = try await serve()
        let driver = try await driver()
        for acceptsCookies in [true, false] {
            let browser = try await driver.browser(acceptsCookies: acceptsCookies)
            try await browser.navigate(to: address)
            try await browser.element("button").click()
            let cookies = try await browser.cookieNames()
            XCTAssertEqual(cookies, acceptsCookies ? ["seen"] : [])
            try await browser.close()
        }
    }
}
