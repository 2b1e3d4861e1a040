import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import Reports
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The page is well-formed, escapes what senders chose, and says what is missing.
final class ReportPageTests: XCTestCase {
    private static let hostileNames = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='alert(1)",
        "javascript:alert(1)", "a\u{202E}gnp.exe", "\u{2066}\u{200B}\u{FEFF}", "]]>--><!--",
        "&amp;&#60;", "line\nbreak\u{0}\u{7}", "</style></title></svg>", "e\u{301}\u{FFFF}",
    ]

    private func page(_ tally: ReportTally, _ certificates: [ReportCertificate] = []) -> String {
        String(
            decoding: ReportPage(
                tally: tally, certificates: certificates, now: .reportTime, remedies: .test
            ).bytes, as: UTF8.self)
    }

    /// The page as XML, without the line that says that it is HTML.
    private func document(_ page: String) throws -> XML.Document {
        let lines = page.split(separator: "\n", maxSplits: 1)
        XCTAssertEqual(lines.first, "<!DOCTYPE html>")
        return try XML.Document(parsing: Array(try XCTUnwrap(lines.last).utf8))
    }

    private func hostileTally() -> ReportTally {
        var tally = ReportTally(requiredAttributes: Self.hostileNames)
        var random = RandomEntry("hostile page")
        for name in Self.hostileNames {
            for part in [
                name, name + String(repeating: "x", count: 60), String(repeating: name, count: 70),
            ] {
                for verdict in SignatureSummary.Verdict.allCases {
                    var entry = random.next()
                    entry.outcome = .rejected
                    entry.kind = .response
                    entry.verdict = verdict
                    (entry.issuer, entry.file) = (part, part)
                    (entry.signatureMethod, entry.digestMethod) = (part, part)
                    (entry.keySHA256, entry.reasons, entry.warnings) = (part, [part], [part])
                    (entry.attributes, entry.missing) = ([part], [part])
                    entry.encryptionMethods = [part]
                    entry.preservesSignature = false
                    tally.add(entry)
                }
            }
        }
        return tally
    }

    private func elements(_ element: XML.Element) -> [XML.Element] {
        [element] + element.childElements.flatMap(elements)
    }

    func testWhatSendersChoseIsTextAndNothingElse() throws {
        let page = page(hostileTally())
        let elements = elements(try document(page).rootElement)
        let scripts = elements.filter { $0.name.localName == "script" }
        // One runs, and one is data.
        XCTAssertEqual(
            scripts.map { $0.attributes.map(\.value) }, [["application/json", "data"], []])
        XCTAssertEqual(elements.count { $0.name.localName == "style" }, 1)
        XCTAssertEqual(elements.count { $0.name.localName == "img" }, 0)
        for element in elements {
            for attribute in element.attributes {
                XCTAssertFalse(attribute.name.localName.hasPrefix("on"), attribute.name.localName)
                XCTAssertFalse(["src", "style"].contains(attribute.name.localName))
                if attribute.name.localName == "href" {
                    XCTAssertTrue(attribute.value.hasPrefix("#"))
                }
            }
        }
        XCTAssertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        XCTAssertTrue(page.contains("a⟨U+202E⟩gnp.exe"))
    }

    func testNothingInvisibleIsOnThePage() {
        let page = page(hostileTally())
        let invisible = page.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
                0xFFFE, 0xFFFF:
                true
            default: false
            }
        }
        XCTAssertEqual(invisible.count, 0)
        XCTAssertTrue(page.contains("line⟨U+000A⟩break⟨U+0000⟩"))
    }

    func testCommandsAreOneWordWhateverFilesAreCalled() {
        var tally = ReportTally()
        for (number, file) in [
            "it's $(reboot); `x`.xml", "-rf", "a.tar.gz/b c.xml", "x\u{202E}\n.xml", "d.ndjson",
        ].enumerated() {
            var entry = ResultEntry(index: number, outcome: .malformed, kind: nil)
            entry.file = file
            entry.reasons = ["reason.\(number)"]
            if number == 4 { entry.line = 17 }
            tally.add(entry)
        }
        let page = page(tally)
        XCTAssertTrue(
            page.contains("tool look &#39;it&#39;\\&#39;&#39;s $(reboot); `x`.xml&#39;"))
        XCTAssertTrue(page.contains("tool look ./-rf<"))
        // No option chooses a member of an archive by its own entry or line.
        XCTAssertFalse(page.contains("tool look a.tar.gz"))
        XCTAssertTrue(page.contains("tool look d.ndjson --line 17<"))
        // Once among the reasons, and once as what has no likely cause.
        XCTAssertEqual(page.components(separatedBy: "class=\"command\"").count - 1, 6)
    }

    func testAPageOfNothingSaysWhatWouldBeNeeded() throws {
        let page = page(ReportTally())
        _ = try document(page)
        XCTAssertTrue(page.contains("These results contain no message."))
        XCTAssertGreaterThanOrEqual(page.components(separatedBy: "class=\"empty\"").count - 1, 9)
    }

    func testRemediesAreWordedByTheProgramThatMakesThePage() throws {
        var tally = ReportTally()
        let empty = page(tally)
        _ = try document(empty)
        XCTAssertTrue(empty.contains("Read &lt;something&gt;."))
        var entry = ResultEntry(index: 0, outcome: .accepted, kind: .response)
        entry.verdict = .notChecked
        entry.attributes = ["uid"]
        entry.file = "a.xml"
        entry.reasons = ["reason.one"]
        tally.add(entry)
        let page = page(tally)
        for words in [
            "Verify &amp; see.", "Give certificates.", "Require some.", "tool look a.xml",
        ] {
            XCTAssertTrue(page.contains(words), words)
        }
        let bare = String(
            decoding: ReportPage(tally: tally, now: .reportTime).bytes, as: UTF8.self)
        _ = try document(bare)
        XCTAssertFalse(bare.contains("class=\"command\""))
        XCTAssertFalse(bare.contains("--trust"))
        XCTAssertFalse(bare.contains("--require"))
    }

    func testThePageOfSamplesNamesTheBiggestProblem() throws {
        var random = RandomEntry("page of samples")
        var tally = ReportTally()
        for _ in 0..<2000 {
            var entry = random.next()
            (entry.outcome, entry.reasons) = (.accepted, [])
            if entry.kind == nil { continue }
            tally.add(entry)
        }
        XCTAssertTrue(page(tally).contains("messages were accepted."))
        for number in 0..<5 {
            var entry = random.next()
            (entry.kind, entry.outcome) = (.response, .rejected)
            entry.reasons = [number == 0 ? "attributes.missing" : "conditions.notYetValid"]
            entry.issuer = "https://late.example"
            tally.add(entry)
        }
        let page = page(tally)
        _ = try document(page)
        XCTAssertTrue(page.contains("<b>conditions: not yet valid</b>"))
        XCTAssertTrue(page.contains("All of them are of <b><bdi>https://late.example</bdi></b>"))
        XCTAssertTrue(page.contains("99."))
    }

    private func rejected(_ reason: String, _ cause: String? = nil, at index: Int) -> ResultEntry {
        var entry = ResultEntry(index: index, outcome: .rejected, kind: .response)
        (entry.reasons, entry.likelyCause, entry.verdict) = ([reason], cause, .invalid)
        (entry.issuer, entry.file, entry.line) = ("https://idp.example", "a.ndjson", index + 1)
        return entry
    }

    func testWhatMostMessagesShareComesFirstWhetherOrNotItIsExplained() throws {
        var tally = ReportTally()
        for index in 0..<2 {
            tally.add(rejected("signature.digestMismatch", "prettyPrinted", at: index))
        }
        let explained = "2 messages of <b><bdi>https://idp.example</bdi></b>: "
        XCTAssertTrue(page(tally).contains(explained))
        for index in 2..<5 { tally.add(rejected("signature.digestMismatch", at: index)) }
        let page = page(tally)
        _ = try document(page)
        XCTAssertFalse(page.contains(explained))
        XCTAssertTrue(page.contains("3 of them have no <a href=\"#causes\">likely cause</a>."))
    }

    func testEachKindOfMessageWithoutACauseHasTheCommandThatLooksAtOne() throws {
        var tally = ReportTally()
        for index in 0..<3 { tally.add(rejected("signature.digestMismatch", at: index)) }
        tally.add(rejected("conditions.expired", "clockAhead", at: 3))
        tally.add(rejected("signature.noTrustedKey", at: 4))
        let page = page(tally)
        _ = try document(page)
        XCTAssertTrue(page.contains("4 messages that were not accepted have no likely cause."))
        for line in [1, 5] {
            XCTAssertTrue(page.contains("tool look a.ndjson --line \(line)"), "\(line)")
        }
    }

    func testTheShareOfAnAttributeIsOfResponsesThatCouldBeRead() throws {
        var tally = ReportTally()
        var entry = ResultEntry(index: 0, outcome: .accepted, kind: .response)
        (entry.issuer, entry.verdict, entry.attributes) = ("https://idp.example", .valid, ["uid"])
        tally.add(entry)
        for index in 1..<4 {
            var forged = rejected("signature.digestMismatch", at: index)
            forged.attributes = index == 1 ? ["zip"] : []
            tally.add(forged)
        }
        let page = page(tally)
        XCTAssertFalse(page.contains("<th scope=\"row\"><bdi>zip"))
        let table = try XCTUnwrap(page.range(of: "Attributes by issuer"))
        let row = page[table.upperBound...].prefix { $0 != "·" }.prefix(600)
        // One response could be read, and has it; three were refused.
        XCTAssertTrue(
            row.contains("<td class=\"n soft\">1</td><td class=\"n cover5\">100"), String(row))
    }

    func testResultsThatNobodyVerifiedSaySo() {
        var entry = ResultEntry(index: 0, outcome: .accepted, kind: .response)
        entry.verdict = .notChecked
        var tally = ReportTally()
        tally.add(entry)
        XCTAssertTrue(page(tally).contains("NOT VERIFIED"))
        entry.verdict = .valid
        tally.add(entry)
        XCTAssertFalse(page(tally).contains("NOT VERIFIED"))
        XCTAssertTrue(page(tally).contains("1 of 2 readable"))
    }

    func testCertificatesOfTheTrustStoreAreShownWithWhatTheyVerified() throws {
        let certificates = ReportCertificate.all(in: try ProfileProcessor.sampleTrust())
        XCTAssertGreaterThan(certificates.count, 3)
        let first = try XCTUnwrap(certificates.first { $0.issuer != nil && $0.notAfter != nil })
        XCTAssertLessThan(try XCTUnwrap(first.notBefore), try XCTUnwrap(first.notAfter))
        var entry = ResultEntry(index: 0, outcome: .accepted, kind: .response)
        entry.verdict = .valid
        entry.keySHA256 = first.keySHA256
        var tally = ReportTally()
        for _ in 0..<1234 { tally.add(entry) }
        let page = page(tally, certificates)
        _ = try document(page)
        XCTAssertTrue(page.contains("1,234"))
        XCTAssertTrue(page.contains(try XCTUnwrap(first.issuer)))
        XCTAssertFalse(page.contains("The timeline needs the certificates"))
    }

    func testThePageIsSmallHoweverManyMessagesThereAre() throws {
        var random = RandomEntry("size of pages")
        var tally = ReportTally()
        for _ in 0..<8_000 { tally.add(random.next()) }
        let usual = page(tally)
        for number in 0..<3_000 { tally.add(random.hostile("https://\(number).example/")) }
        let flooded = page(tally)
        _ = try document(flooded)
        print("bytes of a page: \(usual.utf8.count), with a flood of names \(flooded.utf8.count)")
        XCTAssertLessThan(usual.utf8.count, 200_000)
        XCTAssertLessThan(flooded.utf8.count, 700_000)
    }

    func testTheSamePageIsMadeEveryTime() {
        XCTAssertEqual(page(hostileTally()), page(hostileTally()))
    }
}
