import Foundation
import TestSupport
import XCTest

/// What a run writes takes the place of nothing that is not its own.
final class BatchFileSafetyTests: XCTestCase {
    private func batch(_ output: String, _ options: [String] = []) throws -> CommandResult {
        try Samlkit.run(["batch", Repository.firstSample, "--output", output] + options)
    }

    private func link(_ name: String, to target: String, in folder: ScratchFolder) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(name), withDestinationPath: target)
    }

    func testALinkInThePlaceOfAPartialFileOrAJournalIsNotFollowed() throws {
        // CSV is written as NDJSON is.
        for name in CommandBatchFixture.resultNames where name != "r.csv" {
            for suffix in [".partial", ".journal"] {
                let folder = try scratchFolder()
                try folder.write(Array("precious".utf8), to: "target")
                for (target, options) in [("target", []), ("new", ["--resume"])] {
                    try link(name + suffix, to: folder.path(target), in: folder)
                    let result = try batch(folder.path(name), options)
                    XCTAssertEqual(result.status, 5, "\(name)\(suffix) \(result.errors)")
                    XCTAssertTrue(result.errors.contains("Remove it, or pass"), result.errors)
                    XCTAssertEqual(try folder.read("target"), Array("precious".utf8))
                    XCTAssertFalse(folder.holds("new"))
                    try folder.remove(name + suffix)
                }
            }
        }
    }

    func testALinkBesideAnOwnJournalIsNotFollowed() throws {
        for name in CommandBatchFixture.resultNames {
            let folder = try scratchFolder()
            try folder.write([], to: name + ".journal")
            try folder.write(Array("precious".utf8), to: "target")
            try link(name + ".partial", to: folder.path("target"), in: folder)
            XCTAssertEqual(try batch(folder.path(name)).status, 5)
            XCTAssertEqual(try folder.read("target"), Array("precious".utf8))
        }
    }

    func testWhatNoJournalCountsIsNotOverwritten() throws {
        let folder = try scratchFolder()
        try folder.write(Array("mine".utf8), to: "r.ndjson.partial")
        let result = try batch(folder.path("r.ndjson"))
        XCTAssertEqual(result.status, 5, result.errors)
        XCTAssertTrue(result.errors.contains("r.ndjson.partial is not left from"), result.errors)
        XCTAssertEqual(try folder.read("r.ndjson.partial"), Array("mine".utf8))
    }

    func testAReportFollowsNoLinkBesideIt() throws {
        let folder = try scratchFolder()
        try folder.write(Array("precious".utf8), to: "target")
        try link("report.html.partial", to: folder.path("target"), in: folder)
        let result = try batch(folder.path("r.ndjson"), ["--report", folder.path("report.html")])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(try folder.read("target"), Array("precious".utf8))
        XCTAssertEqual(try folder.names(), ["r.ndjson", "report.html", "target"])
    }

    func testNoOutputIsAnInputUnderWhateverName() throws {
        let folder = try scratchFolder()
        let message = try Data(contentsOf: URL(filePath: Repository.firstSample))
        let input = try folder.write(message, to: "input.ndjson")
        try link("linked.ndjson", to: input, in: folder)
        try FileManager.default.linkItem(atPath: input, toPath: folder.path("hard.ndjson"))
        let trust = try folder.write(
            Data(contentsOf: URL(filePath: Repository.samplePath("metadata/all-idps.xml"))),
            to: "trust.xml")
        for arguments in [
            ["batch", input, "--output", input],
            ["batch", input, "--output", folder.path("./linked.ndjson")],
            ["batch", input, "--output", folder.path("hard.ndjson")],
            ["batch", input, "--output", "-", "--report", folder.path("hard.ndjson")],
            ["batch", input, "--output", "-", "--trust", trust, "--report", trust],
            ["report", input, "--output", folder.path("hard.ndjson")],
            ["decode", input, "--output", folder.path],
        ] {
            if arguments[0] == "decode" {
                try FileManager.default.linkItem(atPath: input, toPath: folder.path("input.xml"))
            }
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 2, "\(arguments) \(result.errors)")
            XCTAssertTrue(result.errors.contains("would overwrite"), result.errors)
            XCTAssertEqual(try folder.read("input.ndjson"), Array(message))
        }
        let same = ["--output", folder.path("same.ndjson"), "--report", folder.path("same.ndjson")]
        XCTAssertEqual(try Samlkit.run(["batch", input] + same).status, 2)
    }

    func testNoOutputIsAMessageOfAnInputFolderOrAFileThatAnOptionNames() throws {
        let folder = try scratchFolder()
        let captures = folder.path("captures")
        let message = try Data(contentsOf: URL(filePath: Repository.firstSample))
        let input = try folder.write(message, to: "captures/a.xml")
        let trust = try folder.write(
            Data(contentsOf: URL(filePath: Repository.samplePath("metadata/all-idps.xml"))),
            to: "trust.xml")
        let records = try folder.write(Data(#"{"schema":3}"#.utf8), to: "records.ndjson")
        let table = try folder.write(Data("time,SAMLResponse\n".utf8), to: "captures/a.csv")
        for arguments in [
            ["batch", captures, "--output", "-", "--report", input],
            ["batch", captures, "--output", table],
            ["inspect", captures, "--html", input],
            ["inspect", input, "--trust", trust, "--html", trust],
            ["report", records, "--captures", captures, "--output", input],
            ["bundle", input, "--trust", trust, "--output", trust],
        ] {
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 2, "\(arguments) \(result.errors)")
            XCTAssertTrue(result.errors.contains("would overwrite"), result.errors)
        }
        XCTAssertEqual(try folder.read("captures/a.xml"), Array(message))
        XCTAssertEqual(try folder.read("captures/a.csv"), Array("time,SAMLResponse\n".utf8))
    }

    func testEarlierResultsInTheInputFolderAreNotRead() throws {
        let folder = try scratchFolder()
        try folder.write(Data(contentsOf: URL(filePath: Repository.firstSample)), to: "a.xml")
        let arguments = [
            "batch", folder.path, "--output", folder.path("r.ndjson"), "--report",
            folder.path("report.html"),
        ]
        XCTAssertEqual(try Samlkit.run(arguments).status, 0)
        let first = try folder.read("r.ndjson")
        XCTAssertEqual(try Samlkit.run(arguments).status, 0)
        XCTAssertEqual(try folder.read("r.ndjson"), first)
    }
}
