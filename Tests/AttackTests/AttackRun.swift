import Foundation
import TestSupport

/// A run of the samlkit that was built together with the tests.
struct AttackRun {
    /// The exit status; `nil` when a signal ended the process, or when it took too long.
    let status: Int32?
    /// What it wrote to standard output and to standard error.
    let output: [UInt8], errors: [UInt8]

    init(_ arguments: [String], in folder: ScratchFolder) throws {
        let process = Process.product("samlkit", arguments)
        for name in [".stdout", ".stderr"] { try folder.write([UInt8](), to: name) }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path(".stdout"))
        process.standardError = FileHandle(forWritingAtPath: folder.path(".stderr"))
        try process.run()
        status = process.finish()
        output = try folder.read(".stdout")
        errors = try folder.read(".stderr")
    }
}
