import PayloadCoding
import SAMLBindings
import TestSupport
import XCTest

/// The parameters of a signed query string, kept as they were sent.
final class SignedQueryTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a>text</a>"

    private var value: String {
        get throws {
            Packing.percentEncoded(Packing.base64(try Deflation.deflated(Array(xml.utf8))))
        }
    }

    private func signed(_ text: String) throws -> SignedQuery? {
        try Packing.envelope(text).signedQuery
    }

    func testTheSignedBytesAreTheSentOnesInTheOrderOfSAML() throws {
        let message = try value
        let parts = [
            "SAMLResponse=\(message)", "RelayState=a%2fb+c%20d", "SigAlg=urn%3Ax", "Signature=AAAA",
        ]
        var generator = SeededGenerator("signed query strings, orders")
        for _ in 0..<8 {
            let text = parts.shuffled(using: &generator).joined(separator: "&")
            let query = try XCTUnwrap(signed("https://sp.example/acs?x=1&\(text)#Signature=no"))
            XCTAssertEqual(
                String(decoding: query.signedBytes, as: UTF8.self),
                parts[..<3].joined(separator: "&"))
            XCTAssertEqual(query.xml, Array(xml.utf8))
            XCTAssertEqual(query.algorithm, "urn:x")
            XCTAssertEqual(query.signatureValue, [0, 0, 0])
            XCTAssertTrue(query.isDeflated)
            XCTAssertTrue(query.parameters.allSatisfy(\.isPlainlyNamed))
            XCTAssertFalse("\(query)".contains("text"))
        }
    }

    func testOnlyASignatureOrItsAlgorithmMakesASignedQuery() throws {
        let message = try value
        XCTAssertNil(try signed("SAMLResponse=\(message)&RelayState=r"))
        XCTAssertNil(try signed("SAMLResponse=\(message)&sigalg=x&signature=AAAA"))
        XCTAssertNil(try signed(xml))
        let algorithm = try XCTUnwrap(signed("SAMLResponse=\(message)&SigAlg=x"))
        XCTAssertNil(algorithm.signatureValue)
        let signature = try XCTUnwrap(signed("SAMLRequest=\(message)&Signature=AAAA"))
        XCTAssertNil(signature.algorithm)
        XCTAssertEqual(signature.signedBytes, Array("SAMLRequest=\(message)".utf8))
    }

    func testAParameterThatReceiversWouldDisagreeOnIsRefusedByName() throws {
        let message = try value
        let whole = "SAMLResponse=\(message)&RelayState=r&SigAlg=x&Signature=AAAA"
        for (more, words) in [
            ("SAMLResponse=\(message)", "more than one SAMLResponse"),
            ("SAMLRequest=\(message)", "both SAMLResponse and SAMLRequest"),
            ("RelayState=r", "more than one RelayState"), ("SigAlg=x", "more than one SigAlg"),
            ("Signature=AAAA", "more than one Signature"), ("Signature", "more than one Signature"),
            ("Sig%6Eature=AAAA", "more than one Signature"),
        ] {
            XCTAssertThrowsError(try signed("\(whole)&\(more)"), more) { error in
                XCTAssertEqual((error as? EnvelopeError)?.code, .ambiguousParameter)
                XCTAssertEqual("\(error)", "The form has \(words).")
            }
        }
    }

    func testAnotherEncodingOfTheMessageIsNoted() throws {
        let message = try value
        let rest = "&SigAlg=x&Signature=AAAA"
        for text in [
            Packing.percentEncoded(Packing.base64(xml)), Packing.percentEncoded(message), xml,
        ] {
            let query = try XCTUnwrap(signed("SAMLResponse=\(text)\(rest)"), text)
            XCTAssertFalse(query.isDeflated, text)
            XCTAssertEqual(query.xml, Array(xml.utf8), text)
        }
        let escaped = try XCTUnwrap(signed("SAMLResponse=\(message)&Sig%41lg=x&Signature=AAAA"))
        XCTAssertFalse(escaped.parameters.allSatisfy(\.isPlainlyNamed))
    }

    func testASignatureThatIsNoBase64HasNoValue() throws {
        let message = try value
        for digits in ["", "AAA", "AA-_", "AA AA", "AA+AAAAA", "AA%3D%3DAAAA", "0x0", "%2541AA"] {
            let query = try XCTUnwrap(
                signed("SAMLResponse=\(message)&SigAlg=x&Signature=\(digits)"), digits)
            XCTAssertNil(query.signatureValue, digits)
        }
        let wrapped = try XCTUnwrap(
            signed("SAMLResponse=\(message)&SigAlg=x&Signature=AAAA%0D%0AAAAA"))
        XCTAssertEqual(wrapped.signatureValue, [0, 0, 0, 0, 0, 0])
    }
}
