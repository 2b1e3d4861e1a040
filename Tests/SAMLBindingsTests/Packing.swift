import PayloadCoding
import SAMLBindings
import XCTest

/// Packs messages and takes them out again.
enum Packing {
    static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }

    static func base64(_ text: String) -> String { base64(Array(text.utf8)) }

    static func percentEncoded(_ text: String) -> String {
        var output: [UInt8] = []
        PercentEncoding.encode(Array(text.utf8), into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func envelope(
        _ bytes: [UInt8], limits: EnvelopeDecoder.Limits = .standard
    ) throws -> MessageEnvelope {
        try EnvelopeDecoder(limits: limits).envelope(from: CapturedMessage(bytes: bytes))
    }

    static func envelope(_ text: String) throws -> MessageEnvelope {
        try envelope(Array(text.utf8))
    }

    /// Asserts that `text` gives `xml` after exactly these steps.
    static func assert(
        _ text: String, gives xml: String, after steps: [MessageEnvelope.Step], line: UInt = #line
    ) throws {
        let envelope = try envelope(text)
        XCTAssertEqual(String(decoding: envelope.xml, as: UTF8.self), xml, line: line)
        XCTAssertEqual(envelope.steps, steps, line: line)
    }

    /// Asserts that `bytes` are refused with exactly this error.
    static func assertRefused(
        _ bytes: [UInt8], _ code: EnvelopeError.Code, at offset: Int? = nil,
        limits: EnvelopeDecoder.Limits = .standard, line: UInt = #line
    ) {
        XCTAssertThrowsError(try envelope(bytes, limits: limits), line: line) { error in
            XCTAssertEqual((error as? EnvelopeError)?.code, code, line: line)
            XCTAssertEqual((error as? EnvelopeError)?.offset, offset, line: line)
        }
    }

    static func assertRefused(
        _ text: String, _ code: EnvelopeError.Code, at offset: Int? = nil, line: UInt = #line
    ) {
        assertRefused(Array(text.utf8), code, at: offset, line: line)
    }
}
