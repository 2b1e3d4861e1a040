import Foundation
import TestSupport
import XCTest

/// What a run of samlkit did.
struct CommandResult {
    /// The exit status; `nil` when a signal ended the process.
    let status: Int32?
    /// What it wrote to standard output.
    let output: [UInt8]
    /// What it wrote to standard error.
    let errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard output, without the empty one after the last line end.
    var lines: [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// The samlkit executable that was built together with the tests.
enum Samlkit {
    /// Options that judge messages as the tables beside the samples do.
    static let reference = [
        "--now", SampleOutcome.now, "--audience", SampleOutcome.audience,
        "--require", SampleOutcome.requiredAttributes.joined(separator: ","),
    ]

    /// A process that has not been started.
    static func process(_ arguments: [String]) -> Process {
        .product("samlkit", arguments)
    }

    /// Runs to the end.
    ///
    /// Standard output goes to `output`, or else to a file, so that no pipe can fill up.
    static func run(
        _ arguments: [String], input: (some Sequence<UInt8>)? = [UInt8]?.none,
        output: FileHandle? = nil
    ) throws -> CommandResult {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let process = process(arguments)
        for name in ["output", "errors"] { try folder.write([UInt8](), to: name) }
        process.standardOutput =
            try output ?? FileHandle(forWritingTo: folder.url.appending(path: "output"))
        process.standardError = try FileHandle(
            forWritingTo: folder.url.appending(path: "errors"))
        if let input {
            let path = try folder.write(input, to: "input")
            process.standardInput = try FileHandle(forReadingFrom: URL(filePath: path))
        }
        try process.run()
        let status = process.finish()
        return CommandResult(
            status: status, output: try folder.read("output"),
            errors: String(decoding: try folder.read("errors"), as: UTF8.self))
    }
}

extension Repository {
    /// The path of something among the samples.
    static func samplePath(_ path: String) -> String { samples.appending(path: path).path }

    /// The first of the sample captures.
    static let firstSample = samplePath("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
}

extension ScratchFolder {
    /// The size of a file, 0 when there is none.
    func size(of name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Makes a named pipe.
    func makePipe(_ name: String) throws {
        guard unsafe mkfifo(path(name), 0o600) == 0 else {
            throw XCTSkip("This system makes no named pipes here.")
        }
    }
}

extension XCTestCase {
    /// A folder that lasts as long as the test.
    func scratchFolder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        addTeardownBlock { folder.removeAll() }
        return folder
    }
}
