import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signatures in other forms than the one SAML allows.
final class SignatureFormTests: XCTestCase {
    private let sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    private let enveloped =
        "<ds:Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#enveloped-signature\">"
    private let exclusive = "<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\">"

    private func code(of message: String) throws -> VerificationFailure.Code? {
        try failure(of: message)?.code
    }

    /// The failure of the first signature of a message, `nil` when it is valid.
    private func failure(of message: String) throws -> VerificationFailure? {
        let document = try XML.Document(parsing: Array(message.utf8))
        let carrier = try XCTUnwrap(document.rootElement.signatures.first?.parent)
        let keys = try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM)
        let verdict = SignatureVerifier(trusting: keys)
            .verdict(onSignatureOf: carrier, in: document)
        guard case .failure(let failure) = verdict else { return nil }
        return failure
    }

    private func assertVerdict(
        _ message: String, _ expected: VerificationFailure.Code, _ comment: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(try code(of: message), expected, comment, file: file, line: line)
    }

    func testTheUnchangedSignaturesAreValid() throws {
        for layout in SignedFixture.Layout.allCases {
            XCTAssertNil(try code(of: SignedFixture.message(layout)), "\(layout)")
        }
    }

    private func assertChange(
        _ old: String, to new: String, _ code: VerificationFailure.Code,
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        for layout in [SignedFixture.Layout.assertion, .response] {
            let message = try SignedFixture.message(layout).changing(old, to: new)
            try assertVerdict(message, code, "\(layout)", file: file, line: line)
        }
    }

    func testSecondSignedInfoIsRefused() throws {
        let message = try SignedFixture.message()
        let info = try message.part("ds:SignedInfo")
        for changed in [
            try message.changing(info, to: info + info),
            try message.changing("</ds:Signature>", to: info + "</ds:Signature>"),
        ] {
            try assertVerdict(changed, .malformedSignature)
        }
    }

    func testSecondSignatureIsRefused() throws {
        let message = try SignedFixture.message()
        let signature = try message.part("ds:Signature")
        try assertVerdict(
            message.changing(signature, to: signature + signature), .severalSignatures)
    }

    func testMarkupInsideDigestOrSignatureValueIsRefused() throws {
        for name in ["ds:DigestValue", "ds:SignatureValue"] {
            for markup in ["<!-- -->", "<?x y?>", "<ds:x/>"] {
                for message in [
                    try SignedFixture.message().changing("<\(name)>", to: "<\(name)>\(markup)"),
                    try SignedFixture.message().changing("</\(name)>", to: "\(markup)</\(name)>"),
                ] {
                    try assertVerdict(message, .malformedSignature, name + markup)
                }
            }
        }
    }

    func testTheSentenceSaysWhatDigestOrSignatureValueHolds() throws {
        let rest = ", where nothing but Base64 may stand, at line "
        for name in ["DigestValue", "SignatureValue"] {
            for (markup, words) in [
                ("<!-- -->", "\(name) holds a comment or a processing instruction\(rest)"),
                ("<?x y?>", "\(name) holds a comment or a processing instruction\(rest)"),
                ("<ds:x/>", "\(name) holds an element\(rest)"),
                ("!", "\(name) is not Base64 at line "),
            ] {
                let message = try SignedFixture.message()
                    .changing("<ds:\(name)>", to: "<ds:\(name)>\(markup)")
                let sentence = try XCTUnwrap(failure(of: message)).description
                XCTAssertTrue(sentence.hasPrefix(words), sentence)
                XCTAssertTrue(
                    sentence.hasSuffix("; take the message as it was sent."), sentence)
            }
        }
    }

    func testReferenceToAnythingButTheCarrierIsRefused() throws {
        let message = try SignedFixture.message()
        for uri in [
            "", "#_response", "#_nowhere", "#", "_assertion", "#xpointer(id('_assertion'))",
            // With a combining mark that Swift takes for part of "#".
            "#\u{301}_assertion", "#%5Fassertion", "# _assertion", "#_assertion\u{301}",
        ] {
            try assertVerdict(
                message.changing("URI=\"#_assertion\"", to: "URI=\"\(uri)\""),
                .referenceElsewhere, uri)
        }
        for uri in ["file:///etc/passwd", "https://idp.example/#_assertion"] {
            try assertVerdict(
                message.changing("URI=\"#_assertion\"", to: "URI=\"\(uri)\""),
                .referenceElsewhere, uri)
        }
        try assertVerdict(
            message.changing(" URI=\"#_assertion\"", to: ""), .referenceElsewhere)
    }

    func testSecondReferenceIsRefused() throws {
        let message = try SignedFixture.message()
        let reference = try message.part("ds:Reference")
        let other = try reference.changing("#_assertion", to: "#_response")
        for changed in [reference + other, other + reference] {
            try assertVerdict(
                message.changing(reference, to: changed), .severalReferences)
        }
    }

    func testOtherTransformsAreRefused() throws {
        let others = [
            "http://www.w3.org/TR/1999/REC-xpath-19991116",
            "http://www.w3.org/2002/06/xmldsig-filter2",
            "http://www.w3.org/TR/1999/REC-xslt-19991116",
            "http://www.w3.org/2000/09/xmldsig#base64",
            "", "http://www.w3.org/2001/10/xml-exc-c14n",
        ]
        for other in others {
            let transform = "<ds:Transform Algorithm=\"\(other)\">"
            try assertChange(enveloped, to: transform, .transformNotAllowed)
            try assertChange(exclusive, to: transform, .transformNotAllowed)
            try assertChange(
                "</ds:Transforms>", to: transform + "</ds:Transform></ds:Transforms>",
                .transformNotAllowed)
        }
        try assertChange(exclusive, to: enveloped, .transformNotAllowed)
        try assertChange(enveloped, to: exclusive, .transformNotAllowed)
    }

    func testParametersOfTransformsAreRefused() throws {
        try assertChange(
            enveloped, to: enveloped + "<ds:XPath>true()</ds:XPath>", .transformNotAllowed)
        let inclusive =
            "<ec:InclusiveNamespaces xmlns:ec=\"http://www.w3.org/2001/10/xml-exc-c14n#\""
            + " PrefixList=\"xs\"/>"
        for parameter in [inclusive + inclusive, inclusive + "<ds:x/>", "<ds:x/>"] {
            try assertChange(exclusive, to: exclusive + parameter, .transformNotAllowed)
        }
    }

    func testObjectsAndSecondKeyInfosAreRefused() throws {
        for extra in ["<ds:Object>x</ds:Object>", "<ds:KeyInfo/><ds:KeyInfo/>", "text"] {
            try assertChange(
                "</ds:Signature>", to: extra + "</ds:Signature>", .malformedSignature)
        }
    }

    func testLackOfAnyPartIsRefused() throws {
        for name in ["ds:SignedInfo", "ds:SignatureValue", "ds:Reference", "ds:DigestValue"] {
            let message = try SignedFixture.message()
            try assertVerdict(
                message.changing(message.part(name), to: ""), .malformedSignature, name)
        }
        let message = try SignedFixture.message()
        try assertVerdict(
            message.changing(message.part("ds:Transforms"), to: ""),
            .transformNotAllowed)
    }

    func testMethodsOutsideThePolicyAreRefused() throws {
        let method = SignedFixture.p256.signatureMethod.rawValue
        let refused = [
            "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
            "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
            "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
            "http://www.w3.org/2000/09/xmldsig#dsa-sha1", "", "urn:unknown",
        ]
        for other in refused {
            try assertChange(method, to: other, .signatureMethodNotAllowed)
        }
        for other in [sha1, "http://www.w3.org/2001/04/xmldsig-more#md5", ""] {
            try assertChange(
                "http://www.w3.org/2001/04/xmlenc#sha256", to: other, .digestMethodNotAllowed)
        }
    }

    func testHMACOutputLengthIsRefused() throws {
        try assertChange(
            "</ds:SignatureMethod>",
            to: "<ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>",
            .signatureMethodParameters)
    }

    func testOtherSignatureValuesAreRefused() throws {
        let message = try SignedFixture.message()
        let value = try message.text(of: "ds:SignatureValue")
        let values = [
            "", "AAAA", String(value.dropLast(4)), "AAAA" + value,
            String(repeating: "A", count: 86) + "==", String(value.reversed().drop { $0 == "=" }),
        ]
        for other in values {
            let changed = try message.settingText(of: "ds:SignatureValue", to: other)
            let verdict = try XCTUnwrap(code(of: changed))
            XCTAssertTrue(
                [.signatureMismatch, .malformedSignature].contains(verdict),
                "\(verdict)")
        }
    }
}
