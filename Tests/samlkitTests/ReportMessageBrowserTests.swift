import Foundation
import TestSupport
import XCTest

/// The table of messages in a browser: messages are found, opened and read, and none of their texts runs.
final class ReportMessageBrowserTests: XCTestCase {
    private func browser() async throws -> Browser {
        guard WebDriver.isInstalled else {
            throw XCTSkip(WebDriver.Failure.notInstalled.description)
        }
        return try await SharedBrowser.browser()
    }

    private static let samplesFolder = Result { try ScratchFolder() }
    /// The address of the report on the few samples, which is only read.
    private static let samplesReport = Result {
        try report(
            FewSamples.path(), in: samplesFolder.get(),
            Samlkit.reference + ["--trust", Repository.samplePath("metadata/all-idps.xml")])
    }

    override class func tearDown() {
        try? samplesFolder.get().removeAll()
        super.tearDown()
    }

    /// The address of a report on messages.
    private static func report(
        _ input: String, in folder: ScratchFolder, _ options: [String] = Samlkit.reference
    ) throws -> String {
        let result = try Samlkit.run(
            [
                "batch", input, "--quiet", "--output", folder.path("results.ndjson"), "--report",
                folder.path("report.html"),
            ] + options)
        XCTAssertTrue([0, 1].contains(result.status), result.errors)
        return URL(filePath: folder.path("report.html")).absoluteString
    }

    /// The address of a report on messages whose every text would like to run.
    private func hostileReport(in folder: ScratchFolder) throws -> String {
        var lines = ""
        for (number, text) in ReportMessageFixture.scripts.enumerated() {
            for part in 0..<5 {
                let message = ReportMessageFixture.response(
                    id: part == 0 ? text : "_\(number)-\(part)",
                    issuer: part == 1 ? text : "https://idp.example",
                    subject: part == 2 ? text : "subject-\(number)-\(part)",
                    attribute: part == 3 ? text : "uid", value: part == 4 ? text : "value",
                    destination: text)
                lines += Data(message.utf8).base64EncodedString() + "\n"
            }
            // What is no XML is shown, too.
            lines += Data("<p:Response \(text)".utf8).base64EncodedString() + "\n"
        }
        let name = "<img src=x onerror=window.ran=1>.txt"
        return try Self.report(try folder.write(lines.utf8, to: name), in: folder)
    }

    /// Shows every message and opens them, in steps that a slow machine does in time.
    private func openAll(_ browser: Browser) async throws {
        var isDone = false
        while !isDone {
            let state = try await browser.run(
                """
                const button = Array.from(document.querySelectorAll("#messages .place > button")).pop();
                if (!button.hidden) button.click();
                return String(button.hidden);
                """)
            isDone = state == "true"
        }
        var rest = 1
        while rest > 0 {
            let state = try await browser.run(
                """
                const closed = Array.from(document.querySelectorAll("tr.message button[aria-expanded=false]"));
                for (const button of closed.slice(0, 50)) button.click();
                return Math.max(0, closed.length - 50);
                """)
            rest = state.integer ?? 0
        }
    }

    private func assertNothingRan(_ browser: Browser, _ remark: String) async throws {
        let ran = try await browser.run("return String(window.ran)")
        XCTAssertEqual(ran, "undefined", remark)
        let foreign = try await browser.run(
            """
            return document.querySelectorAll(
              "main img, main iframe, main style, main script, main [onload], main [onerror], a[href^=javascript]").length
            """)
        XCTAssertEqual(foreign, 0, remark)
        let requests = try await browser.run(
            "return performance.getEntriesByType('resource').length")
        XCTAssertEqual(requests, 0, remark)
        let messages = try await browser.consoleMessages()
        XCTAssertEqual(messages, [], remark)
    }

    func testNoTextOfAMessageRuns() async throws {
        let folder = try scratchFolder()
        let address = try hostileReport(in: folder)
        let browser = try await browser()
        try await browser.navigate(to: address)
        try await openAll(browser)
        let panels = try await browser.run("return document.querySelectorAll('.panel').length")
        XCTAssertEqual(panels.integer, ReportMessageFixture.scripts.count * 6)
        let shown = try await browser.run("return document.querySelector('#messages').textContent")
        for text in [
            "</script><script>window.ran=1</script>", "⟨U+202E⟩", "<!--<script>window.ran=1",
        ] {
            XCTAssertTrue(shown.string?.contains(text) ?? false, text)
        }
        try await assertNothingRan(browser, "hostile texts")
    }

    /// The first message of each family of the attack corpus, and their number.
    ///
    /// A page treats the messages of a family in one way. The verdict on every row is in `AttackTests`.
    private func attacks(in folder: ScratchFolder) throws -> (path: String, count: Int) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "gzip", "-dc", Repository.root.appending(path: "Tests/Attacks/corpus.ndjson.gz").path,
        ]
        let path = try folder.write([UInt8](), to: "corpus.ndjson")
        process.standardOutput = FileHandle(forWritingAtPath: path)
        try process.run()
        process.waitUntilExit()
        var families: Set<String> = []
        var chosen = Data()
        for line in try Data(folder.read("corpus.ndjson")).split(separator: UInt8(ascii: "\n")) {
            let start = String(decoding: line.prefix(500), as: UTF8.self)
            let family = try XCTUnwrap(start.firstMatch(of: /"family":"([^"]+)"/)).output.1
            guard !families.contains(String(family)),
                line.range(of: Data("\"message\":\"".utf8)) != nil
            else { continue }
            families.insert(String(family))
            chosen += line + [UInt8(ascii: "\n")]
        }
        return (try folder.write(chosen, to: "families.ndjson"), families.count)
    }

    func testNoMessageOfTheAttackCorpusRuns() async throws {
        let folder = try scratchFolder()
        let attacks = try attacks(in: folder)
        XCTAssertGreaterThan(attacks.count, 25)
        let address = try Self.report(
            attacks.path, in: folder, Samlkit.reference + ["--field", "message"])
        let browser = try await browser()
        try await browser.navigate(to: address)
        try await openAll(browser)
        let panels = try await browser.run("return document.querySelectorAll('.panel').length")
        XCTAssertGreaterThan(panels.integer ?? 0, attacks.count * 4 / 5)
        try await assertNothingRan(browser, "attack corpus")
    }

    func testASubscriberIsFoundAndTheReasonIsShown() async throws {
        let folder = try scratchFolder()
        var lines = ""
        for number in 0..<100 {
            let message = ReportMessageFixture.response(
                id: "_m\(number)", subject: "subscriber-\(number)@example.org",
                value: number == 77 ? "Account 4711" : "value \(number)",
                destination: "https://sp.example/\(number)")
            lines += Data(message.utf8).base64EncodedString() + "\n"
        }
        let input = try folder.write(lines.utf8, to: "capture.txt")
        let address = try Self.report(
            input, in: folder,
            ["--now", "2026-01-15T12:10:00Z", "--audience", "https://sp.example/"])
        let browser = try await browser()
        try await browser.navigate(to: address)
        for wanted in [
            "subscriber-77@example.org", "Account 4711", "_m77 https://sp.example/77",
        ] {
            let search = try await browser.element("#message-search")
            try await search.clear()
            try await search.type(wanted)
            let rows = try await browser.elements("tr.message").count
            XCTAssertEqual(rows, 1, wanted)
            // The only match is open.
            let panel = try await browser.element(".panel").text()
            XCTAssertTrue(panel.contains("subscriber-77@example.org"), panel)
            XCTAssertTrue(panel.contains("trailing slash"), panel)
            XCTAssertTrue(panel.contains("2026-01-15T12:05:00Z"), panel)
            XCTAssertTrue(panel.contains("samlkit inspect"), panel)
            XCTAssertTrue(panel.contains("line 78"), panel)
        }
        let marked = try await browser.element(".panel .xml .bad").text()
        XCTAssertTrue(marked.contains("Conditions") || marked.contains("Audience"), marked)
    }

    func testTheTableIsFilteredSortedAndSaved() async throws {
        let address = try Self.samplesReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        try await browser.run(
            """
            const filter = document.querySelector("select[aria-label='Filter by outcome']");
            filter.value = "malformed"; filter.dispatchEvent(new Event("input"));
            """)
        let outcomes = try await browser.run(
            "return Array.from(new Set(Array.from(document.querySelectorAll('td.outcome'), e => e.textContent)))"
        )
        XCTAssertEqual(outcomes.elements?.compactMap(\.string), ["malformed"])
        let saved = try await browser.run(
            """
            let blob; URL.createObjectURL = value => { blob = value; return "#"; };
            document.querySelector("#messages .tools button").click();
            return blob.text();
            """)
        let rows = (saved.string ?? "").components(separatedBy: "\r\n").dropLast()
        let matching = try await browser.run(
            "return parseInt(document.querySelector('#messages [role=status]').textContent)")
        XCTAssertEqual(rows.count - 1, matching.integer)
        try await browser.elements("#messages .tools button")[1].click()
        try await browser.elements(".messages thead th button")[4].click()
        let issuers = try await browser.run(
            "return Array.from(document.querySelectorAll('tr.message'), e => e.cells[4].textContent)"
        )
        let names = issuers.elements?.compactMap(\.string) ?? []
        XCTAssertGreaterThan(names.count, 20)
        XCTAssertEqual(names, names.sorted())
    }

    func testAnExampleLeadsToItsMessage() async throws {
        let address = try Self.samplesReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        let index = try await browser.run(
            "const link = document.querySelector('#reason-1 td.n a'); link.click(); return link.textContent"
        )
        let open = try await browser.waitForElement(".panel").text()
        XCTAssertFalse(open.isEmpty)
        let row = try await browser.run(
            "return document.querySelector('tr.opened').previousElementSibling.id")
        XCTAssertEqual(row.string, "message-\(index.string?.replacing(",", with: "") ?? "")")
    }

    func testEveryTextHasTheContrastOfWCAGInBothThemes() async throws {
        let address = try Self.samplesReport.get()
        let browser = try await browser()
        try await browser.navigate(to: address)
        let audit = """
            const parse = c => { const p = c.match(/[0-9.]+/g).map(Number); return p.length > 3 ? p : [...p, 1]; };
            const light = c => { const p = c.slice(0, 3).map(v => v / 255)
              .map(v => v > 0.04045 ? ((v + 0.055) / 1.055) ** 2.4 : v / 12.92);
              return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]; };
            const ground = node => {
              const layers = [];
              for (let e = node; e !== null; e = e.parentElement) {
                const c = parse(getComputedStyle(e).backgroundColor);
                layers.push(c);
                if (c[3] === 1) break;
              }
              return layers.reverse().reduce((under, c) => under.map((v, i) => c[3] * c[i] + (1 - c[3]) * v),
                [255, 255, 255]);
            };
            for (const row of Array.from(document.querySelectorAll("tr.message")).slice(0, 12))
              document.getElementById(row.id).querySelector("button").click();
            for (const e of document.querySelectorAll("details")) e.open = true;
            const low = [];
            for (const e of document.querySelectorAll("main *")) {
              const own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim() !== "");
              if (!own || e.closest("svg, .hidden, option") !== null || e.offsetParent === null) continue;
              const style = getComputedStyle(e);
              const under = ground(e);
              let ink = parse(style.color);
              const alpha = ink[3] * parseFloat(style.opacity);
              ink = under.map((v, i) => alpha * ink[i] + (1 - alpha) * v);
              const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
              const ratio = (a + 0.05) / (b + 0.05);
              if (ratio < 4.5) low.push(e.tagName + "." + e.className + " " + ratio.toFixed(2));
            }
            return Array.from(new Set(low)).slice(0, 12);
            """
        for scheme in ["light", "dark"] {
            try await browser.prefer(colorScheme: scheme)
            let low = try await browser.run(audit)
            XCTAssertEqual(low.elements?.compactMap(\.string), [], scheme)
        }
    }

    func testOnAPhoneEveryTableIsCardsAndNothingScrollsSideways() async throws {
        let address = try Self.samplesReport.get()
        let browser = try await browser()
        try await browser.resize(width: 390, height: 800)
        try await browser.navigate(to: address)
        try await browser.run(
            """
            document.querySelector('tr.message.rejected button').click();
            for (const e of document.querySelectorAll("details")) e.open = true;
            """)
        let wide = try await browser.run(
            """
            const boxes = Array.from(document.querySelectorAll(".scroll"));
            return [document.documentElement.scrollWidth - innerWidth, boxes.length,
              boxes.filter(box => box.scrollWidth > box.clientWidth)
                .map(box => box.ariaLabel + " " + box.scrollWidth + " " + box.textContent.slice(0, 200))]
            """)
        XCTAssertLessThanOrEqual(wide.elements?[0].integer ?? 99, 0)
        XCTAssertGreaterThan(wide.elements?[1].integer ?? 0, 10)
        XCTAssertEqual(wide.elements?[2].elements?.compactMap(\.string), [])
        let name = try await browser.run(
            "return getComputedStyle(document.querySelector('#issuers td.n'), ':before').content")
        XCTAssertTrue(name.string?.contains(": ") ?? false, "\(name)")
        let panel = try await browser.run(
            "return Math.ceil(document.querySelector('.panel').getBoundingClientRect().width)")
        XCTAssertLessThanOrEqual(panel.integer ?? 999, 390)
        let isBelow = try await browser.run(
            """
            const cells = name => document.querySelector(`.panel td[data-name=${name}]`)
              .getBoundingClientRect();
            const [expected, found] = [cells("expected"), cells("found")];
            return found.top >= expected.bottom ? found.left === expected.left : false
            """)
        XCTAssertEqual(isBelow, .boolean(true))
    }

    /// The address of the page of one message.
    private func page(of message: some Sequence<UInt8>, in folder: ScratchFolder) throws -> String {
        let file = try folder.write(message, to: "message.xml")
        let page = folder.path("page.html")
        let result = try Samlkit.run(
            [
                "inspect", file, "--html", page, "--trust",
                Repository.samplePath("metadata/all-idps.xml"),
            ]
                + ["--now", SampleOutcome.now])
        XCTAssertTrue([0, 1].contains(result.status), result.errors)
        return URL(filePath: page).absoluteString
    }

    func testThePageOfOneMessageShowsItAndHasNothingToSearch() async throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample("captures/37-tampered-attribute.xml")
        let browser = try await browser()
        try await browser.navigate(to: try page(of: sample, in: folder))
        let inputs = try await browser.elements("input, select, .messages").count
        XCTAssertEqual(inputs, 0)
        let facts = try await browser.element("#messages .facts").text()
        XCTAssertTrue(facts.contains("rejected"), facts)
        XCTAssertTrue(facts.contains("message.xml --nth 1"), facts)
        let panel = try await browser.element("#message-0.panel").text()
        XCTAssertTrue(panel.contains("samlkit verify"), panel)
        try await assertNothingRan(browser, "one message")
    }

    func testXMLIsFoldedNumberedAndCopiedByteForByte() async throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample("captures/37-tampered-attribute.xml")
        let browser = try await browser()
        try await browser.navigate(to: try page(of: sample, in: folder))
        let copied = try await browser.run(
            """
            let text; navigator.clipboard.writeText = value => { text = value; return Promise.resolve(); };
            Array.from(document.querySelectorAll(".copy")).find(b => b.textContent === "Copy the message").click();
            return text;
            """)
        XCTAssertEqual(
            copied.string?.trimmingCharacters(in: .whitespacesAndNewlines),
            String(decoding: sample, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        let place = try await browser.run(
            "return document.querySelector('.xml .bad').dataset.at")
        XCTAssertEqual(place.string, "6:3")
        let colours = try await browser.elements(".xml .tag, .xml .attribute, .xml .value").count
        XCTAssertGreaterThan(colours, 50)
        let counts = try await browser.run(
            """
            const shown = () => Array.from(document.querySelectorAll(".xml > div")).filter(line => !line.hidden).length;
            const before = shown(), fold = document.querySelector(".xml .bad .fold");
            fold.click();
            const folded = shown();
            fold.click();
            return [before, folded, shown(), fold.getAttribute("aria-expanded") === "true" ? 1 : 0];
            """
        ).elements?.compactMap(\.integer)
        XCTAssertLessThan(counts?[1] ?? 999, counts?[0] ?? 0)
        XCTAssertEqual(counts?[2], counts?[0])
        XCTAssertEqual(counts?[3], 1)
    }

    func testWithoutAScriptThePageHoldsTheWholeMessage() throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        _ = try page(of: sample, in: folder)
        let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
        let listing = try XCTUnwrap(
            page.firstMatch(of: /(?s)<noscript>.*<pre class="xml">(.*?)<\/pre>/)
        ).1
        let text = listing.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
                "&amp;", with: "&")
        XCTAssertEqual(
            text.trimmingCharacters(in: .whitespacesAndNewlines),
            String(decoding: sample, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    func testTheTableOfMessagesUsesTheWidthAndBreaksNoTimeAndNoOptionOfACommand() async throws {
        let address = try Self.samplesReport.get()
        let browser = try await browser()
        try await browser.resize(width: 1280, height: 900)
        try await browser.navigate(to: address)
        try await browser.run("document.querySelector('tr.message.rejected button').click()")
        let sizes = try await browser.run(
            """
            const box = document.querySelector("#messages .scroll");
            return [document.documentElement.scrollWidth - innerWidth,
              box.scrollWidth - box.clientWidth, box.clientWidth]
            """
        ).elements?.compactMap(\.integer)
        XCTAssertLessThanOrEqual(sizes?[0] ?? 99, 0)
        XCTAssertEqual(sizes?[1], 0)
        XCTAssertGreaterThan(sizes?[2] ?? 0, 1100)
        let broken = try await browser.run(
            """
            const texts = Array.from(document.querySelectorAll("#messages .whole"));
            return [texts.length, texts.filter(text => text.getClientRects().length > 1).length]
            """
        ).elements?.compactMap(\.integer)
        XCTAssertGreaterThan(broken?[0] ?? 0, 50)
        XCTAssertEqual(broken?[1], 0)
        let times = try await browser.run(
            """
            return Array.from(document.querySelectorAll("tr.message td:nth-child(7)"), cell =>
              cell.textContent).filter(text => /^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\dZ$/.test(text)).length
            """)
        XCTAssertGreaterThan(times.integer ?? 0, 20)
    }
}
