import Foundation
import TestSupport
import XCTest

/// The corpus through the command line: one run of `samlkit batch` for each option set.
struct AttackCommand {
    private let folder: ScratchFolder

    init(in folder: ScratchFolder) {
        self.folder = folder
    }

    /// A record, as far as it is looked at.
    private struct Record: Decodable {
        struct Reason: Decodable { let code: String }
        struct NameID: Decodable { let value: String }
        struct Source: Decodable { let line: Int }

        let source: Source
        /// How many rows without a message it stands for.
        let count: Int?
        let outcome: String
        let reasons: [Reason]
        let attributes: [String: [String?]]
        let nameID: NameID?

        var judgement: AttackJudgement {
            AttackJudgement(
                outcome: outcome, reasons: reasons.map(\.code),
                attributes: attributes.mapValues { $0.compactMap(\.self) }, nameID: nameID?.value)
        }
    }

    /// Judges the rows of an option set; all get ``AttackJudgement/usage`` when its options are refused.
    func judgements(
        of rows: [AttackCorpus.Row], under options: AttackCorpus.Options
    ) throws -> [AttackJudgement] {
        var input: [UInt8] = []
        for row in rows { input += Self.line(of: row.bytes) }
        let path = try folder.write(input, to: "messages.ndjson")
        let results = folder.path("results.ndjson")
        try? FileManager.default.removeItem(atPath: results)
        let run = try AttackRun(
            ["batch", path, "--quiet", "--output", results] + Self.arguments(options), in: folder)
        if run.status == 2 { return rows.map { _ in .usage } }
        let lines = try folder.read("results.ndjson").split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        let records = try lines.map { try decoder.decode(Record.self, from: Data($0)) }
        let found = Dictionary(grouping: records.filter { $0.count == nil }, by: \.source.line)
        return zip(1..., rows).map { line, row in
            // A row with nothing but white space in its field is passed over; any other one has one record.
            if found[line] == nil, row.bytes.allSatisfy({ $0 <= 0x20 }) { return .nothing }
            let judgements = found[line] ?? []
            return judgements.count == 1 ? judgements[0].judgement : .severalRecords
        }
    }

    /// A line of NDJSON: text as it is, XML and what is no text in Base64.
    private static func line(of bytes: [UInt8]) -> [UInt8] {
        let isXML = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        let text = isXML || bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
        let object = ["SAMLResponse": text ?? Data(bytes).base64EncodedString()]
        let line = try? JSONSerialization.data(withJSONObject: object)
        return Array(line ?? Data()) + [UInt8(ascii: "\n")]
    }

    private static func arguments(_ options: AttackCorpus.Options) -> [String] {
        // No URL: what is bound to a key contains one.
        func path(_ name: String) -> String { "\(AttackCorpus.folder.path)/\(name)" }
        var arguments = ["--profile", options.profile, "--now", options.now]
        for (name, value) in [
            ("--audience", options.audience), ("--recipient", options.recipient),
            ("--in-response-to", options.inResponseTo), ("--issuer", options.issuer),
            ("--query", options.query.map(path)),
        ] {
            if let value { arguments += [name, value] }
        }
        for (name, values) in [
            ("--trust", options.trust?.map(path)), ("--trust-key", options.trustKeys?.map(path)),
            ("--metadata-signer", options.metadataSigner?.map(path)),
            ("--decryption-key", options.decryptionKey?.map(path)),
            ("--policy", options.policy), ("--require", options.require),
        ] {
            for value in values ?? [] { arguments += [name, value] }
        }
        return arguments
    }
}
