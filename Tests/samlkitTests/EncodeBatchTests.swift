import Foundation
import TestSupport
import XCTest

/// Encoding of many files.
final class EncodeBatchTests: XCTestCase, SharesState {
    func testLinesAreInInputOrderWhateverTheNumberOfJobs() throws {
        let folder = try scratchFolder()
        var paths: [String] = []
        var expected: [String] = []
        for number in 0..<600 {
            // Sizes differ, so that jobs do not end in the order they began.
            let text = "<a>\n  " + String(repeating: "x \t\n", count: number * 37 % 1000) + "</a>"
            paths.append(try folder.write(Array(text.utf8), to: "\(number)"))
            expected.append(CookbookSnippet.payload(text) ?? "?")
        }
        paths.insert(folder.path("missing"), at: 300)
        expected.insert("", at: 300)
        for jobs in ["1", "2", "7"] {
            let result = try Samlkit.run(["encode", "--jobs", jobs] + paths)
            XCTAssertEqual(result.lines, expected, "--jobs \(jobs)")
            XCTAssertEqual(result.status, 1)
            XCTAssertEqual(result.errors.split(separator: "\n").count, 1, result.errors)
        }
    }

    func testLargeFilesBetweenSmallOnesKeepTheirPlacesAndEqualTheSnippet() throws {
        let folder = try scratchFolder()
        let texts = (0..<5).map { number in
            let line = "\t<a>  \(number) é\u{2028}</a>  \r\n"
            let count = number % 2 == 1 ? EncodedFile.large / line.utf8.count : 3
            return " " + String(repeating: line, count: count)
        }
        let paths = try texts.enumerated().map { number, text in
            try folder.write(Array(text.utf8), to: "\(number)")
        }
        let expected = texts.map { CookbookSnippet.payload($0) }
        for jobs in ["1", "3"] {
            let result = try Samlkit.run(["encode", "--jobs", jobs] + paths)
            XCTAssertEqual(result.status, 0)
            XCTAssertTrue(result.lines.map(Optional.some) == expected, "--jobs \(jobs)")
        }
    }

    func testDirectoriesAreReadRecursivelyInTheOrderOfTheirPaths() throws {
        let folder = try scratchFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "in/b"), withIntermediateDirectories: true)
        for (name, text) in [("in/c", "3"), ("in/b/x", "2"), ("in/a", "1"), ("in/.d", "4")] {
            try folder.write(Array(text.utf8), to: name)
        }
        let result = try Samlkit.run(["encode", folder.path("in")])
        XCTAssertEqual(result.lines, ["MQ%3D%3D", "Mg%3D%3D", "Mw%3D%3D"])
    }

    func testUnwrappedCapturesGiveALineForEachMessageInThem() throws {
        let folder = try scratchFolder()
        func digits(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        let lines = (0..<300).map { #"{"SAMLResponse":"\#(digits("<a n='\($0)'/>"))"}"# }
        let text = (lines + [#"{"SAMLResponse":7}"#]).joined(separator: "\n")
        let capture = try folder.write(Array(text.utf8), to: "capture.ndjson")
        let single = try folder.write("<b/>".utf8, to: "single.xml")
        let expected = (0..<300).map { CookbookSnippet.payload("<a n='\($0)'/>") }
        for jobs in ["1", "4"] {
            let result = try Samlkit.run(
                ["encode", "--unwrap", "--jobs", jobs, capture, single])
            XCTAssertEqual(result.status, 1)
            XCTAssertEqual(
                result.lines.map(Optional.some), expected + ["", CookbookSnippet.payload("<b/>")])
            XCTAssertTrue(result.errors.contains("capture.ndjson:301: "), result.errors)
        }
    }

    func testStandardInputIsEncodedWhereItStands() throws {
        let folder = try scratchFolder()
        let one = try folder.write("1".utf8, to: "one")
        let result = try Samlkit.run(
            ["encode", "--jobs", "2", one, "-", one], input: Array("2".utf8))
        XCTAssertEqual(result.lines, ["MQ%3D%3D", "Mg%3D%3D", "MQ%3D%3D"])
    }

    func testTheNumberOfJobsIsAtLeastOne() throws {
        let result = try Samlkit.run(["encode", "--jobs", "0", Repository.firstSample])
        XCTAssertEqual(result.status, 2)
    }

    #if os(Linux)
    func testAFullDiskEndsItWithTheStatusOfOutputThatFailed() throws {
        let full = try XCTUnwrap(FileHandle(forWritingAtPath: "/dev/full"))
        for jobs in ["1", "2"] {
            let result = try Samlkit.run(
                ["encode", "--jobs", jobs, Repository.firstSample], output: full)
            XCTAssertEqual(result.status, 5)
        }
    }
    #endif
}
