import Foundation
import TestSupport
import XCTest

/// Programs that pack files as people do.
enum Tool {
    /// What a program writes when it is given `input`.
    ///
    /// - Throws: `XCTSkip` when the program is not installed.
    static func run(_ name: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "CapturesTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inputFile = folder.appending(path: "input")
        let outputFile = folder.appending(path: "output")
        // Files, unlike pipes, never fill up.
        try Data(input).write(to: inputFile)
        try Data().write(to: outputFile)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        // `env` ends so when there is no such program.
        if process.terminationStatus == 127 { throw XCTSkip("\(name) is not installed.") }
        XCTAssertEqual(process.terminationStatus, 0, name)
        return Array(try Data(contentsOf: outputFile))
    }
}
