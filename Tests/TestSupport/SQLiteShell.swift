import Foundation

/// The command line shell of SQLite: a reader of databases that is not this package.
public struct SQLiteShell: Sendable {
    /// Why a statement could not be run.
    public struct Failure: Error, CustomStringConvertible {
        /// What the shell says.
        public let description: String
    }

    private let executable: URL

    /// The shell, when it is installed (Debian's package `sqlite3`).
    public init?() {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let places = path.split(separator: ":").map {
            URL(filePath: String($0)).appending(path: "sqlite3")
        }
        guard
            let place = places.first(where: {
                FileManager.default.isExecutableFile(atPath: $0.path)
            })
        else { return nil }
        executable = place
    }

    /// What a script of SQL writes.
    ///
    /// - Parameters:
    ///   - script: Statements, and dot commands on lines of their own.
    ///   - path: The database.
    ///   - options: The shell's options, such as `-csv`.
    /// - Returns: The bytes on standard output.
    /// - Throws: ``Failure`` when a statement fails.
    public func output(
        of script: String, in path: String, _ options: [String] = []
    ) throws -> [UInt8] {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let process = Process()
        process.executableURL = executable
        process.arguments = ["-batch", "-bail"] + options + [path]
        process.standardInput = FileHandle(
            forReadingAtPath: try folder.write(script.utf8, to: "script"))
        process.standardOutput = FileHandle(
            forWritingAtPath: try folder.write([], to: "output"))
        process.standardError = FileHandle(forWritingAtPath: try folder.write([], to: "errors"))
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: String(decoding: try folder.read("errors"), as: UTF8.self))
        }
        return try folder.read("output")
    }

    /// The rows that a query gives, the names of the columns first.
    public func table(_ query: String, in path: String) throws -> CSVTable {
        try CSVTable(
            parsing: output(
                of: query + ";", in: path, ["-readonly", "-header", "-csv", "-newline", "\r\n"]))
    }

    /// The first column of what a query gives.
    public func column(_ query: String, in path: String) throws -> [String] {
        try table(query, in: path).rows.dropFirst().map { $0.first ?? "" }
    }
}
