import Foundation
import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import SignatureDiagnostics

/// Signed messages as identity providers lay them out, and what is found out about them once they are
/// damaged.
enum DamagedMessage {
    /// The message with a line break and indentation between all tags.
    static func indented(
        _ xml: String, by unit: String, newline: String = "\n"
    ) throws -> String {
        let document = CanonicalTokens(Array(xml.utf8))
        let layout = Layout(
            betweenTags: .indented(unit: Array(unit.utf8), outset: 0), newline: Array(newline.utf8))
        return String(decoding: try XCTUnwrap(layout.bytes(of: document)), as: UTF8.self)
    }

    /// A response that was laid out first and signed then; the signature is on one line.
    static func signed(
        indentedBy unit: String, newline: String = "\n",
        _ layout: SignedFixture.Layout = .assertion,
        response: ResponseFixture = ResponseFixture()
    ) throws -> String {
        var message = try indented(response.xml, by: unit, newline: newline)
        if layout != .response { message = try message.signing("_assertion") }
        if layout != .assertion { message = try message.signing("_response") }
        return message
    }

    /// A response signed by hand, in whatever way a signer may get it wrong.
    ///
    /// - Parameters:
    ///   - xml: The response with an assertion `_assertion`.
    ///   - method: The canonicalization the signature names.
    ///   - signatureMethod: The signature method that it names; the one used is ECDSA with SHA-256.
    ///   - digestMethod: The digest method that it names; the one used is SHA-256.
    ///   - parameters: The content of the transform that names the canonicalization.
    ///   - digested: The bytes the signer digests, of the assertion.
    /// - Returns: The signed response.
    /// - Throws: What the fixture, the closure or the cryptographic library throws.
    static func signed(
        _ xml: String, naming method: XML.CanonicalizationMethod,
        _ signatureMethod: XMLDSig.SignatureMethod = SignedFixture.p256.signatureMethod,
        _ digestMethod: XMLDSig.DigestMethod = .sha256, parameters: String = "",
        digesting digested: (XML.Element) throws -> [UInt8]
    ) throws -> String {
        let document = try XML.Document(parsing: Array(xml.utf8))
        let assertion = try XCTUnwrap(document.element(withID: "_assertion"))
        let digest = try XCTUnwrap(
            XMLDSig.DigestMethod.sha256.digest(of: try digested(assertion)))
        let info = """
            <ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\
            <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">\
            </ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(signatureMethod.rawValue)">\
            </ds:SignatureMethod>\
            <ds:Reference URI="#_assertion"><ds:Transforms>\
            <ds:Transform Algorithm="\(XMLDSig.Reference.envelopedSignature)"></ds:Transform>\
            <ds:Transform Algorithm="\(method.algorithmIdentifier)">\(parameters)</ds:Transform>\
            </ds:Transforms>\
            <ds:DigestMethod Algorithm="\(digestMethod.rawValue)"></ds:DigestMethod>\
            <ds:DigestValue>\(base64(digest))</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        let value = try SignedFixture.p256.signature(over: Array(info.utf8))
        return try xml.changing(
            "<saml:Subject>",
            to: "<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">\(info)"
                + "<ds:SignatureValue>\(base64(value))</ds:SignatureValue></ds:Signature>"
                + "<saml:Subject>")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }

    /// What the cookbook's normalization makes of a message.
    static func cookbook(_ message: String) -> String {
        let payload = PayloadEncoder(normalization: .cookbook)
            .payload(encoding: Array(message.utf8))
        return String(decoding: payload.normalized, as: UTF8.self)
    }

    static func explanations(
        of message: String, trusting trust: SAML.TrustStore? = nil,
        within budget: SignatureExplanation.Budget = .thorough
    ) throws -> [SignatureExplanation] {
        let document = try XML.Document(parsing: Array(message.utf8))
        return SAML.MessageVerifier(trusting: try trust ?? SignedFixture.trusting())
            .explanations(of: document, within: budget)
    }

    /// The first explanation of a changed sample, with the keys of all issuers.
    static func explanation(ofSample damaged: String) throws -> SignatureExplanation {
        try XCTUnwrap(explanations(of: damaged, trusting: SampleTrust.everyIssuer()).first)
    }

    /// The bytes of a sample capture as text.
    static func sample(_ name: String) throws -> String {
        String(decoding: try Repository.sample("captures/\(name).xml"), as: UTF8.self)
    }
}

/// Asserts that every signature of a damaged message is invalid, and for what reason.
func assertCause(
    of message: String, _ expected: SignatureExplanation.Hypothesis?,
    trusting trust: SAML.TrustStore? = nil,
    within budget: SignatureExplanation.Budget = .thorough, _ comment: String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws {
    let explanations = try DamagedMessage.explanations(
        of: message, trusting: trust, within: budget)
    XCTAssertFalse(explanations.isEmpty, comment, file: file, line: line)
    for explanation in explanations {
        XCTAssertNotNil(explanation.failure, comment, file: file, line: line)
        XCTAssertEqual(
            explanation.likelyCause?.hypothesis, expected, "\(explanation) \(comment)", file: file,
            line: line)
        XCTAssertLessThanOrEqual(
            explanation.testCount, budget.testCount, comment, file: file, line: line)
    }
}
