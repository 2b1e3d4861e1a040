import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What was done first, signing or encrypting, and what of a message can be encrypted.
final class EncryptionOrderTests: XCTestCase, SharesState {
    /// Declares everything its assertion uses on the response, as ``ResponseFixture`` does.
    private let plain = ResponseFixture().xml

    func testAnAssertionThatIsSignedAndThenEncryptedIsRead() throws {
        let verified = try assertReadable(SignedFixture.encrypted(), [.signedThenEncrypted])
        XCTAssertNil(verified.verifiedResponse)
        XCTAssertEqual(verified.verifiedAssertions.count, 1)
    }

    func testAnAssertionThatIsEncryptedInAResponseThatIsSignedThenIsRead() throws {
        let message = try plain.encrypting("saml:Assertion").signingResponse()
        let verified = try assertReadable(message, [.encryptedThenSigned])
        XCTAssertNotNil(verified.verifiedResponse)
        XCTAssertEqual(verified.verifiedAssertions.count, 0)
    }

    func testBothOrdersInOneMessageAreReported() throws {
        let message = try SignedFixture.encrypted().signingResponse()
        let verified = try assertReadable(message, [.signedThenEncrypted, .encryptedThenSigned])
        XCTAssertNotNil(verified.verifiedResponse)
        XCTAssertEqual(verified.verifiedAssertions.count, 1)
    }

    func testAResponseThatWasSignedBeforeItsAssertionWasEncryptedIsRead() throws {
        for layout in [SignedFixture.Layout.response, .both] {
            let message = try SignedFixture.encrypted(EncryptedFixture(), layout)
            let verified = try assertReadable(message, [.signedThenEncrypted])
            XCTAssertNotNil(verified.verifiedResponse)
        }
    }

    func testIdentifiersAndAttributesThatWereEncryptedBeforeSigningAreRead() throws {
        for layout in SignedFixture.Layout.allCases {
            var message = try plain.encrypting("saml:NameID").encrypting("saml:Attribute")
                .encrypting("saml:Attribute")
            if layout != .response { message = try message.signing("_assertion") }
            if layout != .assertion { message = try message.signingResponse() }
            let verified = try assertReadable(message, [.encryptedThenSigned], "\(layout)")
            XCTAssertEqual(verified.encryption.parts, [.nameID, .attribute])
        }
    }

    func testAnEncryptedIdentifierInAValueIsReadWithItsKeyAndLeftWithoutIt() throws {
        let name =
            "<saml:NameID xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">partner-1</saml:NameID>"
        for (recipient, isReadable) in [(ReceiverKeys.first, true), (.other, false)] {
            var fixture = EncryptedFixture()
            fixture.recipient = recipient
            let container = try fixture.container("saml:EncryptedID", saying: Array(name.utf8))
            let value = "u-1</saml:AttributeValue>"
            let message = try plain.changing(value, to: "\(container)</saml:AttributeValue>")
            for message in [
                try message.signing("_assertion"), try message.signingResponse(),
                try message.signing("_assertion").encrypting("saml:Assertion"),
            ] {
                let verified = try assertReadable(message)
                let value = try XCTUnwrap(verified.assertion?.attributes.first?.values.first)
                XCTAssertEqual(value.isEncrypted, !isReadable)
                XCTAssertEqual(value.text == "partner-1", isReadable)
                XCTAssertEqual(verified.encryption.parts.contains(.nameID), isReadable)
            }
            let claimed = try SignedFixture.unverified(message).response
            XCTAssertEqual(
                claimed.assertion?.attributes.first?.values.first?.text == "partner-1", isReadable)
        }
    }

    func testIdentifiersInEncryptedAssertionsAreRead() throws {
        let inner = try plain.encrypting("saml:NameID").signing("_assertion")
        let message = try inner.encrypting("saml:Assertion")
        for message in [message, try message.signingResponse()] {
            let verified = try assertReadable(
                message, [.signedThenEncrypted, .encryptedThenSigned])
            XCTAssertEqual(verified.encryption.parts, [.assertion, .nameID])
        }
    }

    func testPartsThatWereEncryptedAfterSigningAreRefused() throws {
        for name in ["saml:NameID", "saml:Attribute"] {
            for layout in SignedFixture.Layout.allCases {
                let message = try SignedFixture.message(layout).encrypting(name)
                try assertOutcome(message, .signature(.digestMismatch), name)
            }
        }
    }

    func testTheIdentifierOfAConfirmationIsDecrypted() throws {
        let message = try plain.changing(
            "<saml:SubjectConfirmationData",
            to: EncryptedFixture().container(
                "saml:EncryptedID", saying: Array("<saml:NameID>confirmer</saml:NameID>".utf8))
                + "<saml:SubjectConfirmationData")
        let verified = try assertReadable(message.signing("_assertion"))
        let confirmation = verified.assertion?.subject?.confirmations.first
        XCTAssertEqual(confirmation?.nameID?.value, "confirmer")
    }

    func testSeveralAssertionsAreAllDecrypted() throws {
        var response = ResponseFixture(assertions: [.init(id: "_assertion"), .init(id: "_two")])
        response.trailerXML = "<!-- & -->".replacing(" & ", with: " ")
        var message = try response.xml.signing("_assertion").signing("_two")
        for _ in 0..<2 { message = try message.encrypting("saml:Assertion") }
        XCTAssertEqual(try SignedFixture.decrypted(message).assertions.count, 2)
    }

    func testAMessageInUTF16IsDecrypted() throws {
        let text =
            #"<?xml version="1.0" encoding="UTF-16"?>"#
            + (try SignedFixture.encrypted())
        let bytes: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let verified = try SAML.MessageVerifier(
            trusting: SignedFixture.trusting(), decryptor: ReceiverKeys.decryptor()
        ).verifiedResponse(in: XML.Document(parsing: bytes))
        XCTAssertEqual(verified.assertion?.subject?.nameID?.value, "subscriber-1")
    }

    func testWhiteSpaceAroundWhatIsEncryptedIsNothing() throws {
        let element = try plain.signing("_assertion").wholePart("saml:Assertion")
        let bytes = Array("\n\t \(element)\r\n".utf8)
        for method in [XMLEnc.EncryptionMethod.aes128GCM, .aes128CBC] {
            try assertReadable(
                SignedFixture.encrypted(EncryptedFixture(method: method), saying: bytes),
                by: ReceiverKeys.permissive())
        }
    }

    func testEveryPositionOfAnElementIsFoundAgain() throws {
        // Empty elements, comments, CDATA sections and characters of several bytes around it.
        let noise = "<!--é<saml:EncryptedAssertion>--><?é <x/> ?>"
        let message = try SignedFixture.encrypted()
            .changing("<saml:EncryptedAssertion>", to: "\n\(noise)\n<saml:EncryptedAssertion >")
        try assertReadable("<?xml version=\"1.0\"?>\n\(noise)" + message + noise)
    }

    func testWithoutTrustEverythingIsDecryptedAndNoOrderIsReported() throws {
        let inner = try plain.encrypting("saml:NameID").encrypting("saml:Attribute")
        for message in [inner, try inner.encrypting("saml:Assertion")] {
            let (response, encryption) = try SignedFixture.unverified(message)
            XCTAssertEqual(response.assertion?.subject?.nameID?.value, "subscriber-1")
            XCTAssertEqual(response.assertion?.attributes.count, 2)
            XCTAssertEqual(encryption.orders, [])
            XCTAssertTrue(encryption.parts.isSuperset(of: [.nameID, .attribute]))
        }
    }

    func testFailuresAreShownWhereTheMessageHasTheirCause() throws {
        let wide = plain.replacing("><", with: ">\n<")
        for (message, name) in [
            (try wide.encrypting("saml:NameID").signing("_assertion"), "<saml:Assertion"),
            (try wide.encrypting("saml:NameID").signingResponse(), "<samlp:Response"),
            (try wide.encrypting("saml:Assertion").signingResponse(), "<saml:EncryptedAssertion"),
            (
                try wide.signing("_assertion").encrypting("saml:Assertion"),
                "<saml:EncryptedAssertion"
            ),
        ] {
            let failure = try SignedFixture.failure(
                message, by: ReceiverKeys.decryptor([.other]))
            guard case .decryption(let failure) = failure else {
                return XCTFail("\(String(describing: failure))")
            }
            XCTAssertEqual(failure.code, .decryptionFailed)
            let before = message[..<(try XCTUnwrap(message.firstRange(of: name)?.lowerBound))]
            XCTAssertEqual(failure.position?.line, before.split(separator: "\n").count + 1, name)
        }
    }

    func testWhatIsDecryptedIsReadUnderTheLimitsOfTheMessage() throws {
        let deep = String(repeating: "<x>", count: 40) + String(repeating: "</x>", count: 40)
        let message = try plain.changing("u-1", to: deep).signing("_assertion")
            .encrypting("saml:Assertion")
        let document = try XML.Document(parsing: Array(message.utf8))
        for (limits, isRead) in [
            (XML.ParsingLimits.standard, true), (XML.ParsingLimits(depth: 30), false),
            (XML.ParsingLimits(nodeCount: 90), false), (XML.ParsingLimits(byteCount: 2000), false),
        ] {
            let verifier = try SAML.MessageVerifier(
                trusting: SignedFixture.trusting(), decryptor: ReceiverKeys.decryptor(),
                parsingLimits: limits)
            XCTAssertEqual((try? verifier.verifiedResponse(in: document)) != nil, isRead)
        }
    }

    func testOneDecryptorGivesManyThreadsTheSameAnswer() throws {
        let message = try SignedFixture.encrypted(EncryptedFixture(transport: .rsaPKCS1))
        let document = try XML.Document(parsing: Array(message.utf8))
        let verifier = try SAML.MessageVerifier(
            trusting: SignedFixture.trusting(), decryptor: ReceiverKeys.permissive())
        let names = Threads.run(8) { _ in
            (try? verifier.verifiedResponse(in: document))?.assertion?.subject?.nameID?
                .value
        }
        XCTAssertEqual(names, Array(repeating: "subscriber-1", count: 8))
    }

    func testTheMethodsOfAMessageAreReported() throws {
        for method in [XMLEnc.EncryptionMethod.aes128GCM, .aes256CBC] {
            let message = try SignedFixture.encrypted(EncryptedFixture(method: method))
            let verified = try assertReadable(
                message, by: ReceiverKeys.permissive(), [.signedThenEncrypted], method.rawValue)
            XCTAssertEqual(verified.encryption.encryptionMethods, [method])
            XCTAssertEqual(verified.encryption.keyTransports, [.rsaOAEP])
            XCTAssertEqual(verified.encryption.parts, [.assertion])
        }
        let fixture = EncryptedFixture(method: .aes128GCM, transport: .none)
        let known = Decryptor(keys: [try DecryptionKey(aes: fixture.contentKey)])
        let verified = try assertReadable(SignedFixture.encrypted(fixture), by: known)
        XCTAssertEqual(verified.encryption.keyTransports, [])
    }
}
