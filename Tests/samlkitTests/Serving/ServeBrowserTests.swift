import Foundation
import TestSupport
import XCTest

/// The page of `samlkit serve` in a browser, as a person uses it.
final class ServeBrowserTests: XCTestCase {
    private func browser() async throws -> Browser {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        return try await SharedBrowser.browser()
    }

    /// Drops files on the page, with the events that a browser sends.
    private func drop(_ files: [(name: String, content: [UInt8])], in browser: Browser) async throws
    {
        for file in files {
            let content = Data(file.content).base64EncodedString()
            try await browser.run(
                """
                const transfer = new DataTransfer();
                const bytes = Uint8Array.from(atob("\(content)"), letter => letter.charCodeAt(0));
                transfer.items.add(new File([bytes], "\(file.name)"));
                dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));
                """)
        }
    }

    private func explain(_ browser: Browser, _ button: String = "messages") async throws {
        try await browser.element("#ask button[value=\(button)]").click()
        _ = try await browser.waitForElement("#result:not([hidden])")
    }

    func testAPastedMessageIsExplainedAndStaysInTheForm() async throws {
        let service = try await service()
        let browser = try await browser()
        try await browser.navigate(to: service.address + "/")
        let message = String(
            decoding: try Repository.sample("captures/25-expired.xml"), as: UTF8.self)
        try await browser.run(
            """
            const bytes = Uint8Array.from(
                atob("\(Data(message.utf8).base64EncodedString())"), letter => letter.charCodeAt(0));
            document.getElementById("message").value = new TextDecoder().decode(bytes);
            """)
        try await drop(
            [("all idps.xml", Repository.sample("metadata/all-idps.xml"))], in: browser)
        try await browser.element("#now").type(SampleOutcome.now)
        try await explain(browser)
        let command = try await browser.element("#words").text()
        XCTAssertEqual(
            command,
            "samlkit inspect message.txt --trust 'all idps.xml' --now 2026-01-15T12:00:00Z "
                + "--html message.html")
        try await browser.look(intoFrame: "#answer")
        _ = try await browser.waitForElement("#messages tbody tr, #messages article")
        let answer = try await browser.run("return document.body.innerText").string ?? ""
        XCTAssertTrue(answer.contains("expired"), answer)
        try await browser.look(intoFrame: nil)
        // The command gives the same answer where the files are.
        let folder = try scratchFolder()
        try folder.write(message.utf8, to: "message.txt")
        try folder.write(Repository.sample("metadata/all-idps.xml"), to: "all idps.xml")
        let run = try Samlkit.run([
            "inspect", folder.path("message.txt"), "--trust", folder.path("all idps.xml"), "--now",
            "2026-01-15T12:00:00Z", "--html", folder.path("message.html"),
        ])
        XCTAssertTrue(run.text.contains("expired"), run.text)

        try await browser.element("#back").click()
        let kept = try await browser.run(
            "return document.getElementById('message').value.length + ' ' + document.getElementById('file').files.length"
        )
        XCTAssertEqual(kept.string, "\(message.utf16.count) 1")
        let complaints = try await browser.consoleMessages()
        XCTAssertEqual(complaints, [])
    }

    func testACaptureIsShownAsReportAndAsAudit() async throws {
        let service = try await service()
        let browser = try await browser()
        try await browser.navigate(to: service.address + "/")
        try await drop(
            [
                ("a.har", Repository.sample("har/sign-on-v2.har")),
                ("b.xml", Repository.sample("captures/25-expired.xml")),
            ], in: browser)
        let files = try await browser.elements("#files li").count
        XCTAssertEqual(files, 2)
        try await explain(browser)
        try await browser.look(intoFrame: "#answer")
        let title = try await browser.title()
        XCTAssertFalse(title.isEmpty)
        let report = try await browser.run("return document.title")
        XCTAssertTrue(report.string?.hasPrefix("SAML messages: ") ?? false, report.string ?? "")
        try await browser.look(intoFrame: nil)
        try await browser.element("#views li:last-child button").click()
        _ = try await browser.waitForElement("#views li:last-child button[aria-current]")
        try await browser.look(intoFrame: "#answer")
        let audit = try await browser.run("return document.title")
        XCTAssertEqual(audit.string, "Audit of a.har, b.xml")
        try await browser.look(intoFrame: nil)
    }

    func testAPageOfAnotherSiteGetsNothing() async throws {
        let service = try await service()
        let browser = try await browser()
        let folder = try scratchFolder()
        try folder.write("<!DOCTYPE html><title>Other</title>".utf8, to: "index.html")
        let other = try BackgroundProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
                folder.path,
            ])
        addTeardownBlock { other.stop() }
        let port = try await other.waitForOutput("port (\\d+)")
        try await browser.navigate(to: "http://127.0.0.1:\(port)/")
        let outcome = try await browser.run(
            """
            const form = new FormData();
            form.append("message", "x");
            const address = "\(service.address)";
            const tries = [
              fetch(address + "/healthz").then(answer => "read"),
              fetch(address + "/show", {method: "POST", body: form}).then(answer => "read"),
              fetch(address + "/show", {method: "POST", body: form, mode: "no-cors"})
                .then(answer => answer.type),
            ];
            return Promise.allSettled(tries).then(all => all.map(each => each.value ?? "refused").join());
            """)
        // Cross-Origin-Resource-Policy keeps even what cannot be read away.
        XCTAssertEqual(outcome.string, "refused,refused,refused")
        _ = try await browser.consoleMessages()
    }
}
