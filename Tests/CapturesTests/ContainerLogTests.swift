import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Logs of containers as Kubernetes keeps them.
final class ContainerLogTests: XCTestCase {
    private let time = "2026-01-15T12:00:00.000000001Z"

    func testALineInPartsIsJoinedForEachStream() throws {
        let base64 = SmallMessage.base64
        let text = """
            \(time) stdout F started
            \(time) stdout P got SAMLResponse=\(base64.prefix(100))
            \(time) stderr P in SAMLRequest=\(base64.prefix(60))
            \(time) stdout P \(base64.dropFirst(100).prefix(50))
            \(time) stderr F \(base64.dropFirst(60))
            \(time) stdout F \(base64.dropFirst(150)) done
            \(time) stdout F SAMLResponse=\(base64)
            """
        let entries = try temporaryFolder().read(content: text)
        XCTAssertEqual(entries.map(\.line), [2, 3, 7])
        XCTAssertEqual(
            entries.map(\.message),
            ["SAMLResponse=\(base64)", "SAMLRequest=\(base64)", "SAMLResponse=\(base64)"])
    }

    func testJSONInTheLogIsReadAsJSON() throws {
        let json = "{\"level\":\"info\",\"SAMLResponse\":\"\(SmallMessage.base64)\"}"
        let text = """
            \(time) stdout F {"level":"info"}
            \(time) stdout P \(json.prefix(40))
            \(time) stdout F \(json.dropFirst(40))
            \(time) stdout F \(json)
            """
        let entries = try temporaryFolder().read(content: text)
        XCTAssertEqual(
            entries.map(\.message), [SmallMessage.base64, SmallMessage.base64])
        XCTAssertEqual(entries.map(\.line), [2, 4])
    }

    func testALineWithoutItsLastPartIsCut() throws {
        let text = """
            \(time) stdout F started
            \(time) stdout F ready to go
            \(time) stdout P SAMLResponse=\(SmallMessage.base64.prefix(200))
            """
        XCTAssertEqual(
            try temporaryFolder().read(content: text).map(\.error?.code), [.truncatedMessage])
    }

    func testBlocksOfEverySizeGiveTheSame() throws {
        let row = "\(time) stdout P abc\n\(time) stderr F x\nno row\n\(time) stdout F:tag d\n"
        let bytes = Array(String(repeating: row, count: 2000).utf8)
        let expected = Array(String(repeating: "abcd\nx\nno row\n\n", count: 2000).utf8)
        for size in [1, 13, 4096, 1 << 20] {
            let source = ContainerLogSource(
                ByteReader(PieceSource(bytes, pieceSize: size)), limit: 1 << 20)
            var output: [UInt8] = []
            while try source.read(upTo: size, into: &output) > 0 {}
            XCTAssertTrue(output == expected, "\(size)")
        }
    }

    func testPartsThatNeverEndAreBoundedInMemory() throws {
        let row = Array("\(time) stdout P abcdefgh\n\(time) stderr P x\n".utf8)
        let bytes = Array(repeatElement(row, count: 20_000).joined())
        let source = ContainerLogSource(ByteReader(PieceSource(bytes)), limit: 1000)
        var output: [UInt8] = []
        while try source.read(upTo: 4096, into: &output) > 0 {}
        XCTAssertEqual(output.count { $0 == UInt8(ascii: "\n") }, 40_000)
        XCTAssertEqual(output.count { $0 == UInt8(ascii: "a") }, 20_000)
    }
}
