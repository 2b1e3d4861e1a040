import Foundation

/// What must become of a sample at the reference time, as the tables beside the samples say.
public struct SampleOutcome: Hashable, Sendable {
    /// The file, relative to ``Repository/samples``.
    public let path: String
    /// The line of the file, counted from 1, where it has a message a line.
    public let line: Int?
    /// `response`, `attributeQuery` or `none`.
    public let kind: String
    /// The outcome without a look at signatures.
    public let unchecked: String
    /// The outcome with the samples' metadata trusted.
    public let checked: String
    /// Why, in one word.
    public let reason: String

    /// The time the samples are judged at.
    public static let now = "2026-01-15T12:00:00Z"
    /// The receiver they are judged for.
    public static let audience = "https://saml.sp.auth.adobe.com"
    /// The attributes that must be there.
    public static let requiredAttributes = ["uid", "uniqueId"]
    /// The capture with a thousand lines.
    public static let subscribers = "captures/subscribers-1000.ndjson"

    /// The rows of `expected.tsv`.
    public static func files() throws -> [SampleOutcome] {
        try rows(of: "expected.tsv").map { row in
            SampleOutcome(
                path: row["path"] ?? "", line: nil, kind: row["kind"] ?? "",
                unchecked: row["unchecked"] ?? "",
                checked: row["checked"] ?? "", reason: row["reason"] ?? "")
        }
    }

    /// All lines of ``subscribers``; nothing is wrong with those that the table does not list.
    public static func subscriberLines() throws -> [SampleOutcome] {
        let listed = try rows(of: "expected-subscribers.tsv")
        return (1...1000).map { number in
            let row = listed.first { $0["line"] == String(number) }
            return SampleOutcome(
                path: subscribers, line: number, kind: row?["kind"] ?? "response",
                unchecked: row?["unchecked"] ?? "unverified",
                checked: row?["checked"] ?? "accepted", reason: row?["reason"] ?? "valid")
        }
    }

    private static func rows(of table: String) throws -> [[String: String]] {
        let text = String(decoding: try Repository.sample(table), as: UTF8.self)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
    }
}
