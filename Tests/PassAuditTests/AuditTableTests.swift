import WireText
import XCTest

@testable import PassAudit

/// The functions and the page of the rules against the table.
final class AuditTableTests: XCTestCase {
    private let sections = PageSection.all(in: EmbeddedFile.rules)

    func testEveryNameHasOneRule() {
        XCTAssertEqual(Rule.all.map(\.name), Rule.Name.allCases)
    }

    func testEveryRuleHasOneSectionAndEverySectionARule() {
        XCTAssertEqual(sections.map(\.heading).sorted(), Rule.all.map(\.id).sorted())
        let count =
            "\(Rule.all.count) rules, from Adobe's pages of \(Rule.edition)."
        XCTAssertTrue(EmbeddedFile.rules.contains("\n\(count)"), count)
    }

    func testEverySectionHasSentenceRiskAndChange() {
        for rule in Rule.all {
            XCTAssertTrue(rule.remedy.hasSuffix("."), rule.id)
            XCTAssertFalse(rule.risk.isEmpty || rule.risk.hasSuffix("."), rule.id)
            XCTAssertFalse(rule.sentence.hasPrefix("- "), rule.id)
        }
    }

    func testTheSectionsSayWhatTheTableSays() throws {
        for section in sections {
            let rule = try XCTUnwrap(Rule.named(section.heading))
            XCTAssertTrue(section.paragraphs.contains("- \(rule.origin)"), rule.origin)
            XCTAssertEqual(
                section.text(after: "- Needs of a capture: "), "\(Self.needs(of: rule)).", rule.id)
        }
    }

    func testRowsHaveTheirNames() {
        XCTAssertEqual(
            Rule.named("polling.interval")?.reference, "M8 Polling Mechanism Configuring")
        XCTAssertEqual(
            Rule.named("headers.realDevice")?.reference,
            "M17 Send AP-Device-Identifier Header, M18 Send X-Device-Info Header")
    }

    private static func needs(of rule: Rule) -> String {
        var words = ["methods, URLs and statuses"]
        if rule.needs.contains(.times) { words.append("times") }
        if rule.needs.contains(.headers) || rule.needs.contains(.authorization) {
            words.append(
                rule.needs.contains(.authorization)
                    ? "header fields with Authorization" : "header fields")
        }
        if !rule.bodies.isEmpty { words.append("request bodies") }
        if !rule.answers.isEmpty { words.append("bodies of answers") }
        if rule.needs.contains(.playback) { words.append("playback, named by --playback") }
        return words.joined(separator: "; ")
    }
}
