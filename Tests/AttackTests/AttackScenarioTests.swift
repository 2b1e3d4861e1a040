import TestSupport
import XCTest

/// Containers, archives, journals, saved results and output, as attackers would have them.
final class AttackScenarioTests: XCTestCase {
    func testEmptyContainersAreNoSuccess() throws {
        try run("empty-containers")
    }

    func testLittleInputGivesLittleOutput() throws {
        try run("amplification")
    }

    func testArchivesStayWithinThemselves() throws {
        #if !Archives
        throw XCTSkip("Built without the trait Archives.")
        #else
        try run("archives")
        #endif
    }

    func testFilesThatSomebodyElseWroteAreNotTrusted() throws {
        try run("saved-files")
    }

    func testWhatMessagesSayIsTextInEveryOutput() throws {
        try run("output-injection")
    }

    func testRedactedRunsWithoutAnAcceptedMessageGiveNothingBack() throws {
        try run("redaction")
    }

    func testEveryFamilyIsRun() throws {
        XCTAssertEqual(
            Set(try AttackScenario.all().map(\.family)),
            [
                "empty-containers", "amplification", "archives", "saved-files", "output-injection",
                "redaction",
            ])
    }

    private func run(_ family: String) throws {
        let scenarios = try AttackScenario.all().filter { $0.family == family }
        XCTAssertGreaterThan(scenarios.count, 10)
        for (number, scenario) in scenarios.enumerated() where Self.isPossible(scenario) {
            let folder = try ScratchFolder()
            defer { folder.removeAll() }
            // The commands find the messages of a container by the same code: each container is
            // given to one of the three in turn, and the controls to all.
            let takesTurns =
                family == "empty-containers" && scenario.steps.count == 3
                && !scenario.id.contains("control")
            for fault in try scenario.faults(in: folder, onlyStep: takesTurns ? number : nil) {
                XCTFail("\(scenario.id): \(fault). \(scenario.title)")
            }
        }
        print("\(family): \(scenarios.count) scenarios")
    }

    /// Without their traits databases and archives end with the line that builds them in.
    private static func isPossible(_ scenario: AttackScenario) -> Bool {
        func mentions(_ endings: [String]) -> Bool {
            scenario.files.contains { file in endings.contains { file.path.hasSuffix($0) } }
                || scenario.steps.contains { step in
                    step.arguments.contains { argument in
                        endings.contains { argument.hasSuffix($0) }
                    }
                }
        }
        #if !SQLite
        if mentions([".sqlite"]) { return false }
        #endif
        #if !Archives
        if mentions([".zip", ".tar", ".tar.gz"]) { return false }
        #endif
        return true
    }
}
