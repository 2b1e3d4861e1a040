import Foundation
import TestSupport
import XCTest

/// A terminal with nobody at it, for what samlkit does only on one.
final class PseudoTerminal {
    /// The side of whoever types and reads.
    private let user: FileHandle
    /// The side of the program.
    private let program: FileHandle

    init() throws {
        var (leader, follower): (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&leader, &follower, nil, nil, nil) == 0 else {
            throw XCTSkip("This system has no pseudoterminals here.")
        }
        user = FileHandle(fileDescriptor: leader, closeOnDealloc: true)
        program = FileHandle(fileDescriptor: follower, closeOnDealloc: true)
    }

    /// Runs samlkit with its output, or its input, on the terminal.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - typed: What is typed, before Control-D; `nil` puts the output on the terminal, and nothing is typed.
    ///   - variables: Environment variables.
    /// - Returns: What the terminal shows, which must be short, and what went to standard error.
    /// - Throws: What a file or a process throws.
    func run(
        _ arguments: [String], typing typed: String? = nil, variables: [String: String] = [:]
    ) throws -> (shown: String, errors: String) {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        for name in ["output", "errors"] { try folder.write([UInt8](), to: name) }
        let process = Samlkit.process(arguments)
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = nil
        environment["TERM"] = "xterm"
        process.environment = environment.merging(variables) { $1 }
        process.standardError = try FileHandle(
            forWritingTo: folder.url.appending(path: "errors"))
        if let typed {
            process.standardInput = program
            process.standardOutput = try FileHandle(
                forWritingTo: folder.url.appending(path: "output"))
            try user.write(contentsOf: Data("\(typed)\n\u{4}".utf8))
        } else {
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = program
        }
        try process.run()
        _ = process.finish()
        let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
        guard typed == nil else {
            return (String(decoding: try folder.read("output"), as: UTF8.self), errors)
        }
        return (String(decoding: user.availableData, as: UTF8.self), errors)
    }
}
