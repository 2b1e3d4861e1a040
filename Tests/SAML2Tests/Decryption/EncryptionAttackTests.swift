import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Encrypted messages that somebody made or changed to be read as what nobody signed.
final class EncryptionAttackTests: XCTestCase, ReachesUnsafeCode {
    private let plain = ResponseFixture().xml
    private let failed = SignedFixture.Verdict.decryption(.decryptionFailed)

    func testAnEncryptedAssertionThatNobodySignedIsRefused() throws {
        try assertOutcome(plain.encrypting("saml:Assertion"), .signature(.absent))
    }

    func testAnEncryptedAssertionThatAStrangerSignedIsRefused() throws {
        let message = try SignedFixture.message(by: SignedFixture.stranger)
        try assertOutcome(message.encrypting("saml:Assertion"), .signature(.signatureMismatch))
        try assertOutcome(
            plain.encrypting("saml:Assertion").signingResponse(by: SignedFixture.stranger),
            .signature(.signatureMismatch))
    }

    func testAnAssertionInClearBesideAnEncryptedOneNeedsItsSignature() throws {
        var other = AssertionFixture(id: "_other")
        other.nameID = "admin"
        let clear = other.xml
        for position in ["<saml:EncryptedAssertion>", "</samlp:Response>"] {
            let message = try SignedFixture.encrypted()
            try assertOutcome(
                message.changing(position, to: clear + position), .signature(.absent), position)
            try assertOutcome(
                message.signingResponse().changing(position, to: clear + position),
                .signature(.digestMismatch), position)
        }
        let encryptedOther = try EncryptedFixture().container(
            "saml:EncryptedAssertion", saying: Array(clear.utf8))
        try assertOutcome(
            SignedFixture.message().changing(
                "</samlp:Response>", to: encryptedOther + "</samlp:Response>"),
            .signature(.absent))
    }

    func testWhatIsNotExactlyOneAssertionIsRefused() throws {
        let element = try SignedFixture.message().wholePart("saml:Assertion")
        let nested = try EncryptedFixture().container(
            "saml:EncryptedAssertion", saying: Array(element.utf8))
        let cases = [
            "", " ", "text", "text" + element, element + "text", element + element,
            element + "<!-- -->", "<!-- -->" + element, "<?x y?>" + element, "&lt;" + element,
            "<![CDATA[x]]>", nested, "<saml:NameID>x</saml:NameID>", "<x/>", "<" + element,
            element.dropLast().description, "<!DOCTYPE x [<!ENTITY e 'x'>]>" + element,
            "<?xml version=\"1.0\"?>" + element, "\u{FEFF}" + element, "\0" + element,
            "</samlp:Response><samlp:Response>", element + "</samlp:Response><!--",
            "<!--", "-->", "<![CDATA[",
        ]
        for text in cases {
            for layout in [SignedFixture.Layout.assertion, .response] {
                // Encrypted and signed around, or signed before: in neither is it read.
                let message =
                    layout == .assertion
                    ? try SignedFixture.encrypted(saying: Array(text.utf8))
                    : try plain.encrypting("saml:Assertion", saying: Array(text.utf8))
                        .signingResponse()
                let name = String(text.prefix(40))
                try assertOutcome(message, failed, name)
                XCTAssertThrowsError(try SignedFixture.unverified(message), name)
            }
        }
    }

    func testWhatOpensInOneEncryptedPartAndClosesInAnotherIsRefused() throws {
        for (first, second) in [
            ("<saml:Assertion><!--", "--></saml:Assertion>"),
            ("<saml:Assertion>", "</saml:Assertion>"),
            ("<saml:Assertion a=\"", "\"/>"), ("<saml:Assertion><![CDATA[", "]]></saml:Assertion>"),
        ] {
            let containers = try [first, second].map {
                try EncryptedFixture().container(
                    "saml:EncryptedAssertion", saying: Array($0.utf8))
            }
            let message = try plain.changing(
                plain.wholePart("saml:Assertion"), to: containers.joined())
            try assertOutcome(message, failed, first)
            try assertOutcome(message.signingResponse(), failed, first)
        }
    }

    func testAnEncryptedIdentifierCannotLeaveItsPlace() throws {
        let name = "<saml:NameID>admin</saml:NameID>"
        for text in [
            "\(name)</saml:Subject><saml:Subject>\(name)", "</saml:Subject><saml:Subject>\(name)",
            "\(name)</saml:Subject><saml:Subject>", name + name, "admin", "",
            "<saml:EncryptedID>\(name)</saml:EncryptedID>", "<saml:SubjectConfirmation/>",
            "<saml:Attribute Name=\"x\"/>", plain, "<saml:NameID>admin", "<NameID>admin</NameID>",
        ] {
            let message = try plain.encrypting("saml:NameID", saying: Array(text.utf8))
            for message in [
                try message.signing("_assertion"), try message.signingResponse(),
                try message.signing("_assertion").encrypting("saml:Assertion"),
            ] {
                try assertOutcome(message, failed, String(text.prefix(60)))
            }
            XCTAssertThrowsError(try SignedFixture.unverified(message))
        }
    }

    func testAnEncryptedAttributeIsAnAttribute() throws {
        for text in [
            "<saml:EncryptedAttribute/>", "<saml:AttributeValue>x</saml:AttributeValue>", "x",
            "</saml:AttributeStatement><saml:AttributeStatement><saml:Attribute Name=\"x\"/>",
            "<saml:Attribute Name=\"x\"/><saml:Attribute Name=\"y\"/>",
        ] {
            let message = try plain.encrypting("saml:Attribute", saying: Array(text.utf8))
            try assertOutcome(message.signing("_assertion"), failed, text)
        }
    }

    func testAnIdentifierThatIsOutsideTooIsRefused() throws {
        let detail = "<samlp:StatusDetail><x Id=\"_detail\"/></samlp:StatusDetail></samlp:Status>"
        let response = try plain.changing("</samlp:Status>", to: detail)
        for identifier in ["_response", "_detail"] {
            let element = try response.wholePart("saml:Assertion")
                .changing("_assertion", to: identifier)
            let message = try response.encrypting("saml:Assertion", saying: Array(element.utf8))
            for message in [message, try message.signingResponse()] {
                try assertOutcome(message, failed, identifier)
            }
        }
    }

    func testManyEncryptedPartsAreRefusedBeforeAnyIsDecrypted() throws {
        let container = try EncryptedFixture(method: .aes256GCM, transport: .none)
            .container("saml:EncryptedAssertion", saying: [])
        for count in [17, 100] {
            let message = try plain.changing(
                plain.wholePart("saml:Assertion"),
                to: String(repeating: container, count: count))
            for message in [message, try message.signingResponse()] {
                try assertOutcome(message, .decryption(.tooManyParts))
            }
        }
        let attributes = try String(
            repeating: EncryptedFixture().container("saml:EncryptedAttribute", saying: []),
            count: 17
        )
        let message = try plain.changing(
            "<saml:AttributeStatement>", to: "<saml:AttributeStatement>" + attributes)
        try assertOutcome(message.signing("_assertion"), .decryption(.tooManyParts))
    }

    func testManyEncryptedKeysAreRefusedBeforeAnyIsDecrypted() throws {
        var fixture = EncryptedFixture()
        fixture.otherRecipients = 3
        let container = try fixture.container("saml:EncryptedAssertion", saying: [])
        for (count, outcome) in [(8, failed), (9, .decryption(.tooManyParts))] {
            let message = try plain.changing(
                plain.wholePart("saml:Assertion"),
                to: String(repeating: container, count: count))
            for message in [message, try message.signingResponse()] {
                try assertOutcome(message, outcome)
            }
        }
    }

    func testAnotherIssuersAssertionIsNotCoveredByTheResponse() throws {
        var assertion = AssertionFixture()
        assertion.issuer = "https://other.example/saml"
        let response = ResponseFixture(assertions: [assertion]).xml
        try assertOutcome(
            response.encrypting("saml:Assertion").signingResponse(), .signature(.absent))
        try assertOutcome(
            response.signingResponse().encrypting("saml:Assertion"), .signature(.absent))
    }

    func testAnEncryptedAssertionOfAnotherMessageDoesNotFitAResponseThatIsSigned() throws {
        var response = ResponseFixture()
        response.assertions[0].nameID = "somebody-else"
        let other = try response.xml.encrypting("saml:Assertion").part("saml:EncryptedAssertion")
        for message in [
            try plain.encrypting("saml:Assertion").signingResponse(),
            try plain.signingResponse().encrypting("saml:Assertion"),
            try SignedFixture.encrypted().signingResponse(),
        ] {
            let own = try message.part("saml:EncryptedAssertion")
            try assertOutcome(message.changing(own, to: other), .signature(.digestMismatch))
        }
        // Signed by itself it is genuine wherever it stands.
        let signed = try SignedFixture.encrypted()
        let own = try signed.part("saml:EncryptedAssertion")
        try assertOutcome(signed.changing(own, to: other), .signature(.absent))
    }

    func testNothingIsDecryptedWhereTheResponseAroundItIsNotVerified() throws {
        // The encryption is malformed; what is told about is the signature.
        let message = try plain.encrypting("saml:Assertion").signingResponse(
            by: SignedFixture.stranger
        ).changing("<xenc:CipherValue>", to: "<xenc:CipherValue>!")
        try assertOutcome(message, .signature(.signatureMismatch))
    }

    func testNoFailureQuotesWhatWasDecrypted() throws {
        let secret = "SECRET-c2VjcmV0"
        for text in [secret, "<\(secret)/>", "<saml:Assertion ID=\"\(secret)\"/>"] {
            let message = try SignedFixture.encrypted(saying: Array(text.utf8))
            let failure = try XCTUnwrap(SignedFixture.failure(message))
            XCTAssertFalse("\(failure)".contains("SECRET"))
            XCTAssertFalse(String(reflecting: failure).contains("SECRET"))
        }
        let decryptor = try ReceiverKeys.decryptor()
        let container = try XML.Document(
            parsing: Array(EncryptedFixture().container("x", saying: Array(secret.utf8)).utf8))
        let plaintext = try decryptor.plaintext(of: decryptor.content(in: container.rootElement))
        XCTAssertEqual("\(plaintext)", "Plaintext(\(secret.utf8.count) bytes)")
        XCTAssertEqual(plaintext.bytes, Array(secret.utf8))
    }
}
