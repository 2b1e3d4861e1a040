import TestSupport
import XCTest

/// The corpus itself.
final class AttackCorpusTests: XCTestCase {
    func testEveryFamilyHasEnoughCasesAndHonestControls() throws {
        let rows = try AttackCorpus().rows.map { (family: $0.family, id: $0.id) }
        let scenarios = try AttackScenario.all().map { (family: $0.family, id: $0.id) }
        let families = Dictionary(grouping: rows + scenarios, by: \.family)
        XCTAssertGreaterThanOrEqual(families.count, 30)
        for (family, cases) in families {
            let controls = cases.filter { $0.id.contains("/control-") }.count
            XCTAssertGreaterThanOrEqual(cases.count - controls, 10, family)
            XCTAssertGreaterThanOrEqual(controls, 2, family)
        }
    }
}

extension XCTestCase {
    /// Asserts that a message was judged as its row says.
    func expect(_ judgement: AttackJudgement, of row: AttackCorpus.Row, by way: String) {
        for fault in judgement.faults(against: row) {
            XCTFail("\(row.id) (\(way)): \(fault). \(row.title)")
        }
    }
}
