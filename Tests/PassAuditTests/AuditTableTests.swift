import WireText
import XCTest

@testable import PassAudit

/// The functions and the page of the rules against the table.
final class AuditTableTests: XCTestCase {
    private let sections = PageSection.all(in: EmbeddedFile.rules)

    func testEveryRuleHasOneFunction() {
        XCTAssertEqual(AuditRule.all.map(\.id).sorted(), ChecklistRule.all.map(\.id).sorted())
    }

    func testEveryRuleHasOneSectionAndEverySectionARule() {
        XCTAssertEqual(sections.map(\.heading).sorted(), ChecklistRule.all.map(\.id).sorted())
        let count =
            "\(ChecklistRule.all.count) rules, from Adobe's pages of \(ChecklistRule.edition)."
        XCTAssertTrue(EmbeddedFile.rules.contains("\n\(count)"), count)
    }

    func testEverySectionHasSentenceRiskAndChange() {
        for rule in ChecklistRule.all {
            XCTAssertTrue(rule.advice.change.hasSuffix("."), rule.id)
            XCTAssertFalse(rule.advice.risk.isEmpty || rule.advice.risk.hasSuffix("."), rule.id)
            XCTAssertFalse(rule.sentence.hasPrefix("- "), rule.id)
        }
    }

    func testTheSectionsSayWhatTheTableSays() throws {
        for section in sections {
            let rule = try XCTUnwrap(ChecklistRule.named(section.heading))
            XCTAssertTrue(section.paragraphs.contains("- \(rule.origin)"), rule.origin)
            XCTAssertEqual(
                section.text(after: "- Needs of a capture: "), "\(Self.needs(of: rule)).", rule.id)
        }
    }

    func testRowsHaveTheirNames() {
        XCTAssertEqual(
            ChecklistRule.named("polling.interval")?.reference, "M8 Polling Mechanism Configuring")
        XCTAssertEqual(
            ChecklistRule.named("headers.realDevice")?.reference,
            "M17 Send AP-Device-Identifier Header, M18 Send X-Device-Info Header")
    }

    private static func needs(of rule: ChecklistRule) -> String {
        guard let check = AuditRule.all.first(where: { $0.id == rule.id }) else {
            return "nothing; traffic cannot show it"
        }
        var words = ["methods, URLs and statuses"]
        if check.needs.contains(.times) { words.append("times") }
        if check.needs.contains(.headers) || check.needs.contains(.authorization) {
            words.append(
                check.needs.contains(.authorization)
                    ? "header fields with Authorization" : "header fields")
        }
        if !check.bodies.isEmpty { words.append("request bodies") }
        if !check.answers.isEmpty { words.append("bodies of answers") }
        if check.needs.contains(.playback) { words.append("playback, named by --playback") }
        return words.joined(separator: "; ")
    }
}
