import Foundation
import TestSupport
import XCTest

/// What `samlkit plan` says before a run is divided.
final class PlanTests: XCTestCase {
    func testTheFilesAreThoseOfBatchInItsOrder() throws {
        let folder = try scratchFolder()
        for name in ["b.xml", "a/2.xml", "a.xml", ".hidden", "a/1.xml"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name).deletingLastPathComponent(),
                withIntermediateDirectories: true)
            try folder.write(Array("<x/>".utf8), to: name)
        }
        let root = folder.url.path
        let plan = try Samlkit.run(["plan", root, "/nowhere"])
        XCTAssertEqual(
            plan.lines,
            ["a.xml", "a/1.xml", "a/2.xml", "b.xml"].map {
                #"{"file":"\#(root)/\#($0)","bytes":4}"#
            } + [#"{"file":"/nowhere","bytes":null}"#])
    }

    func testTheCountIsTheNumberOfRecords() throws {
        let samples = Repository.samplePath("captures")
        for options in [[], ["--input-format", "ndjson"]] {
            let batch = try Samlkit.run(["batch", samples, "--output", "-", "--quiet"] + options)
            let count = try Samlkit.run(["plan", "--count", samples] + options)
            XCTAssertTrue(
                count.text.hasPrefix("{\"records\":\(batch.lines.count),"), count.text)
        }
        let folder = try scratchFolder()
        let lines = try folder.write(Array("{\"a\":1}\n{\"b\":2}\n".utf8), to: "a.ndjson")
        XCTAssertEqual(
            try Samlkit.run(["plan", "--count", "--input-format", "ndjson", lines]).text,
            "{\"records\":2,\"messages\":1,\"window\":4096}\n",
            "the block of lines, and what is said of a file without messages")
    }
}
