import Foundation
import TestSupport
import XCTest

/// A reader that goes away before everything was written.
final class ClosedPipeTests: XCTestCase {
    func testAPipeThatNobodyReadsGivesFiveAndNoSignal() throws {
        let sample = Repository.firstSample
        let commands: [[String]] = [
            ["inspect", sample], ["inspect", sample, "--json"], ["encode", sample],
            ["canonicalize", sample], ["attributes", sample, "--unverified"],
            ["batch", sample, "--output", "-"],
        ]
        for arguments in commands {
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let result = try Samlkit.run(arguments, output: pipe.fileHandleForWriting)
            XCTAssertEqual(result.status, 5, "\(arguments)")
            // As with `head`, whoever left knows it.
            XCTAssertFalse(result.errors.contains("samlkit:"), result.errors)
        }
    }

    func testAReaderOfResultsThatLeavesEarlyGivesFive() throws {
        let folder = try scratchFolder()
        // With the payload a record is larger than what a pipe holds.
        let message = try folder.write(largeMessage(bytes: 200_000), to: "large.xml")
        for jobs in ["1", "2"] {
            let process = Samlkit.process(
                ["batch", "--output", "-", "--payload", "--quiet", "--jobs", jobs]
                    + Array(repeating: message, count: 30))
            let pipe = Pipe()
            let errors = Pipe()
            process.standardOutput = pipe
            process.standardError = errors
            try process.run()
            let first = try XCTUnwrap(pipe.fileHandleForReading.read(upToCount: 10))
            XCTAssertEqual(String(decoding: first, as: UTF8.self), #"{"schema":"#)
            try pipe.fileHandleForReading.close()
            XCTAssertEqual(process.finish(), 5)
            XCTAssertEqual(try errors.fileHandleForReading.readToEnd() ?? Data(), Data())
        }
    }

    private func largeMessage(bytes: Int) throws -> [UInt8] {
        let text = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        return Array((text + String(repeating: " ", count: bytes)).utf8)
            + Array("<!-- \(String(repeating: "-a", count: bytes / 2)) -->".utf8)
    }
}
