import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

/// That the causes of failures do not depend on who processes which part of the input.
final class CauseWindowTests: XCTestCase {
    /// The windows of these runs, so small that one input has several.
    private let windowCount = 16

    /// Writes messages that were broken in several ways, in turn, among good ones.
    private func input(in folder: ScratchFolder) throws -> String {
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        var lines = ""
        var number = 0
        var first: String?
        while number < 24, let captured = reader.next() {
            guard let message = try? captured.message(),
                let xml = try? EnvelopeDecoder().envelope(from: message).xml
            else { continue }
            let text = String(decoding: xml, as: UTF8.self)
            // Messages of one issuer have one form.
            guard text.contains("https://idp-one.example/saml") else { continue }
            first = first ?? text
            let broken =
                switch number % 4 {
                case 0: text.replacing(/([0-9])Z"/) { "\($0.output.1).000Z\"" }
                case 1: text.replacing(">\n", with: ">\n\n")
                // Nothing explains these.
                case 2:
                    (first ?? text).replacing(/<\/(\w+:)?AttributeValue>/) {
                        "q\(number)z\($0.output.0)"
                    }
                default: text
                }
            lines += Data(broken.utf8).base64EncodedString() + "\n"
            number += 1
        }
        return try folder.write(lines.utf8, to: "lines.txt")
    }

    private func run(jobs: Int, range: Range<Int> = 0..<Int.max) throws -> BatchRun {
        let processor = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        var run = BatchRun(processor: processor, format: .ndjson, jobs: jobs)
        run.windowCount = windowCount
        run.range = range
        return run
    }

    private func results(_ path: String, jobs: Int, range: Range<Int> = 0..<Int.max) async throws
        -> [UInt8]
    {
        var sink = CollectingSink()
        _ = try await run(jobs: jobs, range: range).run(CaptureReader(paths: [path]), into: &sink)
        return sink.bytes
    }

    func testAnyNumberOfJobsAndAnyPartsGiveTheSameCauses() async throws {
        let path = try input(in: scratchFolder())
        let whole = try await results(path, jobs: 1)
        let text = String(decoding: whole, as: UTF8.self)
        XCTAssertGreaterThan(text.matches(of: /"likelyCause":"timesRewritten"/).count, 3)
        XCTAssertTrue(text.contains("\"searchedBriefly\":true"), text)
        for jobs in [3] {
            let other = try await results(path, jobs: jobs)
            XCTAssertTrue(other == whole, "\(jobs) jobs")
        }
        for count in [2, 3] {
            var parts: [UInt8] = []
            for number in 1...count {
                let shard = try XCTUnwrap(Shard(number, of: count))
                parts += try await results(path, jobs: 2, range: shard.range(of: 24))
            }
            XCTAssertTrue(parts == whole, "\(count) parts")
        }
    }

    func testAPartOfTheInputWithTheEntriesBeforeItGivesTheSameCauses() async throws {
        let folder = try scratchFolder()
        let path = try input(in: folder)
        let whole = try await results(path, jobs: 1)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        // The part begins at an entry of the second window, and its input somewhere before that window.
        for (inputStart, start) in [(16, 19), (10, 19), (0, 5)] {
            var options = CaptureReader.Options()
            options.firstIndex = inputStart
            let text = lines[inputStart...].joined(separator: "\n") + "\n"
            let part = try folder.write(text.utf8, to: "part-\(inputStart)-\(start).txt")
            var run = try run(jobs: 2, range: (start - inputStart)..<Int.max)
            run.firstIndex = inputStart
            var sink = CollectingSink()
            _ = try await run.run(
                CaptureReader(inputs: [FilePath(part)], options: options), into: &sink)
            let found = String(decoding: sink.bytes, as: UTF8.self)
                .replacing(/"source":{[^}]*}/, with: "")
            let expected = String(decoding: whole, as: UTF8.self)
                .replacing(/"source":{[^}]*}/, with: "").split(separator: "\n")[start...]
            XCTAssertEqual(found.split(separator: "\n"), Array(expected), "from \(inputStart)")
        }
    }

    func testARunThatGoesOnInsideAWindowNamesTheSameCauses() async throws {
        let path = try input(in: scratchFolder())
        var whole = CollectingSink()
        whole.keepsCheckpoints = .all
        _ = try await run(jobs: 1).run(
            CaptureReader(paths: [path]), into: &whole, isCheckpointDue: { _, _ in true })
        // Parts end inside windows, where a whole run's chunks do not.
        for end in [7, 19] {
            var sink = CollectingSink()
            sink.keepsCheckpoints = .all
            var part = try run(jobs: 2, range: 0..<end)
            _ = try await part.run(
                CaptureReader(paths: [path]), into: &sink, tallying: IndexTally(),
                isCheckpointDue: { _, _ in true })
            let last = try XCTUnwrap(
                BatchCheckpoint<IndexTally>(resuming: sink.checkpoints.dropLast().map(\.saved)))
            part.range = 0..<Int.max
            sink.rewind(to: sink.checkpoints.count - 2)
            _ = try await part.run(
                CaptureReader(paths: [path]), into: &sink, tallying: IndexTally(), resuming: last)
            XCTAssertTrue(sink.bytes == whole.bytes, "resumed after \(end)")
        }
    }
}
