import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Files in zlib's own format.
final class ZlibTests: XCTestCase, ReachesUnsafeCode {
    private func sample() throws -> [UInt8] {
        Array(
            try Data(contentsOf: SampleOracle.folder.appending(path: "real/mitmproxy-11.0.2.zhar")))
    }

    private func read(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [String] {
        var options = CaptureReader.Options()
        options.givesExchanges = true
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(bytes, pieceSize: pieceSize)), name: "capture",
            archiveDepth: 0, options: options)
        var steps: [String] = []
        while let step = stream.next() {
            switch step {
            case .exchange: steps.append("exchange")
            case .entry(let entry):
                if case .failure(let error) = entry.content { steps.append(error.code.rawValue) }
            case .passedOver: break
            }
        }
        return steps
    }

    func testAFileIsReadInPiecesOfAnySize() throws {
        let bytes = try sample()
        for size in [1, 2, 3, 7, 100, 4096] {
            XCTAssertEqual(
                try read(bytes, pieceSize: size), ["exchange", "exchange", "exchange"], "\(size)")
        }
    }

    func testAFileThatIsCutOffOrGoesOnIsReported() throws {
        let bytes = try sample()
        for count in stride(from: 200, to: bytes.count, by: 333) {
            let steps = try read(Array(bytes.prefix(count)))
            XCTAssertEqual(steps.last, "invalidCompression", "\(count)")
            XCTAssertEqual(steps.count { $0 != "exchange" }, 1, "\(count)")
        }
        XCTAssertEqual(try read(bytes + [0x78]).last, "invalidCompression")
        var changed = bytes
        changed[bytes.count - 1] ^= 0xFF
        XCTAssertEqual(try read(changed).last, "invalidCompression")
    }

    func testTextThatBeginsLikeAHeaderIsText() {
        for text in ["x^2 + y^2", "x^", "x\u{01}", "x"] {
            XCTAssertNil(PackedContent(detecting: Array(text.utf8)[...]), text)
        }
        XCTAssertNil(PackedContent(detecting: [0x78, 0x9C]))
    }

    /// The bytes in zlib's format (RFC 1950), in one block that compresses nothing.
    private func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [0x78, 0x01, 1] + [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            + bytes + [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
    }

    func testAMessageInZlibsFormatIsRead() throws {
        for text in [
            SmallMessage.xml, SmallMessage.base64, "SAMLResponse=\(SmallMessage.base64)",
            "\u{FEFF}\(SmallMessage.xml)",
        ] {
            let packed = stored(Array(text.utf8))
            let folder = try temporaryFolder()
            try folder.write(packed, to: "a.z")
            var reader = CaptureReader(inputs: [folder.path])
            let envelope = try EnvelopeDecoder().envelope(
                from: XCTUnwrap(reader.next()).message())
            XCTAssertEqual(
                String(decoding: envelope.xml, as: UTF8.self).replacing("\u{FEFF}", with: ""),
                SmallMessage.xml)
            XCTAssertNil(reader.next())
        }
    }
}
