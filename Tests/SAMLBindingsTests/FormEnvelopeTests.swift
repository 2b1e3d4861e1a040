import SAMLBindings
import TestSupport
import XCTest

/// Messages that are a parameter of a form body, a query string or a URL.
final class FormEnvelopeTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a b='>>>???'>~~~ÿ</a>"
    private var value: String { Packing.percentEncoded(Packing.base64(xml)) }

    func testAFormBodyGivesMessageParameterAndRelayState() throws {
        let envelope = try Packing.envelope("SAMLResponse=\(value)&RelayState=ss%3Amem+%26%C3%A9")
        XCTAssertEqual(envelope.xml, Array(xml.utf8))
        XCTAssertEqual(envelope.steps, [.form, .base64])
        XCTAssertEqual(envelope.parameter, .samlResponse)
        XCTAssertEqual(envelope.relayState, "ss:mem &é")
        XCTAssertFalse(envelope.isDoublyEncoded)
    }

    func testOrderOtherParametersAndLineEndsDoNotMatter() throws {
        for text in [
            "SAMLResponse=\(value)", "RelayState=x&SAMLResponse=\(value)",
            "a=b&SAMLResponse=\(value)&flag&c=d", "\r\nSAMLResponse=\(value)\r\n",
            "samlresponse=no&SAMLResponse=\(value)", "?SAMLResponse=\(value)",
            "SAMLResponse=\(value)&RelayState=",
        ] {
            try Packing.assert(text, gives: xml, after: [.form, .base64])
        }
    }

    func testAWholeURLGivesItsMessageWithoutItsFragment() throws {
        for url in [
            "https://sp.example/acs?SAMLRequest=\(value)#top",
            "https://sp.example/acs;v=1?RelayState=x&SAMLRequest=\(value)&SigAlg=y#SAMLRequest=z",
            "/acs?SAMLRequest=\(value)",
        ] {
            let envelope = try Packing.envelope(url)
            XCTAssertEqual(envelope.xml, Array(xml.utf8), url)
            XCTAssertEqual(envelope.parameter, .samlRequest, url)
        }
    }

    func testAQuestionMarkInAnotherParameterDoesNotHideTheMessage() throws {
        for text in [
            "SAMLResponse=\(value)&RelayState=https://sp.example/?a=b",
            "RelayState=https://sp.example/?a=b&SAMLResponse=\(value)",
        ] {
            let envelope = try Packing.envelope(text)
            XCTAssertEqual(envelope.xml, Array(xml.utf8))
            XCTAssertEqual(envelope.relayState, "https://sp.example/?a=b")
        }
    }

    func testAnArtifactIsCalledThat() throws {
        let artifact = Packing.base64([0, 4, 0, 1] + [UInt8](0..<40))
        let older = Packing.base64([0, 1] + [UInt8](0..<40))
        for value in [artifact, older] {
            let encoded = Packing.percentEncoded(value)
            for packed in [
                "SAMLart=\(encoded)", "SAMLart=\(encoded)&RelayState=x", "SAMLResponse=\(encoded)",
                "https://sp.example/acs?RelayState=x&SAMLart=\(encoded)", value,
            ] {
                Packing.assertRefused(packed, .artifact)
            }
        }
    }

    func testATokenOfAnotherProtocolComesOutOfItsForm() throws {
        let token = Array(xml.utf8).map { "%" + String($0, radix: 16) }.joined()
        for text in ["wa=wsignin1.0&wresult=\(token)&wctx=a", "wresult=\(token)"] {
            let envelope = try Packing.envelope(text)
            XCTAssertEqual(envelope.xml, Array(xml.utf8))
            XCTAssertEqual(envelope.steps, [.form])
            XCTAssertNil(envelope.parameter)
        }
    }

    func testXMLInUTF16HasWhiteSpaceBeforeIt() throws {
        for isBig in [true, false] {
            func wide(_ text: String) -> [UInt8] {
                text.utf16.flatMap { unit -> [UInt8] in
                    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                    return isBig ? [high, low] : [low, high]
                }
            }
            let envelope = try EnvelopeDecoder().envelope(
                from: CapturedMessage(bytes: wide("\r\n\t \(xml)")))
            XCTAssertEqual(envelope.xml, wide(xml))
            XCTAssertEqual(envelope.steps, [.whiteSpace])
        }
    }

    func testAMessageThatALineEndCutsGoesOnInTheNextLines() throws {
        for gap in ["\n", "\r\n "] {
            try Packing.assert(
                "SAMLResponse=\(value.prefix(8))\(gap)\(value.dropFirst(8))&RelayState=x",
                gives: xml,
                after: [.form, .base64])
            try Packing.assert(
                "SAMLResponse=\(value)\(gap)word", gives: xml, after: [.form, .base64])
        }
    }

    func testMoreThanOneMessageIsRefused() {
        for text in [
            "SAMLResponse=\(value)&SAMLResponse=\(value)",
            "SAMLResponse=\(value)&SAMLRequest=\(value)",
            "https://sp.example/?SAMLRequest=&SAMLRequest=\(value)",
            // Names are percent-encoded as values are.
            "SAMLResponse=\(value)&%53AML%52esponse=\(value)",
        ] {
            Packing.assertRefused(text, .ambiguousParameter)
        }
    }

    func testAFormWithoutPercentEncodingIsReadAndReported() throws {
        XCTAssertTrue(Packing.base64(xml).contains("+"))
        try Packing.assert(
            "SAMLResponse=\(Packing.base64(xml))", gives: xml,
            after: [.form, .spacesForPlus, .base64])
        // The last digit of this one is a "+".
        try Packing.assert(
            "SAMLResponse=PGFiLz4+&RelayState=x", gives: "<ab/>>",
            after: [.form, .spacesForPlus, .base64])
    }

    func testADoublyEncodedParameterIsReadAndReported() throws {
        let envelope = try Packing.envelope("SAMLResponse=\(Packing.percentEncoded(value))")
        XCTAssertEqual(envelope.xml, Array(xml.utf8))
        XCTAssertEqual(envelope.steps, [.form, .percentEncoding, .base64])
        XCTAssertTrue(envelope.isDoublyEncoded)
    }

    func testATriplyEncodedParameterIsReadAndAFourthLayerIsRefused() throws {
        let thrice = Packing.percentEncoded(Packing.percentEncoded(value))
        XCTAssertEqual(
            try Packing.envelope("SAMLResponse=\(thrice)").steps,
            [.form, .percentEncoding, .percentEncoding, .base64])
        let fourTimes = Packing.percentEncoded(thrice)
        XCTAssertThrowsError(try Packing.envelope("SAMLResponse=\(fourTimes)")) { error in
            XCTAssertEqual((error as? EnvelopeError)?.code, .invalidBase64)
        }
    }

    func testAParameterInXMLNeedsNoBase64() throws {
        try Packing.assert("SAMLResponse=%3Ca+b='c'/%3E", gives: "<a b='c'/>", after: [.form])
    }

    func testBrokenPercentEncodingIsRefusedAtItsPlaceInTheWholeForm() {
        Packing.assertRefused("SAMLResponse=PGEvPg%3", .invalidPercentEncoding, at: 19)
        Packing.assertRefused("https://a.example/?SAMLRequest=%", .invalidPercentEncoding, at: 31)
        Packing.assertRefused(
            "SAMLResponse=PGEvPg%3D%3D&RelayState=%G0", .invalidPercentEncoding, at: 37)
    }

    func testAFormWithoutAMessageIsNone() {
        Packing.assertRefused("RelayState=x&a=b", .invalidBase64, at: 11)
    }

    func testAnEmptyParameterIsAnEmptyMessage() {
        for text in ["SAMLResponse=", "SAMLResponse=&RelayState=x", "SAMLRequest=+%0A"] {
            Packing.assertRefused(text, .empty)
        }
    }

    func testTheSampleFormGivesMessageAndRelayState() throws {
        let envelope = try Packing.envelope(Repository.sample("captures/35-form-body.form"))
        XCTAssertTrue(envelope.xml.starts(with: "<samlp:Response ".utf8))
        XCTAssertEqual(envelope.steps, [.form, .base64])
        XCTAssertEqual(envelope.parameter, .samlResponse)
        XCTAssertEqual(envelope.relayState, "ss:mem:4f6a2c")
    }
}
