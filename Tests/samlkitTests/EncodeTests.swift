import Foundation
import TestSupport
import XCTest

final class EncodeTests: XCTestCase {
    func testEverySampleGetsThePayloadOfThePublishedSnippet() throws {
        let rows = try SampleOutcome.files()
        let result = try Samlkit.run(["encode"] + rows.map { Repository.samplePath($0.path) })
        XCTAssertEqual(result.status, 0)
        XCTAssertEqual(result.lines.count, rows.count)
        for (row, line) in zip(rows, result.lines) {
            let text = String(decoding: try Repository.sample(row.path), as: UTF8.self)
            XCTAssertEqual(line, CookbookSnippet.payload(text), row.path)
        }
    }

    func testRecordedAnswersOfFoundationAreGivenAgain() throws {
        let url = Repository.recordedAnswers.appending(path: "foundation.jsonl")
        let rows = try JSONTree.lines(Data(contentsOf: url))
        let folder = try scratchFolder()
        var paths: [String] = []
        for (number, row) in rows.enumerated() {
            let input = try XCTUnwrap(Data(base64Encoded: row["input"]?.string ?? "?"))
            paths.append(try folder.write(input, to: "\(number)"))
        }
        let result = try Samlkit.run(["encode"] + paths)
        XCTAssertEqual(result.lines, rows.compactMap { $0["output"]?.string })
        print("recorded answers: \(rows.count)")
    }

    func testAFileThatFailedGivesAnEmptyLineInItsPlace() throws {
        let folder = try scratchFolder()
        let good = try folder.write("<a/>".utf8, to: "good")
        let result = try Samlkit.run(["encode", good, folder.path("missing"), good])
        XCTAssertEqual(result.text, "PGEvPg%3D%3D\n\nPGEvPg%3D%3D\n")
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("missing: The input does not exist."))
    }

    func testAFormHasItsParameterUnlessItFailed() throws {
        let folder = try scratchFolder()
        let good = try folder.write("<a/>".utf8, to: "good")
        let result = try Samlkit.run(["encode", "--form", good, folder.path("missing")])
        XCTAssertEqual(result.text, "SAMLResponse=PGEvPg%3D%3D\n\n")
    }

    func testTheJSONTellsWhatFailed() throws {
        let folder = try scratchFolder()
        let good = try folder.write("<a/>".utf8, to: "good")
        let missing = folder.path("missing")
        let result = try Samlkit.run(["encode", "--json", "--form", good, missing])
        XCTAssertEqual(
            try JSONTree.lines(result.output),
            [
                .object([
                    "file": .string(good), "normalization": "cookbook",
                    "payload": "SAMLResponse=PGEvPg%3D%3D", "error": .null,
                ]),
                .object([
                    "file": .string(missing), "normalization": "cookbook", "payload": .null,
                    "error": "The input does not exist.",
                ]),
            ])
    }

    func testNormalizationsDiffer() throws {
        let message = Array("<a\n b='1'>\r\n x  </a>\n".utf8)
        let expected = [
            "cookbook": "<a b='1'> x </a>", "signature-safe": "<a b='1'>\n x  </a>",
            "none": "<a\n b='1'>\r\n x  </a>\n",
        ]
        for (name, text) in expected {
            let result = try Samlkit.run(["encode", "-", "--normalization", name], input: message)
            let payload = try XCTUnwrap(result.lines.first?.removingPercentEncoding)
            XCTAssertEqual(Data(base64Encoded: payload), Data(text.utf8), name)
        }
    }

    func testUnwrappedMessagesAreEncodedLikeTheXMLInThem() throws {
        let paths = ["xml", "b64", "redirect"].map {
            Repository.samplePath("captures/verification-token.\($0)")
        }
        let result = try Samlkit.run(["encode", "--unwrap"] + paths)
        XCTAssertEqual(Set(result.lines).count, 1)
        XCTAssertEqual(result.lines.count, 3)
        let broken = Repository.samplePath("captures/malformed/invalid-base64.b64")
        let failed = try Samlkit.run(["encode", "--unwrap", broken])
        XCTAssertEqual(failed.text, "\n")
        XCTAssertEqual(failed.status, 1)
    }

    func testInvalidUTF8IsRepairedWithAWarning() throws {
        let result = try Samlkit.run(["encode", "-"], input: [0x61, 0xC0, 0xAF, 0x62])
        XCTAssertEqual(result.lines, [CookbookSnippet.payload("a\u{FFFD}\u{FFFD}b")])
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.errors.contains("U+FFFD"), result.errors)
    }

    func testEveryKernelOfThisMachineWritesTheSameAndNoOtherIsTaken() throws {
        let paths = try SampleOutcome.files().map { Repository.samplePath($0.path) }
        let expected = try Samlkit.run(["encode"] + paths).lines
        var refused = 0
        for kernel in ["avx512", "avx2", "sse4", "neon", "scalar", "swift"] {
            let result = try Samlkit.run(["encode", "--kernel", kernel] + paths)
            if result.status == 2 {
                refused += 1
                XCTAssertEqual(result.lines, [], kernel)
            } else {
                XCTAssertEqual(result.lines, expected, kernel)
            }
        }
        // No processor has the instructions of two architectures.
        XCTAssertTrue((1...4).contains(refused), "\(refused) kernels were refused.")
        XCTAssertEqual(try Samlkit.run(["encode", "--kernel", "mmx"] + paths).status, 2)
    }
}
