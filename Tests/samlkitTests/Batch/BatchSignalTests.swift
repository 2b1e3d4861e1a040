import Foundation
import TestSupport
import XCTest

/// That SIGINT and SIGTERM stop a run so that it can go on.
final class BatchSignalTests: XCTestCase, SharesState {
    func testASignalEndsTheRunAfterWhatItHasReadAndItGoesOnLater() throws {
        for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] {
            let folder = try scratchFolder()
            let lines = try CommandBatchFixture.lines(300)
            let input = try folder.write(lines, to: "input")
            let fixture = try CommandBatchFixture(folder, input: input)
            try folder.remove("input")
            try folder.makePipe("input")
            let process = Samlkit.process(fixture.arguments)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle(
                forWritingAtPath: try folder.write([], to: "errors"))
            try process.run()
            let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: input))
            try pipe.write(contentsOf: Data(lines.prefix(lines.count / 2)))
            process.wait { holdsBytes(folder, "results.ndjson.partial") }
            // The reader waits for more, which must not matter.
            kill(process.processIdentifier, signal)
            XCTAssertEqual(process.finish(), Int32(status))
            let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
            XCTAssertTrue(errors.contains("--resume to continue"), errors)
            let records = try JSONTree.lines(folder.read("results.ndjson.partial"))
            XCTAssertTrue((64..<300).contains(records.count), "\(records.count)")
            XCTAssertTrue(folder.holds("results.ndjson.journal"))
            try pipe.close()
            try folder.remove("input")
            try folder.write(lines, to: "input")
            try fixture.finish("\(signal)")
        }
    }

    func testASecondSignalEndsARunThatCannotWrite() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(3000), to: "input")
        let process = Samlkit.process(["batch", input, "--payload", "--output", "-"])
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Once something has come, more is waiting than the pipe holds.
        XCTAssertEqual(try output.fileHandleForReading.read(upToCount: 1)?.count, 1)
        kill(process.processIdentifier, SIGINT)
        var text = ""
        while !text.contains("second signal"),
            let more = try errors.fileHandleForReading.read(upToCount: 1), !more.isEmpty
        {
            text += String(decoding: more, as: UTF8.self)
        }
        XCTAssertTrue(process.isRunning)
        kill(process.processIdentifier, SIGINT)
        XCTAssertEqual(process.finish(), 130)
    }

    private func holdsBytes(_ folder: ScratchFolder, _ name: String) -> Bool {
        ((try? folder.read(name)) ?? []).isEmpty == false
    }
}
