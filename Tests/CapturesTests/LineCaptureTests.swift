import Captures
import Foundation
import TestSupport
import XCTest

/// Files with a message a line, and the lines that are too long.
final class LineCaptureTests: XCTestCase {
    private let block = 256 << 10

    func testEachLineIsAMessageWithItsNumber() throws {
        let entries = try temporaryFolder().read(
            content: "SAMLResponse=a\n\n \t\r\nSAMLResponse=bc\r\nSAMLResponse=d")
        XCTAssertEqual(
            entries.map(\.message), ["SAMLResponse=a", "SAMLResponse=bc", "SAMLResponse=d"])
        XCTAssertEqual(entries.map(\.line), [1, 4, 5])
    }

    func testAWordBetweenMessagesIsNoMessageUnlessTheFormatIsNamed() throws {
        let content = "started\nSAMLResponse=a\nok\nSAMLResponse=bc\nSAMLResponse=\n"
        let folder = try temporaryFolder()
        let entries = try folder.read(content: content)
        XCTAssertEqual(
            entries.map(\.message), ["SAMLResponse=a", "SAMLResponse=bc", "SAMLResponse="])
        XCTAssertEqual(entries.map(\.line), [2, 4, 5])
        XCTAssertEqual(try folder.read(content: content, format: .lines).count, 5)
    }

    func testTheRulerOfAPrintedTableIsNoMessage() throws {
        let ruler = String(repeating: "-", count: 64)
        let message = SmallMessage.base64
        for content in [
            "SAMLResponse\n\(ruler)\n\(message)\n", "a b\nSAMLResponse: \(ruler)\nx: \(message)\n",
            "time,SAMLResponse\n--,\(ruler)\n12,\(message)\n",
        ] {
            let entries = try temporaryFolder().read(content: content)
            XCTAssertEqual(entries.compactMap(\.message), [message], content)
        }
    }

    func testAMessageInALineOfTextBetweenPayloadsIsFound() throws {
        let message = SmallMessage.base64
        let content = "\(message)\nGET /acs?SAMLResponse=\(message) HTTP/1.1\n\(message)\n"
        XCTAssertEqual(
            try temporaryFolder().read(content: content).map(\.message),
            [message, "SAMLResponse=\(message)", message])
    }

    func testKeysChecksumsAndTextBetweenPayloadsAreNoMessages() throws {
        let message = SmallMessage.base64
        let key = Self.key.base64EncodedString()
        let sum = String(repeating: "0123456789abcdef", count: 4)
        let content = "# exported by a tool\n\(message)\n\(key)\n\(sum)\n\(message)\n\(message)\n"
        let entries = try temporaryFolder().read(content: content)
        XCTAssertEqual(entries.map(\.message), [message, message, message])
        XCTAssertEqual(entries.map(\.line), [2, 5, 6])
        XCTAssertEqual(try temporaryFolder().read(content: content, format: .lines).count, 6)
    }

    func testAFileThatOnlyLooksLikeBase64HoldsNoMessage() throws {
        let key = Self.key.base64EncodedString()
        let wrapped = SmallMessage.wrapped(key, 64)
        let json = Data("{\"a\":[\(String(repeating: "1,", count: 200))1]}".utf8)
        for text in [
            key, wrapped, key.replacing("+", with: "-").replacing("/", with: "_"),
            String(repeating: "0123456789abcdef", count: 4), "README", "my-service-name",
            json.base64EncodedString(), Self.key.map { String($0, radix: 16) }.joined(),
            "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        ] {
            let entries = try temporaryFolder().read(content: text + "\n")
            XCTAssertEqual(entries.map(\.error?.code), [.noMessage], text)
        }
        // What may be a damaged message is judged.
        let long = Data((SmallMessage.xml + SmallMessage.lines).utf8).base64EncodedString()
        for text in [
            String(long.dropFirst(41)), long.lowercased(), long.uppercased(),
            String(long.dropFirst(1)),
            Data(SmallMessage.xml.utf8).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined(),
        ] {
            let entries = try temporaryFolder().read(content: text + "\n")
            XCTAssertEqual(entries.map(\.message), [text + "\n"], text)
        }
    }

    /// Bytes as random as those of a key.
    private static let key = Data(
        (0..<1200).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) ^ 0x30 })

    func testLinesKeepTheirSpacesAndInnerCarriageReturns() throws {
        let entries = try temporaryFolder().read(content: " a\rb \r\r\n", format: .lines)
        XCTAssertEqual(entries.map(\.message), [" a\rb \r"])
    }

    func testALineAboveTheLimitIsRefusedAndThoseBehindItAreRead() throws {
        let long = String(repeating: "x", count: 11)
        let entries = try temporaryFolder().read(
            content: "a\n\(long)\n0123456789\n0123456789\r\n\(long)\r\nb\n\(long)", format: .lines,
            limit: 10)
        XCTAssertEqual(
            entries.map(\.message), ["a", nil, "0123456789", "0123456789", nil, "b", nil])
        XCTAssertEqual(entries.map(\.line), [1, 2, 3, 4, 5, 6, 7])
        XCTAssertEqual(
            entries.compactMap(\.error?.code), Array(repeating: .inputTooLarge, count: 3))
    }

    func testALineOfManyBlocksIsSkippedWithoutBeingHeld() throws {
        let long = String(repeating: "x", count: 20 * block)
        let content = "a\n\(long)\nb\n\(long)\n\nc\n"
        let entries = try temporaryFolder().read(content: content, format: .lines, limit: 1000)
        XCTAssertEqual(entries.map(\.message), ["a", nil, "b", nil, "c"])
        XCTAssertEqual(entries.map(\.line), [1, 2, 3, 4, 6])
    }

    func testLinesAcrossBlocksComeOutWhole() throws {
        let folder = try temporaryFolder()
        for shift in -2...2 {
            let first = String(repeating: "x", count: block + shift)
            let second = String(repeating: "y", count: 3 * block)
            for lineEnd in ["\n", "\r\n"] {
                let entries = try folder.read(
                    content: first + lineEnd + second + lineEnd + "z", format: .lines)
                XCTAssertTrue(entries.map(\.message) == [first, second, "z"], "\(shift)")
            }
        }
    }

    func testALineAtTheLimitIsReadEvenIfItsLineEndIsInTwoBlocks() throws {
        // The block ends between the carriage return and the line feed.
        let line = String(repeating: "x", count: block - 1)
        let entries = try temporaryFolder().read(
            content: line + "\r\nb\n" + line + "x\r\nc", format: .lines, limit: line.utf8.count)
        XCTAssertTrue(entries.map(\.message) == [line, "b", nil, "c"])
        XCTAssertEqual(entries.map(\.error?.code), [nil, nil, .inputTooLarge, nil])
    }

    func testAFileOfSpacesAboveTheLimitIsOneLineThatIsTooLong() throws {
        let entries = try temporaryFolder().read(
            content: String(repeating: " ", count: 700_000), format: .lines, limit: 600_000)
        XCTAssertEqual(entries.map(\.error?.code), [.inputTooLarge])
        XCTAssertTrue(entries[0].error?.description.contains("600000 bytes") == true)
    }
}
