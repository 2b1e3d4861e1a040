import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signatures of messages that a wrapper carries: the message's own makes it trusted, and no other; that of an
/// `ArtifactResponse` must hold where there is one.
final class WrappedMessageTests: XCTestCase, ReachesUnsafeCode {
    private typealias Fixture = ProtocolFixture

    private func assertAccepted(
        _ message: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(try SignedFixture.verdict(message), .accepted, file: file, line: line)
    }

    func testAResponseIsVerifiedWhereItStands() throws {
        for layout in SignedFixture.Layout.allCases {
            let response = try SignedFixture.message(layout)
            for wrapped in [
                Fixture.soap(response), Fixture.artifactResponse(response),
                Fixture.soap(Fixture.artifactResponse(response)),
            ] {
                try assertAccepted(wrapped)
                let verified = try SignedFixture.verified(
                    wrapped, trusting: SignedFixture.trusting())
                XCTAssertEqual(verified.assertion?.subject?.nameID?.value, "subscriber-1")
                let forged = try wrapped.changing("subscriber-1", to: "admin")
                try assertVerdict(forged, .signature(.digestMismatch))
            }
        }
    }

    func testSignaturesMadeInPlaceAreAcceptedWhateverTheCanonicalization() throws {
        let wrapped = Fixture.soap(Fixture.artifactResponse(ResponseFixture().xml))
        try assertAccepted(wrapped.signing("_response"))
        for algorithm in [XML.CanonicalizationMethod.Algorithm.canonicalXML10, .canonicalXML11] {
            let signed = try wrapped.signing("_response", inPlaceUsing: .init(algorithm))
            try assertAccepted(signed)
            // It covers the namespaces around it, which the message alone does not have.
            try assertVerdict(
                signed.replacing("urn:unused", with: "urn:other"), .signature(.signatureMismatch))
        }
    }

    func testTheSignatureOfAWrapperMakesNothingInItTrusted() throws {
        let response = ResponseFixture().xml
        let signed = try Fixture.artifactResponse(response).signing("_resolved")
        try assertVerdict(signed, .signature(.absent))
        try assertVerdict(Fixture.soap(signed), .signature(.absent))
    }

    func testASignatureOfAWrapperThatDoesNotHoldRejectsWhatIsInIt() throws {
        for layout in SignedFixture.Layout.allCases {
            let wrapped = Fixture.artifactResponse(try SignedFixture.message(layout))
            let signed = try wrapped.signing("_resolved")
            let other = try wrapped.signing("_resolved", by: SignedFixture.stranger)
            let changed = try signed.changing("_resolve\"", to: "_other\"")
            let twice = try signed.signing("_resolved")
            for (text, expected) in [
                (signed, .accepted), (other, .signature(.signatureMismatch)),
                (changed, .signature(.digestMismatch)), (twice, .signature(.severalSignatures)),
            ] as [(String, SignedFixture.Verdict)] {
                try assertVerdict(text, expected)
                try assertVerdict(Fixture.soap(text), expected)
            }
        }
    }

    func testTheKeyOfAWrappersSignatureMustBeItsIssuers() throws {
        let wrapped = Fixture.artifactResponse(try SignedFixture.message())
        let signed = try wrapped.signing("_resolved")
        let named = try Fixture.artifactResponse(SignedFixture.message())
            .changing(
                "<saml:Issuer>\(ResponseFixture.audience)",
                to: "<saml:Issuer>\(ResponseFixture.issuer)")
        // Without a name of its own, it is that of the message.
        let nameless = try named.signing("_resolved").changing(
            "<saml:Issuer>\(ResponseFixture.issuer)</saml:Issuer><ds:Signature", to: "<ds:Signature"
        )
        var trust = SAML.TrustStore()
        trust.trust(
            try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM),
            forIssuer: ResponseFixture.issuer, as: [.identityProvider])
        for (text, expected) in [
            (wrapped, .accepted), (signed, .signature(.noTrustedKey)),
            (try named.signing("_resolved"), .accepted), (nameless, .signature(.digestMismatch)),
        ] as [(String, SignedFixture.Verdict)] {
            try assertVerdict(text, expected, trusting: trust)
        }
    }

    func testTheFailureSaysThatItIsTheWrappers() throws {
        let forged = try Fixture.artifactResponse(SignedFixture.message())
            .signing("_resolved", by: SignedFixture.stranger)
        XCTAssertThrowsError(
            try SignedFixture.verified(forged, trusting: SignedFixture.trusting())
        ) { error in
            guard case .signature(let failure)? = error as? SAML.MessageVerifier.Failure else {
                return XCTFail("\(error)")
            }
            XCTAssertTrue(failure.isOfWrapper)
            XCTAssertTrue(failure.description.contains("(ArtifactResponse)"), "\(failure)")
        }
    }

    func testAWrappedQueryIsRejectedForTheSignatureOfItsWrapper() throws {
        let query = try SAML.AttributeQuery.Draft(
            id: "_query",
            issueInstant: SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow),
            issuer: ResponseFixture.audience, subject: SAML.NameID("alice"),
            requestedAttributes: [.init("uid")]
        ).signed(by: EnvelopedSigner(key: SignedFixture.p256))
        let text = String(decoding: query, as: UTF8.self)
        let wrapped = Fixture.artifactResponse(
            String(text[try XCTUnwrap(text.firstRange(of: "<samlp:")).lowerBound...]))
        let validator = SAML.QueryValidator(passingOnWithTrust: try SignedFixture.trusting()) {
            SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow)
        }
        XCTAssertEqual(try validator.validate(wrapped.utf8).id, "_query")
        XCTAssertEqual(try validator.validate(wrapped.signing("_resolved").utf8).id, "_query")
        let forged = try wrapped.signing("_resolved", by: SignedFixture.stranger)
        XCTAssertThrowsError(try validator.validate(forged.utf8)) {
            XCTAssertEqual(
                ($0 as? SAML.Rejection)?.reasons.first?.code, "signature.signatureMismatch")
        }
    }

    func testASignatureThatRefersToTheWrapperIsRefused() throws {
        let signed = try Fixture.artifactResponse(ResponseFixture().xml).signing("_resolved")
        let signature = try signed.part("ds:Signature")
        // Moved into the response, it still refers to what is around it.
        let moved = try signed.changing(signature, to: "")
        let response = try moved.part("samlp:Response")
        let forged = try response.changing("</saml:Issuer>", to: "</saml:Issuer>\(signature)")
        try assertVerdict(
            moved.changing(response, to: forged), .signature(.referenceElsewhere))
        // An empty reference means the whole document.
        let whole = try SignedFixture.message(.response).changing(
            "URI=\"#_response\"", to: "URI=\"\"")
        try assertVerdict(Fixture.soap(whole), .signature(.referenceElsewhere))
    }

    func testAnIdentifierIsUniqueAcrossTheWrapper() throws {
        let response = try SignedFixture.message()
        for id in ["_response", "_assertion"] {
            try assertVerdict(
                Fixture.artifactResponse(response, id: id), .parsing(.duplicateIdentifier))
        }
        try assertVerdict(
            Fixture.soap(response, header: "<x ID=\"_assertion\"/>"),
            .parsing(.duplicateIdentifier))
    }

    func testASecondMessageBesideASignedOneIsRefused() throws {
        let signed = try SignedFixture.message()
        var forged = ResponseFixture(assertions: [AssertionFixture(id: "_forged")])
        forged.id = "_other"
        for body in [signed + forged.xml, forged.xml + signed] {
            try assertVerdict(Fixture.soap(body), .structure(.severalMessages))
            try assertVerdict(Fixture.artifactResponse(body), .structure(.severalMessages))
        }
        try assertVerdict(
            Fixture.soap(forged.xml, header: signed), .structure(.messageInHeader))
        try assertVerdict(
            Fixture.soap(signed, header: forged.xml), .structure(.messageInHeader))
    }

    func testTheFrontDoorAcceptsAWrappedResponseAndRefusesOthersByName() throws {
        let now = try instant(ResponseFixture.now)
        let validator = SAML.ResponseValidator(
            trust: try SignedFixture.trusting(), audience: ResponseFixture.audience,
            expecting: .answer(toQueryWithID: ResponseFixture.request), clock: { now })
        let response = try SignedFixture.message()
        XCTAssertEqual(
            try validator.validate(Fixture.soap(response).utf8)["uid"], ["u-1"])
        XCTAssertThrowsError(try validator.validate(Fixture.soap(response + response).utf8))
        let forged = try Fixture.artifactResponse(response)
            .signing("_resolved", by: SignedFixture.stranger)
        XCTAssertThrowsError(try validator.validate(forged.utf8)) {
            XCTAssertEqual(
                ($0 as? SAML.Rejection)?.reasons.first?.code, "signature.signatureMismatch")
        }
        XCTAssertThrowsError(try validator.validate(Fixture.soap(Fixture.authnRequest).utf8)) {
            XCTAssertEqual(($0 as? SAML.Rejection)?.reasons.first?.code, "saml.unexpectedRoot")
        }
    }
}

extension String {
    /// The message with one of its elements signed as it stands, by any canonicalization.
    fileprivate func signing(
        _ identifier: String, inPlaceUsing method: XML.CanonicalizationMethod
    ) throws -> String {
        let key = SignedFixture.p256
        func element() throws -> XML.Element {
            try XCTUnwrap(XML.Document(parsing: Array(utf8)).element(withID: identifier))
        }
        let form = try element().canonicalForm(using: method)
        let digest = try XCTUnwrap(XMLDSig.DigestMethod.sha256.digest(of: form.bytes))
        let algorithm = method.algorithmIdentifier
        let signature = """
            <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>\
            <ds:CanonicalizationMethod Algorithm="\(algorithm)"/>\
            <ds:SignatureMethod Algorithm="\(key.signatureMethod.rawValue)"/>\
            <ds:Reference URI="#\(identifier)"><ds:Transforms>\
            <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>\
            <ds:Transform Algorithm="\(algorithm)"/></ds:Transforms>\
            <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>\
            <ds:DigestValue>\(Data(digest).base64EncodedString())</ds:DigestValue>\
            </ds:Reference></ds:SignedInfo><ds:SignatureValue></ds:SignatureValue></ds:Signature>
            """
        let start = try XCTUnwrap(
            firstRange(of: "ID=\"\(identifier)\"").flatMap {
                self[$0.upperBound...].firstRange(of: "</saml:Issuer>")
            })
        let unsigned = self[..<start.upperBound] + signature + self[start.upperBound...]
        let document = try XML.Document(parsing: Array(unsigned.utf8))
        let info = try XCTUnwrap(
            document.element(withID: identifier)?
                .firstChild(named: XML.QualifiedName("Signature", in: .signature))?
                .firstChild(named: XML.QualifiedName("SignedInfo", in: .signature)))
        let value = try key.signature(over: info.canonicalForm(using: method).bytes)
        return String(unsigned).replacing(
            "<ds:SignatureValue>", with: "<ds:SignatureValue>\(Data(value).base64EncodedString())")
    }
}
