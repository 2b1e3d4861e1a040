import Foundation
@_spi(Measurement) import PayloadCoding
import TestSupport
import XCTest

final class BenchTests: XCTestCase {
    private static let stages = PayloadStage.allCases.map(\.rawValue)
    private static let kernels = PayloadKernel.available.map(\.rawValue)

    #if FoundationBaseline
    private static let hasSnippet = true
    #else
    private static let hasSnippet = false
    #endif

    func testEveryStageAndEveryKernelIsInTheJSONForEverySize() throws {
        let result = try Samlkit.run(["bench", "--json", "--seconds", "0.01"])
        XCTAssertEqual(result.status, 0, result.errors)
        let rows = try Self.rows(result)
        let found = rows.map { row in
            [row["bytes"]?.integer.map(String.init), row["stage"]?.string, row["kernel"]?.string]
        }
        let expected = [1024, 8192, 65536].flatMap { size in
            Self.stages.flatMap { stage in
                Self.kernels.map { kernel in [String(size), stage, kernel] }
            }
        }
        XCTAssertEqual(found, expected)
        for row in rows {
            for name in ["mbPerSecond", "ratioToMemcpy"]
                + (Self.hasSnippet ? ["ratioToFoundation"] : [])
            {
                XCTAssertGreaterThan(Self.number(row[name]), 0, name)
            }
            if !Self.hasSnippet { XCTAssertEqual(row["ratioToFoundation"], .null) }
        }
    }

    func testOwnMessagesAreMeasuredWithoutTheirEnvelopes() throws {
        let folder = try scratchFolder()
        let message = Array("<a>\n  <b/>\n</a>".utf8)
        let wrapped = try folder.write(Array(Data(message).base64EncodedString().utf8), to: "one")
        let lines = (0..<3).map { _ in
            #"{"SAMLResponse":"\#(Data(message).base64EncodedString())"}"#
        }
        let capture = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "three")
        let result = try Samlkit.run(
            ["bench", "--json", "--seconds", "0.01", "--stage", "cookbook", wrapped, capture])
        XCTAssertEqual(result.status, 0, result.errors)
        let rows = try Self.rows(result)
        XCTAssertEqual(rows.count, 2 * Self.kernels.count)
        for row in rows {
            let count = row["source"]?.string == capture ? 3 : 1
            XCTAssertEqual(row["messages"]?.integer, count)
            XCTAssertEqual(row["bytes"]?.integer, count * message.count)
        }
    }

    func testTheTableNamesEverythingThatIsMeasured() throws {
        let result = try Samlkit.run(["bench", "--seconds", "0.01"])
        XCTAssertEqual(result.status, 0, result.errors)
        let snippet = Self.hasSnippet ? "x foundation" : "--traits FoundationBaseline"
        for name in Self.stages + Self.kernels + ["memcpy", snippet, "8,192 bytes"] {
            XCTAssertTrue(result.text.contains(name), name)
        }
        XCTAssertLessThanOrEqual(result.lines.map(\.count).max() ?? 0, 90)
    }

    func testWithoutAnythingToMeasureTheStatusIsThatOfNoInput() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(["bench", folder.path("missing")])
        XCTAssertEqual(result.status, 3)
        XCTAssertEqual(result.text, "")
        let empty = try folder.write([UInt8](), to: "empty")
        XCTAssertEqual(try Samlkit.run(["bench", empty]).status, 3)
    }

    func testWhatCannotBeReadBesideOthersIsSaidAndMakesTheStatusOne() throws {
        let folder = try scratchFolder()
        let good = try folder.write("<a/>".utf8, to: "good")
        let result = try Samlkit.run(
            ["bench", "--seconds", "0.01", "--stage", "base64", folder.path("missing"), good])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("missing: The input does not exist."), result.errors)
        XCTAssertTrue(result.text.contains("4 bytes"), result.text)
    }

    func testWrongUsageIsRefused() throws {
        for arguments in [["--seconds", "0"], ["--seconds", "x"], ["--stage", "parse"]] {
            let result = try Samlkit.run(["bench"] + arguments)
            XCTAssertEqual(result.status, 2, "\(arguments)")
        }
    }

    /// The objects of the array that fills standard output.
    private static func rows(_ result: CommandResult) throws -> [JSONTree] {
        try XCTUnwrap(try JSONTree(parsing: result.output).elements)
    }

    private static func number(_ value: JSONTree?) -> Double {
        if case .number(let number) = value { number } else { Double(value?.integer ?? 0) }
    }
}
