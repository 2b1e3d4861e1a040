import Foundation
import TestSupport
import XCTest

/// What a run does when there is no room, and when nobody reads.
final class BatchSpaceTests: XCTestCase {
    func testAFullDiskKeepsWhatIsFinishedAndTheRunGoesOnWhenThereIsRoom() throws {
        let disk = try scratchFolder()
        let tools = ["/bin/mount", "/usr/bin/mount"].filter(FileManager.default.isExecutableFile)
        guard geteuid() == 0, let mount = tools.first,
            try Self.status(mount, ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.path]) == 0
        else { throw XCTSkip("A small disk can be mounted by the superuser only.") }
        addTeardownBlock {
            _ = try Self.status(mount.replacing("mount", with: "umount"), [disk.path])
        }
        let inputs = try scratchFolder()
        let input = try inputs.write(try CommandBatchFixture.lines(300), to: "input")
        let fixture = try CommandBatchFixture(disk, input: input)
        for reserve in [60_000, 100_000, 30_000] {
            try disk.write([UInt8](repeating: 1, count: (1 << 20) - reserve), to: "filler")
            let result = try Samlkit.run(fixture.arguments)
            XCTAssertEqual(result.status, 5, result.errors)
            XCTAssertTrue(result.errors.contains("--resume to continue"), result.errors)
            XCTAssertEqual(result.output, [])
            let again = try Samlkit.run(fixture.arguments + ["--resume"])
            XCTAssertEqual(again.status, 5, again.errors)
            try disk.remove("filler")
            try fixture.finish("\(reserve) bytes")
            try disk.remove(fixture.name)
        }
    }

    func testAFileThatMayNotGrowIsLikeAFullDisk() throws {
        let sanitizer = ProcessInfo.processInfo.environment["TEST_SANITIZER"]
        try XCTSkipIf(
            sanitizer == "thread",
            "ThreadSanitizer writes a file of its own, which ends at the limit, too.")
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(300), to: "input")
        let fixture = try CommandBatchFixture(folder, input: input)
        for blocks in [1, 64, 128, 200] {
            // Without the signal the write itself fails.
            let script = "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""
            let executable = try XCTUnwrap(Samlkit.process([]).executableURL?.path)
            let result = try Self.status(
                "/bin/bash", ["-c", script, executable] + fixture.arguments)
            XCTAssertEqual(result, 5, "\(blocks) blocks")
            XCTAssertFalse(folder.holds(fixture.name))
            try fixture.finish("\(blocks) blocks")
            try folder.remove(fixture.name)
        }
    }

    func testARunWhoseResultsNobodyReadsDoesNotReadItsInput() throws {
        #if os(Linux)
        let folder = try scratchFolder()
        // Some forty megabytes, far more than chunks and pipes hold.
        let lines = Data(try CommandBatchFixture.lines(500))
        let input = try folder.write([], to: "input")
        let file = try XCTUnwrap(FileHandle(forWritingAtPath: input))
        while try file.offset() < 40 << 20 { try file.write(contentsOf: lines) }
        try file.close()
        let process = Samlkit.process(
            ["batch", input, "--payload", "--quiet", "--output", "-", "--jobs", "2"])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { process.killAndWait() }
        XCTAssertEqual(try output.fileHandleForReading.read(upToCount: 1)?.count, 1)
        var place = -1
        var quietCount = 0
        while quietCount < 10 {
            usleep(100_000)
            let now = try offset(of: input, in: process)
            quietCount = now == place ? quietCount + 1 : 0
            place = now
        }
        print("\(place) of \(40 << 20) bytes are read")
        XCTAssertGreaterThan(place, 0)
        XCTAssertLessThan(place, 20 << 20)
        #else
        throw XCTSkip("Only Linux tells how far a process has read.")
        #endif
    }

    func testAReaderThatLeavesEndsTheRunQuietly() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(1500), to: "input")
        let process = Samlkit.process(["batch", input, "--payload", "--output", "-"])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: try folder.write([], to: "errors"))
        try process.run()
        XCTAssertEqual(try output.fileHandleForReading.read(upToCount: 1)?.count, 1)
        try output.fileHandleForReading.close()
        XCTAssertEqual(process.finish(), 5)
        XCTAssertEqual(String(decoding: try folder.read("errors"), as: UTF8.self), "")
    }

    /// How far a process has read a file.
    private func offset(of path: String, in process: Process) throws -> Int {
        let folder = "/proc/\(process.processIdentifier)"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(folder)/fd/\(name)")
            guard target == path else { continue }
            let info = try String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
            let match = try XCTUnwrap(info.firstMatch(of: /pos:\s*([0-9]+)/))
            return try XCTUnwrap(Int(match.output.1))
        }
        return 0
    }

    private static func status(_ executable: String, _ arguments: [String]) throws -> Int32? {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process.finish()
    }
}
