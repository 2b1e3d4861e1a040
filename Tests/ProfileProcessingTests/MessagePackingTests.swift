import SAMLBindings
import XCTest

@testable import ProfileProcessing

/// Messages of a bundle are packed as those that they stand for.
final class MessagePackingTests: XCTestCase {
    func testOtherContentIsPackedSoThatItIsUnpackedInTheSameSteps() throws {
        let other = Array("<a b=\"é'\\\">\n</a>".utf8)
        for (captured, steps) in [
            ("H4sIAAAAAAACA7NJtKuw0U+0AwBQEjhZCAAAAA==", ["base64", "gzip"]),
            ("eJyzSbSrsNFPtAMACtgCXg==", ["base64", "zlib"]),
            ("3c 61 3e 78 3c 2f 61 3e", ["hexadecimal"]),
            ("b'<a>x</a>'", ["bytesLiteral"]), ("b'PGE+eDwvYT4='", ["bytesLiteral", "base64"]),
            ("SAMLResponse=b%27PGE%2BeDwvYT4%3D%27", ["form", "bytesLiteral", "base64"]),
        ] {
            let decoder = EnvelopeDecoder()
            let envelope = try decoder.envelope(
                from: CapturedMessage(bytes: Array(captured.utf8)))
            XCTAssertEqual(envelope.steps.map(\.rawValue), steps)
            XCTAssertEqual(envelope.xml, Array("<a>x</a>".utf8))
            var scrubber = MessageScrubber(key: [1, 2, 3], keepingLetters: false)
            let packed = try XCTUnwrap(
                MessagePacking(captured: Array(captured.utf8), envelope: envelope)
                    .packing(other, &scrubber))
            let again = try decoder.envelope(from: CapturedMessage(bytes: packed))
            XCTAssertEqual(again.xml, other, captured)
            XCTAssertEqual(again.steps.map(\.rawValue), steps)
        }
    }
}
