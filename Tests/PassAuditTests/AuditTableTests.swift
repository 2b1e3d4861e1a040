import XCTest

@testable import PassAudit

/// The functions and texts of the rules against the table.
final class AuditTableTests: XCTestCase {
    func testEveryRuleHasOneFunction() {
        XCTAssertEqual(AuditRule.all.map(\.id).sorted(), ChecklistRule.all.map(\.id).sorted())
    }

    func testEveryRuleHasRiskAndChange() {
        XCTAssertEqual(RuleAdvice.all.keys.sorted(), ChecklistRule.all.map(\.id).sorted())
        for (id, advice) in RuleAdvice.all {
            XCTAssertTrue(advice.change.hasSuffix("."), id)
            XCTAssertFalse(advice.risk.hasSuffix("."), id)
        }
    }

    func testThePageHasASectionForEachRule() {
        let page = RulePage.markdown
        for rule in ChecklistRule.all {
            XCTAssertTrue(page.contains("\n### \(rule.id)\n"), rule.id)
        }
    }

    func testRowsHaveTheirNames() {
        XCTAssertEqual(
            ChecklistRule.named("polling.interval")?.reference, "M8 Polling Mechanism Configuring")
        XCTAssertEqual(
            ChecklistRule.named("headers.realDevice")?.reference,
            "M17 Send AP-Device-Identifier Header, M18 Send X-Device-Info Header")
    }
}
