import TestSupport
import XCTest

/// What becomes of a vector.
enum VectorOutcome: Equatable {
    /// It has what its row expects of an acceptance.
    case accepted
    /// It is refused, with the code of the error.
    case refused(String)
}

/// Holds public vectors to what their rows expect, but for those that rules list.
struct VectorCheck {
    let rules: [RefusalRule]

    /// Runs every vector, asserts about each, and prints how many came out how.
    func run(
        _ vectors: [Vector], _ purpose: String, outcome: (Vector) throws -> VectorOutcome
    ) throws {
        if VectorTable.isWanted {
            return try VectorTable.write(vectors) { vector in
                let expectsRefusal = vector.expected == "invalid"
                switch try outcome(vector) {
                case .accepted:
                    return VectorTable.Line(isAsExpected: !expectsRefusal, rule: "accepted")
                case .refused(let code):
                    return VectorTable.Line(isAsExpected: expectsRefusal, rule: code)
                }
            }
        }
        XCTAssertGreaterThan(vectors.count, 0)
        let listed = listedRules(among: vectors)
        var counts: [String: [String: Int]] = [:]
        for vector in vectors {
            let expectsRefusal = vector.expected == "invalid"
            let result: String
            switch (try outcome(vector), listed[vector.id]) {
            case (.accepted, nil):
                XCTAssertFalse(expectsRefusal, "\(vector.id) is accepted")
                result = expectsRefusal ? "invalid accepted" : "valid accepted"
            case (.accepted, .some):
                XCTFail("\(vector.id) is accepted and listed as refused")
                result = "valid accepted"
            case (.refused(let code), let rule?):
                XCTAssertEqual(code, rule.code, vector.id)
                result = "valid refused by a listed rule"
            case (.refused(let code), nil):
                XCTAssertTrue(expectsRefusal, "\(vector.id) is refused: \(code)")
                result = expectsRefusal ? "invalid refused" : "valid refused and not listed"
            }
            counts[vector.parameters["cmd"] ?? "", default: [:]][result, default: 0] += 1
        }
        for (mode, counts) in counts.sorted(by: { $0.key < $1.key }) {
            let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            print("\(purpose), \(mode): \(parts.joined(separator: ", "))")
        }
        for rule in rules { print("\(purpose): \(rule.rows.count) rows: \(rule.reason)") }
    }

    /// The rule of each row that is listed, which must be in the index and expect acceptance.
    private func listedRules(among vectors: [Vector]) -> [String: RefusalRule] {
        var listed: [String: RefusalRule] = [:]
        for rule in rules {
            for row in rule.rows {
                XCTAssertNil(listed.updateValue(rule, forKey: row), "\(row) is listed twice")
            }
        }
        let acceptable = Set(vectors.filter { $0.expected != "invalid" }.map(\.id))
        for row in listed.keys where !acceptable.contains(row) {
            XCTFail("\(row) is listed and expects no acceptance")
        }
        return listed
    }
}
