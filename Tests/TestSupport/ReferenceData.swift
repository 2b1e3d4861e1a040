public import Foundation

/// Public test vectors that are not part of the package and are used where they are present.
public enum ReferenceData {
    /// The folder with `INDEX.tsv`: `$SAML_VECTORS`, or `../shared/vectors` beside the package.
    public static let vectors: URL? = existing(
        ProcessInfo.processInfo.environment["SAML_VECTORS"].map { URL(filePath: $0) }
            ?? shared.appending(path: "vectors"))

    private static let shared = Repository.root.appending(path: "../shared").standardizedFileURL

    private static func existing(_ url: URL) -> URL? {
        FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}

/// One check of `INDEX.tsv`.
public struct Vector: Sendable {
    /// The row's name.
    public let id: String
    /// The document, relative to the folder.
    public let path: String
    /// What is asked.
    public let kind: String
    /// What must be answered.
    public let expected: String
    /// The named parameters.
    public let parameters: [String: String]

    /// All rows of one kind, in the order of the file.
    public static func all(ofKind kind: String, in folder: URL) throws -> [Vector] {
        let index = try String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
        return index.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 7, fields[4] == kind else { return nil }
            return Vector(
                id: String(fields[0]), path: String(fields[1]), kind: String(fields[4]),
                expected: String(fields[5]), parameters: parameters(fields[6]))
        }
    }

    /// The text of the file that a parameter names, `nil` without the parameter.
    public func text(of parameter: String, in folder: URL) throws -> String? {
        try parameters[parameter].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
    }

    private static func parameters(_ field: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in field.split(separator: ";") {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            parameters[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
                .replacing("%3B", with: ";")
        }
        return parameters
    }
}
