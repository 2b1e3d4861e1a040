import Foundation
import TestSupport

/// A run of the samlkit that was built together with the tests.
struct AttackRun {
    /// The exit status; `nil` when a signal ended the process, or when it took too long.
    let status: Int32?
    /// What it wrote to standard output and to standard error.
    let output: [UInt8], errors: [UInt8]

    init(_ arguments: [String], in folder: ScratchFolder) throws {
        let process = Process()
        process.executableURL = Self.products.appending(path: "samlkit")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        for name in [".stdout", ".stderr"] { try folder.write([UInt8](), to: name) }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path(".stdout"))
        process.standardError = FileHandle(forWritingAtPath: folder.path(".stderr"))
        try process.run()
        let number = process.processIdentifier
        // A run that never ends fails its case and not the whole class.
        let watchdog = DispatchWorkItem { _ = kill(number, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watchdog)
        process.waitUntilExit()
        watchdog.cancel()
        status = process.terminationReason == .exit ? process.terminationStatus : nil
        output = try folder.read(".stdout")
        errors = try folder.read(".stderr")
    }

    /// The folder that the products are built in.
    private static var products: URL {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        #endif
        return Bundle.main.bundleURL
    }
}
