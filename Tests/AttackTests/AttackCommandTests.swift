import TestSupport
import XCTest

/// Messages as attackers send them, and honest ones beside them, through the command line.
///
/// `AttackLibraryTests` judges every case that the library can judge. The command judges the others,
/// and for what it adds itself one case of each outcome of each family and of each kind of options.
final class AttackCommandTests: XCTestCase {
    func testTheCommandLineJudgesCasesAsTheCorpusSays() throws {
        let corpus = try AttackCorpus()
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let command = AttackCommand(in: folder)
        let sets = try corpus.rowsByOptions
        var kinds: Set<[String]> = []
        var judged: [AttackCorpus.Row] = []
        // Those that most cases share come first: each option set costs a run.
        for (name, options, all) in sets.sorted(by: { $0.rows.count > $1.rows.count }) {
            let library = Self.library(options)
            let rows = all.filter { row in
                let outcome = row.expect.outcome
                let isNew = kinds.insert([row.family, outcome]).inserted
                let hasNewOptions = kinds.insert(options.kind + [outcome]).inserted
                let isLeft = library == .cannotJudge || library == .judges && outcome == "usage"
                return isNew || hasNewOptions || isLeft
            }
            if rows.isEmpty { continue }
            let judgements = try command.judgements(of: rows, under: options)
            XCTAssertEqual(judgements.count, rows.count, "records of \(name)")
            for (judgement, row) in zip(judgements, rows) {
                expect(judgement, of: row, by: "batch \(name)")
                judged.append(row)
            }
        }
        print("attacks through the command line: \(judged.count)")
        XCTAssertEqual(Set(judged.map(\.family)), Set(corpus.rows.map(\.family)))
        XCTAssertEqual(
            Set(judged.map(\.expect.outcome)), Set(corpus.rows.map(\.expect.outcome)))
    }

    private enum Library { case judges, refuses, cannotJudge }

    /// What `AttackLibraryTests` does with an option set.
    private static func library(_ options: AttackCorpus.Options) -> Library {
        do {
            _ = try AttackLibrary(options)
            return .judges
        } catch AttackLibrary.Unsupported.keys {
            return .cannotJudge
        } catch {
            return .refuses
        }
    }
}
