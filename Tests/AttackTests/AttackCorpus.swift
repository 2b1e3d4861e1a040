import Foundation
import TestSupport
import XCTest

/// The corpus of Tests/Attacks, which `Tests/Attacks/generator` writes.
struct AttackCorpus {
    /// What must happen to a message.
    struct Expectation: Decodable {
        /// `accepted`, `rejected`, `malformed` or `notJudged`; `usage` where the options themselves must be
        /// refused, and `any` where only what is planted counts.
        let outcome: String
        /// Where it must end.
        let layer: String
        /// The acceptable codes of the first reason; one that ends with a dot stands for all that begin so.
        let reasons: [String]
        /// Attribute values that an accepted message shows.
        let values: [String: [String]]?
        let nameID: String?
    }

    /// One case.
    struct Row: Decodable {
        let id: String
        let family: String
        let title: String
        let options: String
        /// The captured bytes in Base64, unless there is a recipe.
        private let message: String?
        /// Pieces of text with the number of times each stands there, for what would be large.
        private let recipe: [Piece]?
        let expect: Expectation
        /// What must never be seen as verified.
        let planted: [String]

        private struct Piece: Decodable {
            let text: String
            let count: Int

            init(from decoder: any Decoder) throws {
                var pair = try decoder.unkeyedContainer()
                text = try pair.decode(String.self)
                count = try pair.decode(Int.self)
            }
        }

        /// The captured bytes.
        var bytes: [UInt8] {
            if let recipe {
                return recipe.flatMap { piece in
                    (0..<piece.count).flatMap { _ in Array(piece.text.utf8) }
                }
            }
            return Array(Data(base64Encoded: message ?? "") ?? Data())
        }
    }

    /// How messages are judged.
    struct Options: Decodable {
        let profile: String
        let trust: [String]?
        let trustKeys: [String]?
        let metadataSigner: [String]?
        let decryptionKey: [String]?
        let policy: [String]?
        let audience: String?
        let recipient: String?
        let inResponseTo: String?
        let issuer: String?
        let query: String?
        let require: [String]?
        let now: String

        /// The profile, and the names of the other options that are given.
        var kind: [String] {
            let names = Mirror(reflecting: self).children.compactMap { option in
                Mirror(reflecting: option.value).children.isEmpty ? nil : option.label
            }
            return [profile] + names
        }
    }

    /// The folder that holds the corpus; paths in options are relative to it.
    static let folder = Repository.root.appending(path: "Tests/Attacks")

    let rows: [Row]
    let options: [String: Options]

    init() throws {
        let decoder = JSONDecoder()
        let lines = try Self.unpacked("corpus.ndjson.gz").split(separator: UInt8(ascii: "\n"))
        rows = try lines.map { try decoder.decode(Row.self, from: Data($0)) }
        options = try decoder.decode(
            [String: Options].self,
            from: Data(contentsOf: Self.folder.appending(path: "options.json")))
    }

    /// The rows of each option set, by its name.
    var rowsByOptions: [(name: String, options: Options, rows: [Row])] {
        get throws {
            try Dictionary(grouping: rows, by: \.options).sorted { $0.key < $1.key }.map {
                (name: $0.key, options: try XCTUnwrap(options[$0.key], $0.key), rows: $0.value)
            }
        }
    }

    /// The content of a file that gzip packed.
    static func unpacked(_ name: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", folder.appending(path: name).path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}

/// What was found out about a message, by whichever way.
struct AttackJudgement {
    let outcome: String
    let reasons: [String]
    let attributes: [String: [String]]
    let nameID: String?

    /// The options were refused, so that no message was judged.
    static let usage = AttackJudgement(outcome: "usage", reasons: [], attributes: [:], nameID: nil)

    /// There was no message to judge.
    static let nothing = AttackJudgement(
        outcome: "malformed", reasons: ["envelope.empty"], attributes: [:], nameID: nil)

    /// A message did not get one record, but none or several.
    static let severalRecords = AttackJudgement(
        outcome: "several or no records", reasons: [], attributes: [:], nameID: nil)

    /// Everything about the subject that whoever reads the result takes for verified.
    private var visible: [String] {
        attributes.keys + attributes.values.flatMap(\.self) + [nameID].compactMap(\.self)
    }

    /// The ways in which it is not what a row expects; none when all is well.
    func faults(against row: AttackCorpus.Row) -> [String] {
        let expected = row.expect
        var faults: [String] = []
        if expected.outcome != "any", outcome != expected.outcome {
            faults.append("\(outcome) \(reasons), expected \(expected.outcome)")
        }
        if ["rejected", "malformed"].contains(outcome), !expected.reasons.isEmpty {
            let first = reasons.first ?? "no reason"
            let isExpected = expected.reasons.contains { reason in
                first == reason || (reason.hasSuffix(".") && first.hasPrefix(reason))
            }
            if !isExpected { faults.append("\(first), expected one of \(expected.reasons)") }
        }
        // What stays valid may contain what was planted, and must not end there.
        let isWhole = expected.outcome == "accepted"
        for planted in row.planted
        where visible.contains(where: { isWhole ? $0 == planted : $0.contains(planted) }) {
            faults.append("what was planted is shown as verified")
        }
        guard outcome == "accepted", expected.outcome == "accepted" else { return faults }
        for (name, values) in expected.values ?? [:] where attributes[name] != values {
            faults.append("\(name) is \(attributes[name] ?? []), expected \(values)")
        }
        if let name = expected.nameID, nameID != name {
            faults.append("the NameID is \(nameID ?? "absent"), expected \(name)")
        }
        return faults
    }
}
