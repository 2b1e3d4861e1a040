import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import SignatureDiagnostics

/// What is said of signatures, and what happened to them apart from white space.
final class SignatureExplanationTests: XCTestCase, ReachesUnsafeCode {
    private func response(uid: String) -> ResponseFixture {
        var fixture = AssertionFixture()
        fixture.attributes = [("uid", [uid]), ("city", ["Z\u{FC}rich"])]
        return ResponseFixture(assertions: [fixture])
    }

    // MARK: Encodings

    func testByteOrderMarksInTheTextAreFound() throws {
        let message = try SignedFixture.message(.response)
        try assertCause(
            of: message.changing("<saml:Assertion", to: "\u{FEFF}<saml:Assertion"),
            .byteOrderMarkAdded)
        try assertCause(of: message.changing("u-1", to: "\u{FEFF}u-1"), .byteOrderMarkAdded)
    }

    func testAByteOrderMarkThatTheSignerDigestedIsFound() throws {
        let method = XML.CanonicalizationMethod(.exclusive)
        let message = try DamagedMessage.signed(ResponseFixture().xml, naming: method) {
            [0xEF, 0xBB, 0xBF] + (try $0.canonicalForm(using: method).bytes)
        }
        try assertCause(of: message, .byteOrderMarkLost)
    }

    func testUTF8ReadAsAnotherEncodingIsFound() throws {
        let message = try SignedFixture.message(of: response(uid: "na\u{EF}ve \u{2013} \u{20AC} 5"))
        XCTAssertEqual(try SignedFixture.verdict(message), .accepted)
        let data = Data(message.utf8)
        for encoding in [String.Encoding.isoLatin1, .windowsCP1252] {
            let misread = try XCTUnwrap(String(data: data, encoding: encoding))
            try assertCause(of: misread, .reencoded, "\(encoding)")
            let twice = try XCTUnwrap(String(data: Data(misread.utf8), encoding: .isoLatin1))
            try assertCause(of: twice, .reencoded, "\(encoding) twice")
        }
    }

    func testACharacterThatBecameAReplacementCharacterIsFound() throws {
        let message = try SignedFixture.message(of: response(uid: "u-1"))
        let latin1 = try XCTUnwrap(message.data(using: .isoLatin1))
        let repaired = String(decoding: latin1, as: UTF8.self)
        XCTAssertTrue(repaired.contains("\u{FFFD}"))
        try assertCause(of: repaired, .reencoded)
        let several = try SignedFixture.message(of: response(uid: "\u{E9}"))
        let lost = String(
            decoding: try XCTUnwrap(several.data(using: .isoLatin1)), as: UTF8.self)
        try assertCause(
            of: lost, .charactersReplaced, "two different characters cannot be put back")
        XCTAssertEqual(
            try DamagedMessage.explanations(of: lost).first?.observations,
            [.replacementCharacters])
    }

    // MARK: Namespaces

    func testAnAssertionTakenOutOfItsResponseIsFound() throws {
        let sample = try DamagedMessage.sample("18-inclusive-c14n10-assertion-signed")
        let trust = try SampleTrust.everyIssuer()
        let assertion = try sample.part("saml:Assertion")
        let alone = try assertion.changing(
            "<saml:Assertion",
            to: "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"")
        let document = try XML.Document(parsing: Array(alone.utf8))
        let keys = trust.keys(
            forIssuer: "https://idp-four.example/saml", as: [.identityProvider], at: nil)
        let explanation = SignatureVerifier(
            trusting: keys.isEmpty ? Array(try Self.everyKey()) : keys
        ).explanation(ofSignatureOf: document.rootElement, in: document)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .ancestorNamespacesLost)
    }

    func testAnAssertionPutIntoAResponseWithMoreNamespacesIsFound() throws {
        let sample = try DamagedMessage.sample("18-inclusive-c14n10-assertion-signed")
        let wrapped = try sample.changing(
            "<samlp:Response", to: "<samlp:Response xmlns:other=\"http://example.com/other\"")
        try assertCause(
            of: wrapped, .ancestorNamespacesAdded, trusting: SampleTrust.everyIssuer())
    }

    func testAnXMLAttributeAroundTheSignedElementIsNotTakenForNamespaces() throws {
        let sample = try DamagedMessage.sample("18-inclusive-c14n10-assertion-signed")
        for attribute in ["xml:lang=\"en\"", "xml:space=\"preserve\""] {
            let changed = try sample.changing(
                "<samlp:Response", to: "<samlp:Response \(attribute)")
            try assertCause(
                of: changed, .defaultAttributesAdded, trusting: SampleTrust.everyIssuer())
        }
    }

    func testNamespacesAddedBesideASignedXMLAttributeAreFound() throws {
        let method = XML.CanonicalizationMethod(.canonicalXML10)
        let response = try ResponseFixture().xml.changing(
            "<samlp:Response ", to: "<samlp:Response xml:lang=\"en\" ")
        let message = try DamagedMessage.signed(response, naming: method) {
            try $0.canonicalForm(using: method).bytes
        }
        XCTAssertTrue(try DamagedMessage.explanations(of: message).allSatisfy(\.isValid))
        try assertCause(
            of: message.changing(
                "<samlp:Response ", to: "<samlp:Response xmlns:other=\"http://example.com/other\" "),
            .ancestorNamespacesAdded)
    }

    func testOnlyThePrefixOfThePrefixListThatWasLostIsNamed() throws {
        for name in [
            "16-exclusive-c14n-prefix-list-xs", "17-exclusive-c14n-prefix-list-default-xs",
        ] {
            let lost = try DamagedMessage.sample(name).changing(
                " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"", to: "")
            let explanations = try DamagedMessage.explanations(
                of: lost, trusting: SampleTrust.everyIssuer())
            for explanation in explanations {
                XCTAssertEqual(
                    explanation.likelyCause?.hypothesis, .ancestorNamespacesLost, name)
                XCTAssertEqual(explanation.likelyCause?.undoing, "xmlns:xs restored", name)
            }
            XCTAssertFalse(explanations.isEmpty, name)
        }
    }

    func testOnlyPrefixesThatWereSignedAreNamed() throws {
        let sample = try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256")
        let renamed = [("samlp", "ns0"), ("saml", "ns1"), ("ds", "ns2")].reduce(sample) {
            $0.replacing("<\($1.0):", with: "<\($1.1):")
                .replacing("</\($1.0):", with: "</\($1.1):")
                .replacing("xmlns:\($1.0)=", with: "xmlns:\($1.1)=")
        }
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: renamed, trusting: SampleTrust.everyIssuer()).first)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .prefixesRenamed)
        XCTAssertEqual(explanation.likelyCause?.undoing, "the prefixes ds, saml written")
        XCTAssertEqual(explanation.reference?.cause, explanation.likelyCause)
    }

    func testTypesAndTheirDeclarationsThatAreGoneAreBothNamed() throws {
        let sample = try DamagedMessage.sample("18-inclusive-c14n10-assertion-signed")
        let changed = sample.replacing(#/ xsi:type="[^"]*"/#, with: "")
            .replacing(#/ xmlns:xsi?="[^"]*"/#, with: "")
        XCTAssertFalse(changed.contains("XMLSchema"))
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: changed, trusting: SampleTrust.everyIssuer()).first)
        let causes = [
            explanation.signedInfo?.cause, explanation.reference?.cause, explanation.furtherCause,
        ]
        XCTAssertEqual(
            Set(causes.compactMap { $0?.hypothesis }), [.ancestorNamespacesLost, .typesDropped])
    }

    private static func everyKey() throws -> [TrustedKey] {
        try ["one", "two-current", "two-next", "three", "four", "five"].flatMap { name in
            try TrustedKey.keys(
                pemEncoded: String(
                    decoding: Repository.sample("keys/sample-idp-\(name).cert.pem"), as: UTF8.self))
        }
    }

    // MARK: Signers

    func testAnotherSignatureMethodThanTheNamedOneIsFound() throws {
        let method = XML.CanonicalizationMethod(.exclusive)
        let message = try DamagedMessage.signed(ResponseFixture().xml, naming: method, .ecdsaSHA512)
        {
            try $0.canonicalForm(using: method).bytes
        }
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: message).first)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .otherSignatureMethod)
        XCTAssertEqual(
            explanation.likelyCause?.undoing,
            "\(XMLDSig.SignatureMethod.ecdsaSHA256.rawValue) tried instead of the method in SignedInfo"
        )
        XCTAssertEqual(explanation.reference?.isValid, true)
        XCTAssertNil(explanation.remainder)
        // Of a message that was changed as well, the rest is looked for.
        let pretty = try XCTUnwrap(
            DamagedMessage.explanations(
                of: message.changing("<saml:Subject>", to: "\n<saml:Subject>")
            )
            .first)
        XCTAssertEqual(pretty.signedInfo?.cause?.hypothesis, .otherSignatureMethod)
        XCTAssertEqual(pretty.reference?.cause?.hypothesis, .whitespaceChanged)
    }

    func testAnotherDigestMethodThanTheNamedOneIsFound() throws {
        let method = XML.CanonicalizationMethod(.exclusive)
        for named in [XMLDSig.DigestMethod.sha512, .sha1] {
            let message = try DamagedMessage.signed(
                ResponseFixture().xml, naming: method, SignedFixture.p256.signatureMethod, named
            ) { try $0.canonicalForm(using: method).bytes }
            let document = try XML.Document(parsing: Array(message.utf8))
            let assertion = try XCTUnwrap(document.element(withID: "_assertion"))
            let verifier = SAML.MessageVerifier(trusting: try SignedFixture.trusting())
            let explanation = try XCTUnwrap(
                verifier.explanations(of: document).first { $0.elementName == assertion.name })
            let cause = explanation.reference?.cause
            XCTAssertEqual(cause?.hypothesis, .otherDigestMethod)
            XCTAssertEqual(
                cause?.undoing,
                "\(XMLDSig.DigestMethod.sha256.rawValue) tried instead of the method in SignedInfo")
        }
    }

    func testAnotherCanonicalizationIsFound() throws {
        let methods = XML.CanonicalizationMethod.Algorithm.allCases.map {
            XML.CanonicalizationMethod($0)
        }
        // A declaration nobody uses is what tells exclusive forms from the others.
        let xml = ResponseFixture().xml.replacing(
            "<saml:Assertion ", with: "<saml:Assertion xmlns:xs=\"urn:example:unused\" ")
        for named in methods {
            for used in methods
            where (named.algorithm == .exclusive) != (used.algorithm == .exclusive) {
                let message = try DamagedMessage.signed(xml, naming: named) {
                    try $0.canonicalForm(using: used).bytes
                }
                try assertCause(of: message, .otherCanonicalization)
                try assertCause(of: message, .otherCanonicalization, within: .brief)
            }
        }
    }

    func testDigestedCommentsAreFound() throws {
        let xml = ResponseFixture().xml.replacing(">u-1<", with: ">u-1<!-- 1 --><")
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            let message = try DamagedMessage.signed(
                xml, naming: XML.CanonicalizationMethod(algorithm)
            ) {
                try $0.canonicalForm(using: .init(algorithm, withComments: true)).bytes
            }
            try assertCause(of: message, .commentsDigested)
        }
    }

    // MARK: Keys

    func testARolledOverCertificateIsFound() throws {
        let sample = try DamagedMessage.sample("07-response-and-assertion-signed-rollover-key")
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer(
            try TrustedKey.keys(
                pemEncoded: String(
                    decoding: Repository.sample("keys/sample-idp-two-current.cert.pem"),
                    as: UTF8.self)))
        try assertCause(of: sample, .untrustedCertificate, trusting: trust)
        try assertCause(of: sample, .untrustedCertificate, trusting: trust, within: .brief)
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: sample, trusting: trust).first)
        XCTAssertEqual(
            explanation.signedInfo?.keys.map(\.origin), [.trusted, .keyInfo])
        XCTAssertEqual(
            explanation.signedInfo?.keys.map(\.outcome), [.didNotMakeSignature, .madeSignature])
        XCTAssertEqual(explanation.signedInfo?.isValid, false)
        XCTAssertEqual(explanation.reference?.isValid, true)
    }

    func testTheKeyOfAnotherIssuerIsFound() throws {
        let sample = try DamagedMessage.sample("38-signed-with-another-issuers-key")
        let trust = try SampleTrust.everyIssuer()
        try assertCause(of: sample, .signedByOtherKey, trusting: trust)
        let unnamed = try sample.replacing(sample.part("ds:KeyInfo"), with: "")
        try assertCause(of: unnamed, .signedByOtherKey, trusting: trust)
        try assertCause(of: unnamed, nil, trusting: trust, within: .brief)
    }

    func testACertificateInTheMessageIsNoCauseWhereNobodyIsTrusted() throws {
        let sample = try DamagedMessage.sample("01-pretty-lf-assertion-signed-rsa-sha256")
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: sample, trusting: SAML.TrustStore()).first)
        XCTAssertEqual(explanation.failure?.code, .noTrustedKey)
        XCTAssertNil(explanation.likelyCause)
        XCTAssertEqual(explanation.signedInfo?.keys.map(\.outcome), [.madeSignature])
        XCTAssertEqual(explanation.signedInfo?.isValid, false)
    }

    // MARK: Tampering

    func testTamperingHasNoOtherCause() throws {
        let changes = [
            ("subscriber-1", "subscriber-2"), ("u-1", "u-2"), ("u-1", "u -1"), ("tv-14", "tv-ma"),
            ("Name=\"uid\"", "Name=\"uniqueId\""), ("Name=\"rating\"", "Name=\"maxRating\""),
        ]
        for layout in SignedFixture.Layout.allCases {
            for (old, new) in changes {
                let message = try SignedFixture.message(layout).changing(old, to: new)
                for explanation in try DamagedMessage.explanations(of: message) {
                    XCTAssertEqual(explanation.failure?.code, .digestMismatch)
                    XCTAssertNil(explanation.likelyCause, new)
                    XCTAssertNil(explanation.reference?.originalBytes, new)
                    XCTAssertGreaterThan(explanation.testCount, 10)
                }
            }
        }
        try assertCause(
            of: DamagedMessage.sample("37-tampered-attribute"), nil,
            trusting: SampleTrust.everyIssuer())
    }

    func testAChangedSignatureValueHasNoOtherCause() throws {
        let message = try SignedFixture.message()
        let value = try message.text(of: "ds:SignatureValue")
        let other = try SignedFixture.message(by: SignedFixture.stranger)
            .text(of: "ds:SignatureValue")
        try assertCause(of: message.changing(value, to: other), nil)
    }

    // MARK: Cost

    func testTheBudgetBoundsTheTests() throws {
        let message = try DamagedMessage.signed(indentedBy: "  ")
            .replacing("u-1", with: "u-2")
        for count in [0, 1, 5, 40] {
            let budget = SignatureExplanation.Budget(
                testCount: count, testsPerFamily: 1000, byteCount: 1 << 30, keyTestCount: 1000,
                otherKeyCount: 8)
            XCTAssertEqual(
                try DamagedMessage.explanations(of: message, within: budget).first?.testCount,
                count)
        }
        let short = SignatureExplanation.Budget(
            testCount: 1000, testsPerFamily: 1000, byteCount: 1, keyTestCount: 1000,
            otherKeyCount: 8)
        XCTAssertEqual(
            try DamagedMessage.explanations(of: message, within: short).first?.testCount, 1)
    }

    func testSeveralSignaturesShareTheBudget() throws {
        var text = ResponseFixture(
            assertions: (0..<16).map { number in
                var assertion = AssertionFixture()
                assertion.id = "_assertion\(number)"
                return assertion
            }
        ).xml.replacing("><", with: ">\n  <")
        let signer = EnvelopedSigner(key: SignedFixture.p256)
        for number in 0..<16 {
            text = String(
                decoding: try signer.signing("_assertion\(number)", in: Array(text.utf8)),
                as: UTF8.self)
        }
        let budget = SignatureExplanation.Budget(
            testCount: 160, testsPerFamily: 1000, byteCount: 1 << 30, keyTestCount: 160,
            otherKeyCount: 8)
        let explanations = try DamagedMessage.explanations(
            of: text.replacing("u-1", with: "u-2"), within: budget)
        XCTAssertEqual(explanations.count, 8)
        XCTAssertEqual(explanations.map(\.testCount), Array(repeating: 20, count: 8))
    }

    func testEveryTamperedSampleIsExplainedWithinTheBudgetOfARun() throws {
        for row in try SampleOutcome.files()
        where row.path.hasSuffix(".xml") && !row.path.contains("utf-16") {
            guard let document = try? XML.Document(parsing: Repository.sample(row.path)) else {
                continue
            }
            let tampered = String(decoding: document.utf8, as: UTF8.self)
                .replacing("Version=\"2.0\"", with: "Version=\"2.1\"")
            let trust = try SampleTrust.everyIssuer()
            for explanation in try DamagedMessage.explanations(
                of: tampered, trusting: trust, within: .brief)
            {
                XCTAssertNil(explanation.reference?.cause, row.path)
                XCTAssertLessThanOrEqual(
                    explanation.testCount, SignatureExplanation.Budget.brief.testCount, row.path)
            }
        }
    }

    func testIndentationThatWouldDwarfTheMessageIsNotTried() {
        let depth = 100
        let deep =
            String(repeating: "<a>", count: depth) + String(repeating: "<b></b>", count: 2000)
            + String(repeating: "</a>", count: depth)
        let layout = Layout(betweenTags: .indented(unit: Array("    ".utf8), outset: 0))
        XCTAssertNil(layout.bytes(of: CanonicalTokens(Array(deep.utf8))))
    }

    // MARK: What is shown

    func testAValidSignatureIsShownWithItsBytes() throws {
        let message = try SignedFixture.message()
        let verified = try SignedFixture.verified(message, trusting: SignedFixture.trusting())
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: message).first)
        XCTAssertNil(explanation.failure)
        XCTAssertNil(explanation.likelyCause)
        XCTAssertEqual(explanation.testCount, 0)
        XCTAssertEqual(explanation.elementName, XML.QualifiedName("Assertion", in: .assertion))
        XCTAssertEqual(explanation.signedInfo?.isValid, true)
        XCTAssertEqual(
            explanation.reference?.bytes,
            try XCTUnwrap(verified.verifiedAssertions.first).bytes)
        let reference = try XCTUnwrap(explanation.reference)
        XCTAssertEqual(reference.declaredDigest, reference.computedDigest)
    }

    func testOriginalBytesAreThoseTheSignerHad() throws {
        let message = try DamagedMessage.signed(indentedBy: "    ")
        let verified = try SignedFixture.verified(message, trusting: SignedFixture.trusting())
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: DamagedMessage.cookbook(message)).first)
        XCTAssertEqual(
            explanation.reference?.originalBytes,
            try XCTUnwrap(verified.verifiedAssertions.first).bytes)
        XCTAssertNotEqual(explanation.reference?.bytes, explanation.reference?.originalBytes)
    }

    func testWhatThePolicyRefusesIsShownAllTheSame() throws {
        let sample = try DamagedMessage.sample("09-assertion-signed-rsa-sha1")
        let explanation = try XCTUnwrap(
            DamagedMessage.explanations(of: sample, trusting: SampleTrust.everyIssuer()).first)
        XCTAssertEqual(explanation.failure?.code, .signatureMethodNotAllowed)
        XCTAssertEqual(explanation.signedInfo?.isValid, true)
        XCTAssertEqual(explanation.reference?.isValid, true)
        XCTAssertNil(explanation.likelyCause)
    }

    func testAMalformedSignatureHasAFailureAndNothingElse() throws {
        let message = try SignedFixture.message()
            .changing("<ds:SignatureValue>", to: "<ds:Object/><ds:SignatureValue>")
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: message).first)
        XCTAssertEqual(explanation.failure?.code, .malformedSignature)
        XCTAssertNil(explanation.signedInfo)
        XCTAssertNil(explanation.reference)
    }

    func testDescriptionsQuoteNothing() throws {
        let message = try SignedFixture.message().changing("u-1", to: "secret-4711")
        for explanation in try DamagedMessage.explanations(of: message) {
            let texts = [
                "\(explanation)", "\(String(describing: explanation.signedInfo))",
                "\(String(describing: explanation.reference))",
            ]
            for text in texts { XCTAssertFalse(text.contains("secret"), text) }
        }
    }

    func testEveryHypothesisSaysWhatHappenedAndWhatToDo() {
        for hypothesis in SignatureExplanation.Hypothesis.allCases {
            XCTAssertTrue(hypothesis.explanation.hasSuffix("."), "\(hypothesis)")
            XCTAssertTrue(hypothesis.advice.hasSuffix("."), "\(hypothesis)")
        }
    }
}
