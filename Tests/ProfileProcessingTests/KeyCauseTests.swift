import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// What records say of keys and issuers that the metadata does not fit.
final class KeyCauseTests: XCTestCase {
    private let sample = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"
    private let issuer = "https://idp-one.example/saml"

    /// The first reason of a genuine message, judged with changed metadata.
    private func reason(
        replacing part: String, with replacement: String, in file: String = "metadata/idp-one.xml"
    ) throws -> Reason {
        let metadata = String(decoding: try Repository.sample(file), as: UTF8.self)
        XCTAssertTrue(metadata.contains(part), part)
        let trust = try SAML.TrustStore(
            metadata: Array(metadata.replacing(part, with: replacement).utf8))
        let record = try ProfileProcessor.reference(trust: trust).record(ofSample: sample)
        XCTAssertNotEqual(record.outcome, .accepted)
        return try XCTUnwrap(record.reasons.first)
    }

    func testAnIssuerThatIsSpelledOtherwiseIsNamedWithTheDifference() throws {
        let spellings: KeyValuePairs<String, String> = [
            issuer + "/": "issuerSlash", "http://idp-one.example/saml": "issuerScheme",
            "https://idp-one.example/SAML": "issuerLetterCase",
        ]
        for (name, cause) in spellings {
            let reason = try reason(replacing: issuer + "\"", with: name + "\"")
            XCTAssertEqual(reason.code, .signature(.noTrustedKey))
            XCTAssertEqual(reason.likelyCause, cause)
            XCTAssertEqual(reason.expected, name)
            XCTAssertEqual(reason.found, issuer)
        }
    }

    func testAnIssuerThatWasChangedAfterSigningIsNotOneThatIsSpelledOtherwise() throws {
        let text = String(decoding: try Repository.sample(sample), as: UTF8.self)
        let processor = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        for name in [
            issuer + "/", "http://idp-one.example/saml", "https://idp-one.example/SAML",
        ] {
            let changed = text.replacing(">\(issuer)<", with: ">\(name)<")
            let record = processor.record(of: CapturedMessage(bytes: Array(changed.utf8)))
            let reason = try XCTUnwrap(record.reasons.first)
            XCTAssertEqual(reason.likelyCause, "signedByOtherKey", name)
            XCTAssertTrue(
                try XCTUnwrap(reason.sentence).contains("the content was changed since"), name)
            XCTAssertNil(reason.remedy, name)
        }
    }

    func testAnEmptyIssuerIsCalledEmptyAndNobodysMetadataIsAdvised() throws {
        for issuer in ["", " \n "] {
            var assertion = AssertionFixture()
            assertion.issuer = issuer
            let message = try ResponseFixture(assertions: [assertion]).xml.signing("_assertion")
            let record = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
                .record(of: CapturedMessage(bytes: Array(message.utf8)))
            let reason = try XCTUnwrap(record.reasons.first)
            XCTAssertEqual(reason.code, .signature(.noTrustedKey))
            XCTAssertTrue(
                try XCTUnwrap(reason.sentence).hasPrefix("The Issuer of the Assertion is empty"))
            XCTAssertNil(reason.remedy)
        }
    }

    func testAnotherIssuerIsTheNearestAndNoCauseOfThatKind() throws {
        let name = "https://elsewhere.example/saml"
        let reason = try reason(replacing: issuer + "\"", with: name + "\"")
        // The key that made the signature is that of the issuer with the other name.
        XCTAssertEqual(reason.likelyCause, "signedByOtherKey")
        XCTAssertEqual(reason.expected, name)
        XCTAssertTrue(
            try XCTUnwrap(reason.sentence).contains("A key that is trusted for \(name) made"))
    }

    func testAnIssuerWithoutAnyKnownKeyIsUnknownAndTheNearestIsNamed() throws {
        let reason = try reason(
            replacing: "https://idp-two.example/saml\"", with: "https://idp-onne.example/saml\"",
            in: "metadata/idp-two.xml")
        XCTAssertEqual(reason.likelyCause, "issuerUnknown")
        XCTAssertEqual(reason.expected, "https://idp-onne.example/saml")
    }

    func testTheKeyOfAnotherIssuerHasThatIssuersName() throws {
        let record = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
            .record(ofSample: "captures/38-signed-with-another-issuers-key.xml")
        let reason = try XCTUnwrap(record.reasons.first)
        XCTAssertEqual(reason.likelyCause, "signedByOtherKey")
        let sentence = try XCTUnwrap(reason.sentence)
        let owner = try XCTUnwrap(
            sentence.firstMatch(of: /trusted for (https:[^ ]+) made the signature/)
        ).1
        XCTAssertNotEqual(String(owner), issuer)
        XCTAssertTrue(sentence.contains(issuer), sentence)
        XCTAssertEqual(reason.found, "a key of \(owner)")
    }

    func testAKeyWithAnEndedCertificateIsNeverTheNext() throws {
        let metadata = String(
            decoding: try Repository.sample("metadata/idp-two.xml"), as: UTF8.self
        ).replacing("https://idp-two.example/saml\"", with: issuer + "\"")
        func sentence(at now: String) throws -> String {
            let context = SAML.ProcessingContext(
                now: try XCTUnwrap(SAML.Instant(parsing: now)), audience: nil)
            let options = ProfileProcessor.Options(
                context: context, trust: try SAML.TrustStore(metadata: Array(metadata.utf8)))
            let record = try ProfileProcessor(options: options).record(ofSample: sample)
            let reason = try XCTUnwrap(record.reasons.first)
            XCTAssertEqual(reason.likelyCause, "untrustedCertificate")
            return try XCTUnwrap(reason.sentence)
        }
        let current = try sentence(at: "2026-01-15T12:00:00Z")
        XCTAssertTrue(current.contains("CN=idp-one.example"), current)
        XCTAssertFalse(current.contains("ended"), current)
        let late = try sentence(at: "2046-01-15T12:00:00Z")
        XCTAssertTrue(late.contains("Its certificate ended on 2045-01-01"), late)
        XCTAssertTrue(late.contains("not the issuer's next"), late)
    }

    func testAKeyThatIsMarkedForEncryptionIsToldApart() throws {
        let reason = try reason(replacing: "use=\"signing\"", with: "use=\"encryption\"")
        XCTAssertEqual(reason.likelyCause, "encryptionKeyUsed")
    }

    func testAKeyOfAnotherRoleOrOfADescriptorThatIsNotUsedIsToldApart() throws {
        func text(_ file: String) throws -> String {
            String(decoding: try Repository.sample("metadata/\(file).xml"), as: UTF8.self)
        }
        func reason(_ metadata: String) throws -> Reason {
            let trust = try SAML.TrustStore(metadata: Array(metadata.utf8))
            let record = try ProfileProcessor.reference(trust: trust).record(ofSample: sample)
            return try XCTUnwrap(record.reasons.first)
        }
        let descriptors =
            /<md:(IDPSSO|AttributeAuthority)Descriptor[\s\S]*Descriptor>(?=\s*<\/md:EntityD)/
        let one = try text("idp-one")
        let own = String(try XCTUnwrap(one.firstMatch(of: descriptors)).0)
        let others = try XCTUnwrap(text("idp-two").firstMatch(of: descriptors)).0
        func renamed(_ name: String) -> String {
            own.replacing("IDPSSODescriptor", with: name)
                .replacing("AttributeAuthorityDescriptor", with: name)
        }
        let role = try reason(one.replacing(own, with: renamed("SPSSODescriptor")))
        XCTAssertEqual(role.code, .signature(.noTrustedKey))
        XCTAssertEqual(role.likelyCause, "keyOfOtherRole")
        XCTAssertEqual(role.found, "a key of SPSSODescriptor")
        XCTAssertEqual(
            role.sentence,
            "The signature was made with a key that the metadata of https://idp-one.example/saml has in its "
                + "SPSSODescriptor, expected one of its AttributeAuthorityDescriptor or IDPSSODescriptor."
        )
        // As AD FS publishes the keys of WS-Federation, beside an older one of SAML.
        let federation = renamed("RoleDescriptor").replacing("SAML:2.0:protocol\"", with: "WSFED\"")
        let unused = try reason(one.replacing(own, with: federation + others))
        XCTAssertEqual(unused.code, .signature(.signatureMismatch))
        XCTAssertEqual(unused.likelyCause, "keyOfOtherRole")
        XCTAssertEqual(unused.found, "a key of RoleDescriptor")
        XCTAssertEqual(
            unused.sentence?.hasPrefix(
                "The signature was made with a key that the metadata of https://idp-one.example/saml has in its "
                    + "RoleDescriptor, which does not describe"), true)
    }

    func testAnUnsignedResponseWithoutAnAssertionSaysSo() throws {
        func codes(_ xml: String) throws -> [ReasonCode] {
            try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
                .record(of: CapturedMessage(bytes: Array(xml.utf8))).reasons.map(\.code)
        }
        let empty = ResponseFixture(assertions: []).xml
        XCTAssertEqual(
            try codes(empty), [.conditions(.missingAssertion), .signature(.absent)])
        XCTAssertEqual(
            try codes(empty.replacing(/<samlp:Status>[\s\S]*<\/samlp:Status>/, with: "")),
            [.conditions(.missingStatus), .conditions(.missingAssertion), .signature(.absent)])
        XCTAssertEqual(try codes(ResponseFixture().xml), [.signature(.absent)])
    }

    func testMetadataThatHasEndedIsSaidToHave() throws {
        let reason = try reason(
            replacing: "entityID=", with: "validUntil=\"2026-01-01T00:00:00Z\" entityID=")
        XCTAssertEqual(reason.likelyCause, "metadataOutdated")
    }

    func testAKeyOfADescriptionThatHasEndedIsNotTrustedForAnother() throws {
        func text(_ file: String) throws -> String {
            String(decoding: try Repository.sample("metadata/\(file).xml"), as: UTF8.self)
        }
        let role = /<md:IDPSSODescriptor[\s\S]*<\/md:IDPSSODescriptor>/
        let one = try text("idp-one")
        let own = try XCTUnwrap(one.firstMatch(of: role)).output
        let other = try XCTUnwrap(text("idp-two").firstMatch(of: role)).output
        let ended = String(own).replacing(
            "<md:IDPSSODescriptor", with: "<md:IDPSSODescriptor validUntil=\"2026-01-01T00:00:00Z\""
        )
        let descriptors =
            /<md:(IDPSSO|AttributeAuthority)Descriptor[\s\S]*Descriptor>(?=\s*<\/md:EntityD)/
        let metadata = one.replacing(descriptors, with: ended + other)
        let trust = try SAML.TrustStore(metadata: Array(metadata.utf8))
        let reason = try XCTUnwrap(
            ProfileProcessor.reference(trust: trust).record(ofSample: sample).reasons.first)
        XCTAssertEqual(reason.code, .signature(.signatureMismatch))
        XCTAssertEqual(reason.likelyCause, "metadataOutdated")
        let sentence = try XCTUnwrap(reason.sentence)
        XCTAssertTrue(sentence.contains("has ended (validUntil)"), sentence)
        XCTAssertFalse(sentence.contains("trusted for"), sentence)
    }

    func testATrustedKeyThatMadeNothingIsNoCause() throws {
        // The metadata of another provider under this one's name.
        let reason = try reason(
            replacing: "https://idp-two.example/saml\"", with: issuer + "\"",
            in: "metadata/idp-two.xml")
        XCTAssertEqual(reason.code, .signature(.signatureMismatch))
        XCTAssertNotEqual(reason.likelyCause, "olderKey")
        XCTAssertNotEqual(reason.likelyCause, "encryptionKeyUsed")
    }
}
