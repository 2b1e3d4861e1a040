import PayloadCoding
import SAMLBindings
import TestSupport
import XCTest

/// Messages in gzip and in zlib's format, with Base64 around them and without, and streams meant to hurt.
final class CompressedEnvelopeTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a>" + String(repeating: "text ", count: 100) + "</a>"
    private let kinds: [(bits: Int32, step: MessageEnvelope.Step)] = [
        (15 + 16, .gzip), (15, .zlib),
    ]

    private func packed(_ text: String, _ bits: Int32) throws -> [UInt8] {
        try Deflation.deflated(Array(text.utf8), windowBits: bits)
    }

    func testGzipAndZlibInBase64AreUnpacked() throws {
        for (bits, step) in kinds {
            let digits = Packing.base64(try packed(xml, bits))
            try Packing.assert(digits, gives: xml, after: [.base64, step])
            try Packing.assert(
                "SAMLResponse=\(Packing.percentEncoded(digits))", gives: xml,
                after: [.form, .base64, step])
            try Packing.assert(
                Packing.base64(digits), gives: xml, after: [.base64, .base64, step])
            let wrapped = digits.prefix(40) + "\n" + digits.dropFirst(40)
            try Packing.assert(String(wrapped), gives: xml, after: [.base64, step])
        }
    }

    func testTheURLSafeAlphabetIsReadAroundGzip() throws {
        for count in 1...40 {
            let text = "<a>\(String(repeating: "é~", count: count))</a>"
            let standard = Packing.base64(try packed(text, 31))
            guard standard.contains("+") || standard.contains("/") else { continue }
            let digits = standard.replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
            let envelope = try Packing.envelope(digits)
            XCTAssertEqual(String(decoding: envelope.xml, as: UTF8.self), text)
            XCTAssertEqual(envelope.steps, [.base64URL, .gzip])
        }
    }

    func testPlainBytesOfGzipAndZlibAreUnpacked() throws {
        for (bits, step) in kinds {
            XCTAssertEqual(try Packing.envelope(packed(xml, bits)).steps, [step])
            let form = "SAMLResponse=" + Packing.percentEncoded(Packing.base64(xml))
            let envelope = try Packing.envelope(packed(form, bits))
            XCTAssertEqual(envelope.steps, [step, .form, .base64])
            XCTAssertEqual(envelope.xml, Array(xml.utf8))
        }
    }

    func testABombIsGivenUpAtTheStandardLimitAndAMessageAtTheLimitIsNot() throws {
        let bomb = String(repeating: "<", count: (8 << 20) + 1)
        for (bits, _) in kinds {
            let stream = try packed(bomb, bits)
            Packing.assertRefused(stream, .inflationLimit)
            Packing.assertRefused(Packing.base64(stream), .inflationLimit)
            let digits = Array(Packing.base64(try packed(xml, bits)).utf8)
            let exact = EnvelopeDecoder.Limits(inflatedByteCount: xml.utf8.count)
            XCTAssertEqual(try Packing.envelope(digits, limits: exact).xml.count, xml.utf8.count)
            Packing.assertRefused(
                digits, .inflationLimit,
                limits: EnvelopeDecoder.Limits(inflatedByteCount: xml.utf8.count - 1))
        }
    }

    func testATruncatedStreamIsRefusedAndSaidToBeCutOff() throws {
        for (bits, step) in kinds {
            let stream = try packed(xml, bits)
            for length in 3..<stream.count {
                let cut = Packing.base64(Array(stream[..<length]))
                XCTAssertThrowsError(try Packing.envelope(cut), "\(length)") { error in
                    XCTAssertEqual(
                        (error as? EnvelopeError)?.description,
                        "The message is compressed (\(step.rawValue)), and its end is missing at byte \(length)."
                    )
                }
            }
        }
    }

    func testAWrongChecksumIsRefusedAtEachBitOfIt() throws {
        for (bits, step) in kinds {
            let stream = try packed(xml, bits)
            // That of gzip stands before the length, which is wrong as well when it is another one.
            for place in stream.indices.suffix(bits == 15 ? 4 : 8) {
                for bit in 0..<8 {
                    var other = stream
                    other[place] ^= 1 << UInt8(bit)
                    XCTAssertThrowsError(try Packing.envelope(Packing.base64(other))) { error in
                        let text = (error as? EnvelopeError)?.description ?? ""
                        XCTAssertTrue(
                            text.hasPrefix(
                                "The message is compressed (\(step.rawValue)), and the compressed bytes are broken at"
                            ),
                            text)
                    }
                }
            }
        }
    }

    func testBytesBehindTheStreamAreRefusedWhereTheyBegin() throws {
        for (bits, _) in kinds {
            let stream = try packed(xml, bits)
            for tail: [UInt8] in [[0], Array("<b/>".utf8), stream] {
                Packing.assertRefused(
                    Packing.base64(stream + tail), .invalidDeflate, at: stream.count)
                Packing.assertRefused(stream + tail, .invalidDeflate, at: stream.count)
            }
        }
    }

    func testNoRandomChangeOfAStreamGivesOtherXML() throws {
        var generator = SeededGenerator("gzip and zlib, random changes")
        for (bits, _) in kinds {
            let stream = try packed(xml, bits)
            for _ in 0..<500 {
                var other = stream
                other[Int.random(in: 0..<other.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
                guard let envelope = try? Packing.envelope(Packing.base64(other)) else { continue }
                XCTAssertEqual(envelope.xml, Array(xml.utf8))
            }
        }
    }

    func testTextThatBeginsLikeTheHeaderOfZlibStaysText() throws {
        // "x^" is a header of zlib, too.
        XCTAssertThrowsError(try Packing.envelope("x^é")) { error in
            XCTAssertEqual((error as? EnvelopeError)?.code, .invalidBase64)
        }
    }

    func testASignedQueryInGzipIsNotTakenForDEFLATE() throws {
        let digits = Packing.percentEncoded(Packing.base64(try packed(xml, 31)))
        let query = "SAMLRequest=\(digits)&SigAlg=a&Signature=b"
        let envelope = try Packing.envelope(query)
        XCTAssertEqual(envelope.steps, [.form, .base64, .gzip])
        XCTAssertEqual(envelope.signedQuery?.isDeflated, false)
    }
}
