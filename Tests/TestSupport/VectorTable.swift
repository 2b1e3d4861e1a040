import Foundation

/// What becomes of each row of a folder of vectors, for `Scripts/vectors.sh`.
///
/// The tests hold the folder they know to lists of rows that are out of reach; of another folder they only write down
/// what happened, and no row ends the run.
public enum VectorTable {
    /// The outcome of a row.
    public struct Line: Sendable {
        /// Whether the row has what it expects.
        public let isAsExpected: Bool
        /// The code of the refusal, or `accepted`.
        public let rule: String

        /// Creates an outcome.
        public init(isAsExpected: Bool, rule: String) {
            self.isAsExpected = isAsExpected
            self.rule = rule
        }
    }

    /// The folder that each process writes a file of its own into: `$SAML_VECTORS_TABLE`.
    private static let folder = ProcessInfo.processInfo.environment["SAML_VECTORS_TABLE"]

    /// Whether a table is wanted in the place of assertions.
    public static var isWanted: Bool { folder != nil }

    /// Appends a line for each row: kind, expectation, whether it is met, the rule, and the row's name.
    ///
    /// - Throws: Where the file cannot be written; errors of `outcome` go into the table.
    public static func write(_ rows: [Vector], outcome: (Vector) throws -> Line) throws {
        guard let folder else { return }
        let path = "\(folder)/\(ProcessInfo.processInfo.processIdentifier)"
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        for row in rows {
            var line: Line
            do {
                line = try outcome(row)
            } catch {
                line = Line(isAsExpected: false, rule: "error \(type(of: error))")
            }
            let expected = row.expected.split(separator: ":").first ?? "nothing"
            let fields = [row.kind, String(expected), "\(line.isAsExpected)", line.rule, row.id]
            let text = fields.joined(separator: "\t").replacing("\n", with: " ") + "\n"
            // One write a line: a crash in the next row loses nothing.
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8))
        }
    }
}
