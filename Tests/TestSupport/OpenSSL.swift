import Foundation

/// The program `openssl`.
package enum OpenSSL {
    /// A command that failed.
    package struct Failure: Error {
        package let arguments: [String]
    }

    /// Runs a command without input.
    ///
    /// - Throws: ``Failure`` if its status is not 0.
    package static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    }
}
