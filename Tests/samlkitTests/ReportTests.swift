import Foundation
import TestSupport
import XCTest

/// `samlkit report` makes a page out of saved results.
final class ReportTests: XCTestCase {
    private static let options =
        Samlkit.reference + [
            "--trust", Repository.samplePath("metadata/all-idps.xml"),
        ]

    /// The results of the few samples, which tests only read.
    private static let shared = Result {
        let folder = try ScratchFolder()
        for name in ["results.ndjson", "results.csv"] {
            let result = try Samlkit.run(
                ["batch", try FewSamples.path(), "--output", folder.path(name), "--quiet"] + options
            )
            XCTAssertEqual(result.status, 1, result.errors)
        }
        return folder
    }

    override class func tearDown() {
        try? shared.get().removeAll()
        super.tearDown()
    }

    /// The results of the few samples in a folder, and their path.
    private func results(_ name: String, in folder: ScratchFolder) throws -> String {
        try folder.write(try Self.shared.get().read(name), to: name)
    }

    private func report(_ arguments: [String]) throws -> CommandResult {
        try Samlkit.run(["report", "--now", SampleOutcome.now] + arguments)
    }

    func testNDJSONAndCSVGiveTheSameReport() throws {
        let folder = try scratchFolder()
        var pages: [String] = []
        for name in ["results.ndjson", "results.csv"] {
            let path = try results(name, in: folder)
            let result = try report([path, "--output", "-"])
            XCTAssertEqual(result.status, 0, result.errors)
            pages.append(result.text.replacingOccurrences(of: path, with: "results"))
        }
        XCTAssertEqual(pages[0], pages[1])
        XCTAssertTrue(
            pages[0].contains("of \(try FewSamples.judgedCount()) messages were accepted"),
            String(pages[0].prefix(3000)))
    }

    func testSeveralResultsAreAddedUp() throws {
        let folder = try scratchFolder()
        let path = try results("results.ndjson", in: folder)
        let lines = try folder.read("results.ndjson").split(separator: UInt8(ascii: "\n"))
        for (name, part) in [("a", lines.prefix(30)), ("b", lines.dropFirst(30))] {
            try folder.write(part.flatMap { $0 + [UInt8(ascii: "\n")] }, to: name)
        }
        let whole = try report([path, "--output", "-"])
        let parts = try report([folder.path("b"), folder.path("a"), "--output", "-"])
        XCTAssertEqual(parts.status, 0, parts.errors)
        let (wholeText, partsText) = (whole.text, parts.text)
        let end = "<footer>"
        XCTAssertEqual(
            wholeText.components(separatedBy: end)[0], partsText.components(separatedBy: end)[0])
        XCTAssertTrue(partsText.contains("30 records read"))
    }

    func testResultsComeFromStandardInput() throws {
        let folder = try scratchFolder()
        _ = try results("results.ndjson", in: folder)
        let result = try Samlkit.run(
            ["report", "-", "--output", folder.path("report.html")],
            input: try folder.read("results.ndjson"))
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(
            try folder.names(), ["input", "report.html", "results.ndjson"].filter(folder.holds))
    }

    func testTrustShowsCertificates() throws {
        let folder = try scratchFolder()
        let path = try results("results.ndjson", in: folder)
        let without = try report([path, "--output", "-"]).text
        XCTAssertTrue(without.contains("The timeline needs the certificates"))
        let with = try report(
            [path, "--output", "-", "--trust", Repository.samplePath("metadata/all-idps.xml")]
        ).text
        XCTAssertFalse(with.contains("The timeline needs the certificates"))
        XCTAssertTrue(with.contains("class=\"now\""))
    }

    func testNoResultsExitWithThree() throws {
        let folder = try scratchFolder()
        let other = try folder.write("<a/>".utf8, to: "other")
        for path in [other, folder.path("missing"), Repository.firstSample] {
            let result = try report([path, "--output", folder.path("report.html")])
            XCTAssertEqual(result.status, 3, result.errors)
            XCTAssertFalse(folder.holds("report.html"))
            XCTAssertTrue(result.errors.contains("No results could be read."))
        }
    }

    func testOneUnreadableResultIsSaidAndTheOthersAreThere() throws {
        let folder = try scratchFolder()
        let path = try results("results.ndjson", in: folder)
        let result = try report([
            path, folder.path("missing"), "--output", folder.path("report.html"),
        ])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("does not exist"), result.errors)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("could not be read and is not included"))
    }

    func testABrokenLineIsSaid() throws {
        let folder = try scratchFolder()
        let path = try folder.write(
            "{\"index\":0,\"outcome\":\"accepted\"}\n{\"index\":1,\"outc".utf8, to: "results")
        let result = try report([path, "--output", "-"])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("the first is line 2"), result.errors)
        XCTAssertTrue(result.text.contains("1 record read, and 1 line that is not a record."))
    }

    func testOutputThatCannotBeWrittenExitsWithFive() throws {
        let folder = try scratchFolder()
        let path = try folder.write("".utf8, to: "results")
        let result = try report([path, "--output", folder.path("no/such/folder.html")])
        XCTAssertEqual(result.status, 5, result.errors)
    }

    func testTheReportDoesNotTakeThePlaceOfItsResults() throws {
        let folder = try scratchFolder()
        let path = try folder.write("".utf8, to: "results")
        XCTAssertEqual(try report([path, "--output", path]).status, 2)
        XCTAssertEqual(try report(["-", "-", "--output", "-"]).status, 2)
        XCTAssertEqual(try folder.read("results"), [])
    }
}
