import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What the prefixes mean that something encrypted uses and does not declare.
final class InheritedNamespaceTests: XCTestCase {
    /// An attribute whose value is an element with a prefix that only the response declares.
    private func response(value: String = "<x:v>1</x:v>") throws -> String {
        try ResponseFixture().xml
            .changing("<saml:AttributeValue>u-1", to: "<saml:AttributeValue>\(value)")
            .changing(" ID=\"_response\"", to: " xmlns:x=\"urn:one\" ID=\"_response\"")
    }

    private let declaration = #" xmlns:x="urn:one""#
    private let other = #" xmlns:x="urn:two""#

    private func valueName(in message: String) throws -> XML.QualifiedName? {
        let verified = try SignedFixture.decrypted(message)
        guard
            case .xml(let element)? = verified.assertion?.attributes.first?.values.first?
                .content
        else { return nil }
        return element.childElements.first { _ in true }?.name
    }

    func testPrefixesThatOnlyTheResponseDeclaresHaveTheirMeaning() throws {
        let message = try response().signing("_assertion").encrypting("saml:Assertion")
        XCTAssertEqual(
            try valueName(in: message),
            XML.QualifiedName("v", in: XML.Namespace(rawValue: "urn:one")))
    }

    func testInclusiveCanonicalizationInsideIsVerifiedWhereItWasMade() throws {
        let sample = String(
            decoding: try Repository.sample("captures/18-inclusive-c14n10-assertion-signed.xml"),
            as: UTF8.self)
        let message = try sample.encrypting("saml:Assertion")
        let trust = try SampleTrust.everyIssuer()
        let clear = try SignedFixture.decrypted(sample, trusting: trust)
        let verified = try SignedFixture.decrypted(message, trusting: trust)
        let names = verified.assertion?.attributes.map(\.name)
        XCTAssertEqual(names?.isEmpty, false)
        XCTAssertEqual(names, clear.assertion?.attributes.map(\.name))
        XCTAssertEqual(verified.encryption.orders, [.signedThenEncrypted])
    }

    func testAnAttackerCannotRebindAPrefixThatOnlyTheAssertionUses() throws {
        let signed = try response().signing("_assertion").encrypting("saml:Assertion")
        for message in [signed, try signed.signingResponse()] {
            try assertOutcome(
                message.changing(declaration, to: other), .signature(.digestMismatch))
        }
    }

    func testInAResponseSignedAroundItAPrefixIsWhatWasSigned() throws {
        // The exclusive form of the response does not hold the declaration, as nothing in clear
        // uses the prefix: what it means was not signed.
        let message = try response().encrypting("saml:Assertion").signingResponse()
        for message in [message, try message.changing(declaration, to: other)] {
            try assertOutcome(message, .decryption(.decryptionFailed))
        }
    }

    func testADefaultNamespaceThatWasNotSignedIsRefusedWhereItWouldHaveAnEffect() throws {
        for (value, isUsed) in [("<v>1</v>", true), ("1", false)] {
            let message = try response(value: value).encrypting("saml:Assertion").signingResponse()
            try assertOutcome(message, .accepted)
            let changed = try message.changing(
                " ID=\"_response\"", to: " xmlns=\"urn:two\" ID=\"_response\"")
            try assertOutcome(changed, isUsed ? .decryption(.decryptionFailed) : .accepted)
        }
    }

    func testDeclarationsOfTheElementAroundApplyToWhatIsEncrypted() throws {
        // The message declares "saml" on each of the response's children and not on itself.
        let saml = #" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#
        let message = try SignedFixture.encrypted().replacing(saml, with: "")
            .changing("<saml:Issuer", to: "<saml:Issuer" + saml)
            .changing("<saml:EncryptedAssertion", to: "<saml:EncryptedAssertion" + saml)
        try assertReadable(message, [.signedThenEncrypted])
        try assertOutcome(
            message.changing(
                "<saml:EncryptedAssertion" + saml,
                to: "<e:EncryptedAssertion" + saml.replacing("xmlns:saml", with: "xmlns:e")
            )
            .changing("</saml:EncryptedAssertion", to: "</e:EncryptedAssertion"),
            .decryption(.decryptionFailed))
    }

    func testNothingIsDeclaredTwice() throws {
        // The first attempt fails for want of "y", the second declares it and leaves "saml" alone.
        let saml = #" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#
        let signed = try ResponseFixture().xml
            .changing("<saml:AttributeValue>u-1", to: "<saml:AttributeValue><y:v/>")
            .changing("<saml:Assertion ", to: "<saml:Assertion\(saml) ")
            .changing("<samlp:Response ", to: "<samlp:Response xmlns:y=\"urn:a?b=1&amp;c\" ")
            .signing("_assertion")
        let message = try signed.encrypting("saml:Assertion")
            .changing(" xmlns:y=\"urn:a?b=1&amp;c\"", to: "")
            .changing(
                "<saml:EncryptedAssertion>",
                to: "<saml:EncryptedAssertion\(saml) xmlns:y=\"urn:a?b=1&amp;c\">")
        XCTAssertEqual(
            try valueName(in: message),
            XML.QualifiedName("v", in: XML.Namespace(rawValue: "urn:a?b=1&c")))
    }

    func testAPrefixCannotMeanOneThingToTheVerifierAndAnotherToTheReader() throws {
        // The response is signed and says nothing about another issuer's assertion. Where it stands
        // in the message the element is no signature that would have to hold; where it is read,
        // with what was signed around it, it would be one.
        var assertion = AssertionFixture()
        assertion.issuer = "https://other.example/saml"
        assertion.headerXML = "<p:Signature/>"
        let message = try ResponseFixture(assertions: [assertion]).xml
            .changing("<samlp:Response ", to: "<samlp:Response xmlns:p=\"urn:x\" ")
            .encrypting("saml:Assertion")
            .changing(
                "<saml:EncryptedAssertion>",
                to: "<saml:EncryptedAssertion xmlns:p=\"\(EncryptedFixture.ds)\" p:x=\"1\">"
            ).signingResponse()
        try assertOutcome(message, .decryption(.decryptionFailed))
    }
}
