import XCTest

@testable import PassAudit

/// The table of rules against the numbers of Adobe's checklist.
final class RuleTests: XCTestCase {
    private let rules = Rule.all

    func testEveryRuleIsThereOnce() {
        XCTAssertEqual(rules.count, 99)
        XCTAssertEqual(Set(rules.map(\.id)).count, 99)
    }

    func testRowsOfTheChecklistAreAllCovered() {
        var rows: Set<String> = []
        for rule in rules {
            if case .rows(let named) = rule.source { rows.formUnion(named) }
        }
        let expected = (1...23).map { "M\($0)" } + (1...12).map { "R\($0)" }
        XCTAssertEqual(rows, Set(expected))
    }

    func testSeveritiesAreCounted() {
        let (fromRows, extra) = (rules.filter(isFromRow), rules.filter { !isFromRow($0) })
        XCTAssertEqual(fromRows.count, 41)
        XCTAssertEqual(extra.count, 58)
        XCTAssertEqual(fromRows.filter { $0.severity == .mandatory }.count, 28)
        XCTAssertEqual(fromRows.filter { $0.severity == .recommended }.count, 13)
        // One of the 36 is mandatory on one endpoint only.
        XCTAssertEqual(extra.filter { $0.severity == .mandatory }.count, 35)
        XCTAssertEqual(
            rules.filter { $0.severity == .dependsOnEndpoint }.map(\.id), ["apple.statusUsable"])
        XCTAssertEqual(extra.filter { $0.severity == .recommended }.count, 22)
    }

    func testSeverityOfARowIsThatOfItsLetter() {
        for rule in rules {
            guard case .rows(let rows) = rule.source else { continue }
            XCTAssertTrue(
                rows.allSatisfy { $0.hasPrefix(rule.severity == .mandatory ? "M" : "R") }, rule.id)
            XCTAssertEqual(rule.page, "REST API V2 Checklist", rule.id)
        }
    }

    func testIdentifiersPagesAndSentencesAreWellFormed() {
        for rule in rules {
            XCTAssertNotNil(rule.id.wholeMatch(of: /[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*/), rule.id)
            XCTAssertTrue(rule.sentence.hasSuffix("."), rule.id)
            XCTAssertTrue(rule.sentence.first?.isUppercase ?? false, rule.id)
            XCTAssertEqual(rule.page == nil, rule.source == .inference, rule.id)
            XCTAssertEqual(Rule.named(rule.id)?.name, rule.name)
        }
        XCTAssertNil(Rule.named("polling"))
    }

    private func isFromRow(_ rule: Rule) -> Bool {
        if case .rows = rule.source { true } else { false }
    }
}
