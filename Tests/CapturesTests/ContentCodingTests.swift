import Foundation
import TestSupport
import XCTest

@testable import Captures

/// Bodies out of their content codings.
final class ContentCodingTests: XCTestCase, ReachesUnsafeCode {
    private let form = Array("SAMLResponse=PHNhbWxwOlJlc3BvbnNlLz4%3D&RelayState=none".utf8)

    private func body(
        _ bytes: [UInt8], _ coding: String?, _ exactness: HTTPBody.Exactness = .wire
    ) -> HTTPBody {
        BodyDecoder().body(bytes, coding: coding, exactness: exactness)
    }

    /// The content that `header` names, deflated by zlib or without its header.
    private func deflated(_ bytes: [UInt8], isRaw: Bool = false) throws -> [UInt8] {
        let gzip = try Tool.run("gzip", ["-nc"], input: bytes)
        // gzip puts 10 bytes before the deflated data and 8 after it.
        let raw = Array(gzip.dropFirst(10).dropLast(8))
        if isRaw { return raw }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return [0x78, 0x9C] + raw + [
            UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF),
        ]
    }

    func testGzipIsUndoneByItsMagicNumber() throws {
        let gzip = try Tool.run("gzip", ["-c"], input: form)
        for name in ["gzip", "x-gzip", "GZIP", " gzip ,identity"] {
            XCTAssertEqual(body(gzip, name), HTTPBody(form, exactness: .wire), name)
        }
        XCTAssertEqual(body(form, "gzip"), HTTPBody(form, exactness: .wire), "decoded before")
        XCTAssertEqual(body(gzip, nil).bytes, gzip, "a download is not a coding")
        XCTAssertEqual(body(Array(gzip.dropLast(9)), "gzip").state, .undecodable("gzip"))
        XCTAssertEqual(
            body(gzip + gzip, "gzip").bytes, form + form, "members that follow one another")
    }

    func testDeflateIsReadWithTheHeaderOfZlibAndWithout() throws {
        XCTAssertEqual(body(try deflated(form), "deflate").bytes, form)
        XCTAssertEqual(body(try deflated(form, isRaw: true), "deflate").bytes, form)
        XCTAssertEqual(body(form, "deflate").bytes, form)
        XCTAssertEqual(
            body(try deflated(form).dropLast(7), "deflate").state, .undecodable("deflate"))
    }

    func testAnUnknownCodingIsNamedUnlessTheBodyIsText() {
        let binary = [UInt8](repeating: 0, count: 40)
        XCTAssertEqual(body(binary, "dcb").state, .undecodable("dcb"))
        XCTAssertEqual(body(form, "dcb").state, .present)
        XCTAssertEqual(
            body(binary, "dcb", .decoded).state, .present, "a picture that the recorder decoded")
        XCTAssertEqual(
            body(binary, String(repeating: "x", count: 1000)).state,
            .undecodable(String(repeating: "x", count: 32)))
        XCTAssertEqual(body([], "br").state, .empty)
    }

    func testCodingsAreUndoneFromTheLastTwoDeep() throws {
        let once = try Tool.run("gzip", ["-c"], input: form)
        let twice = try Tool.run("gzip", ["-c"], input: once)
        let thrice = try Tool.run("gzip", ["-c"], input: twice)
        XCTAssertEqual(body(try deflated(once), "gzip, deflate").bytes, form)
        XCTAssertEqual(body(twice, "gzip, gzip").bytes, form)
        XCTAssertEqual(body(thrice, "gzip, gzip, gzip").state, .undecodable("gzip"))
    }

    func testABodyEndsAtTheLimitAndAllTogetherAtTheirs() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let gzip = try Tool.run("gzip", ["-c"], input: zeros)
        let small = BodyDecoder(limit: 1000)
        XCTAssertEqual(
            small.body(gzip, coding: "gzip", exactness: .wire),
            HTTPBody(Array(zeros.prefix(1000)), state: .tooLarge, exactness: .wire))
        let limits = DecompressionLimits(expansionRatio: 2, freeByteCount: 3 << 20)
        let together = BodyDecoder(limits: limits)
        let states = (0..<5).map { _ in
            together.body(gzip, coding: "gzip", exactness: .wire).state
        }
        XCTAssertEqual(states, [.present, .present, .present, .tooLarge, .tooLarge])
    }

    func testWhatCameOutOfDamagedBodiesCountsToo() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let gzip = try Tool.run("gzip", ["-c"], input: zeros)
        let limits = DecompressionLimits(expansionRatio: 2, freeByteCount: 3 << 20)
        for (damaged, coding) in [
            (gzip.dropLast(4) + [1, 1, 1, 1], "gzip"),
            (Array(gzip.dropFirst(10).dropLast(12)), "deflate"),
        ] {
            let together = BodyDecoder(limits: limits)
            let states = (0..<5).map { _ in
                together.body(damaged, coding: coding, exactness: .wire).state
            }
            XCTAssertEqual(states.first, .undecodable(coding))
            XCTAssertEqual(states.last, .tooLarge, coding)
        }
    }

    func testTheBombOfTheSampleEndsAtTheLimit() throws {
        let sample = String(
            decoding: try captureSample("hostile/hostile-gzip-body-in-har.har"), as: UTF8.self)
        let text = try XCTUnwrap(sample.split(separator: "\"").first { $0.hasPrefix("H4sI") })
        let gzip = try XCTUnwrap(Data(base64Encoded: String(text)).map { Array($0) })
        XCTAssertEqual(body(gzip, "gzip", .decoded).bytes.count, 8 << 20)
        let small = BodyDecoder(limit: 1 << 20).body(gzip, coding: "gzip", exactness: .decoded)
        XCTAssertEqual(small.state, .tooLarge)
        XCTAssertEqual(small.bytes.count, 1 << 20)
    }

    #if Archives
    /// ``form`` as Google's encoder writes it.
    private let brotli: [UInt8] = [
        0x1B, 0x36, 0x00, 0x00, 0x64, 0x70, 0x5E, 0x4B, 0x5B, 0x28, 0x5B, 0xC5, 0x01, 0x64,
        0xC0, 0x65, 0x8B, 0x48, 0x81, 0x12, 0xF2, 0xB6, 0x15, 0x54, 0x4A, 0xBE, 0x56, 0xC4,
        0xD3, 0x9C, 0x36, 0x4F, 0xDF, 0xC7, 0x1D, 0x8D, 0xB1, 0x40, 0xC2, 0x9D, 0xCF, 0xCE,
        0x68, 0xFD, 0x18, 0x20, 0x09, 0x06, 0xD5, 0x98, 0x7D, 0xE1, 0x99, 0x9D, 0x15, 0x99,
        0x97, 0xB9, 0x02,
    ]

    func testBrotliIsUndone() {
        XCTAssertEqual(body(brotli, "br").bytes, form)
        XCTAssertEqual(body(brotli, "brotli", .decoded).bytes, form)
        XCTAssertEqual(body(form, "br").bytes, form)
        for count in 1..<brotli.count {
            XCTAssertEqual(
                body(Array(brotli.prefix(count)), "br").state, .undecodable("br"), "\(count)")
        }
        XCTAssertEqual(body(brotli + [0], "br").state, .undecodable("br"))
    }

    func testABrotliBombEndsAtTheLimit() {
        // Ten million zeros.
        let bomb: [UInt8] = [
            0xCB, 0xFF, 0xFF, 0x3F, 0x00, 0x24, 0x00, 0xE2, 0xB1, 0x40, 0x72, 0xEF, 0xFF, 0xF2,
            0xCF, 0x12, 0x03, 0x80, 0x04, 0x40, 0x1C, 0x16, 0x80, 0x8E, 0x23, 0x06,
        ]
        XCTAssertEqual(body(bomb, "br").bytes.count, 10_000_000)
        let small = BodyDecoder(limit: 70_000).body(bomb, coding: "br", exactness: .wire)
        XCTAssertEqual(small.state, .tooLarge)
        XCTAssertEqual(small.bytes.count, 70_000)
    }

    func testZstandardIsUndone() throws {
        let zstd = try Tool.run("zstd", ["-c"], input: form)
        XCTAssertEqual(body(zstd, "zstd").bytes, form)
        XCTAssertEqual(body(form, "zstd").bytes, form)
        XCTAssertEqual(body(Array(zstd.dropLast(8)), "zstd").state, .undecodable("zstd"))
        XCTAssertEqual(
            BodyDecoder(limit: 20).body(zstd, coding: "zstd", exactness: .wire).state, .tooLarge)
    }
    #else
    func testWithoutTheTraitBrotliAndZstandardAreNamed() {
        XCTAssertEqual(body([0x8B, 0, 0x80, 0x61, 3], "br").state, .undecodable("br"))
        XCTAssertEqual(
            body([0x28, 0xB5, 0x2F, 0xFD, 0], "zstd").state, .undecodable("zstd"))
    }
    #endif
}
