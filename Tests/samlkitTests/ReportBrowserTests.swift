import Foundation
import TestSupport
import XCTest

/// The report in a browser: it opens from a file, loads nothing, and can be clicked.
final class ReportBrowserTests: XCTestCase {
    private func browser() async throws -> Browser {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        return try await SharedBrowser.browser()
    }

    private static let folder = Result { try ScratchFolder() }
    /// The address of a report on the few samples, which is only read.
    private static let sharedReport = Result { try report(in: folder.get()) }

    override class func tearDown() {
        try? folder.get().removeAll()
        super.tearDown()
    }

    private static func report(in folder: ScratchFolder) throws -> String {
        let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
        let results = folder.path("results.ndjson")
        let batch = try Samlkit.run(
            ["batch", FewSamples.path(), "--output", results, "--quiet"]
                + Samlkit.reference + trust)
        XCTAssertEqual(batch.status, 1, batch.errors)
        let made = try Samlkit.run(
            [
                "report", results, "--output", folder.path("report.html"), "--now",
                SampleOutcome.now,
                "--require", SampleOutcome.requiredAttributes.joined(separator: ","),
            ] + trust)
        XCTAssertEqual(made.status, 0, made.errors)
        return URL(filePath: folder.path("report.html")).absoluteString
    }

    func testThePageOpensWithoutErrorsAndLoadsNothing() async throws {
        let address = try Self.sharedReport.get()
        let browser = try await browser()
        let elapsed = try await ContinuousClock().measure {
            try await browser.navigate(to: address)
        }
        print("the report on the samples opened in \(elapsed)")
        let heading = try await browser.element("h1").text()
        XCTAssertTrue(heading.contains("messages were accepted"), heading)
        let messages = try await browser.consoleMessages()
        XCTAssertEqual(messages, [])
        let requests = try await browser.run(
            "return performance.getEntriesByType('resource').length")
        XCTAssertEqual(requests, 0)
        // The style and the script of the page are allowed by its policy, and nothing else is.
        let families = try await browser.run("return getComputedStyle(document.body).fontFamily")
        XCTAssertTrue(families.string?.contains("system-ui") ?? false)
        let buttons = try await browser.elements("th button").count
        XCTAssertGreaterThan(buttons, 3)
        let refused = try await browser.run(
            """
            window.refused = 0;
            addEventListener("securitypolicyviolation", () => window.refused++);
            const picture = new Image(); picture.src = "http://127.0.0.1:9/x.png";
            document.body.append(picture);
            const style = document.createElement("style"); style.textContent = "body{color:red}";
            document.body.append(style);
            return new Promise(done => setTimeout(() => done(window.refused), 300));
            """)
        XCTAssertEqual(refused, 2)
    }

    func testReasonsLeadToExamples() async throws {
        let address = try Self.sharedReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        let link = try await browser.elements(".matrix thead a")[2]
        try await link.click()
        let target = try await browser.address()
        XCTAssertTrue(target.hasSuffix("#reason-3"), target)
        let shown = try await browser.run(
            "const open = document.querySelector(':target details'); return String(open.open)")
        XCTAssertEqual(shown, "true")
        let command = try await browser.element(":target .command").text()
        XCTAssertTrue(command.contains("samlkit inspect"), command)
    }

    func testTablesAreSortedAndFiltered() async throws {
        let address = try Self.sharedReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        let names =
            "return Array.from(document.querySelectorAll('#issuers tbody th'), e => e.textContent)"
        let before = try await browser.run(names)
        try await browser.elements("#issuers th button")[0].click()
        try await browser.elements("#issuers th button")[0].click()
        let after = try await browser.run(names)
        XCTAssertNotEqual(before, after)
        XCTAssertEqual(
            after.elements?.compactMap(\.string), before.elements?.compactMap(\.string).sorted())
    }

    func testDarkModeHasOtherColoursThatCanBeRead() async throws {
        let address = try Self.sharedReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        let contrast = """
            const light = c => { const p = c.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255)
                .map(v => v > 0.04045 ? ((v + 0.055) / 1.055) ** 2.4 : v / 12.92);
                return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]; };
            const ground = getComputedStyle(document.querySelector("section")).backgroundColor;
            const inks = [document.body, document.querySelector(".lead"), document.querySelector("a[href]"),
                document.querySelector(".weak") || document.body]
                .map(e => getComputedStyle(e).color);
            const ratios = inks.map(c => { const [a, b] = [light(c), light(ground)].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05); });
            return [ground, Math.floor(Math.min(...ratios) * 10)];
            """
        var grounds: [String] = []
        for scheme in ["light", "dark"] {
            try await browser.prefer(colorScheme: scheme)
            let seen = try await browser.run(contrast)
            grounds.append(seen.elements?.first?.string ?? "")
            // WCAG 2.2 asks for 4.5 to 1.
            XCTAssertGreaterThanOrEqual(seen.elements?.last?.integer ?? 0, 45, scheme)
        }
        XCTAssertNotEqual(grounds[0], grounds[1])
    }
}
