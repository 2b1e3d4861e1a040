import PayloadCoding
import ProfileProcessing
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// Records of messages whose query string is signed (HTTP-Redirect).
final class SignedQueryRecordTests: XCTestCase, ReachesUnsafeCode {
    private let plain = ResponseFixture().xml

    private func record(
        _ text: String, trusting trust: SAML.TrustStore? = nil, judgingQueries: Bool = false
    ) throws -> ProfileRecord {
        var options = ProfileProcessor.Options(
            context: SAML.ProcessingContext(
                now: trust == nil ? nil : SAML.Instant(parsing: ResponseFixture.now), audience: nil),
            trust: trust)
        options.judgesQueries = judgingQueries
        return ProfileProcessor(options: options)
            .record(of: CapturedMessage(bytes: Array("https://sp.example/acs?\(text)".utf8)))
    }

    func testAURLWithAGoodSignatureIsAccepted() throws {
        let fixture = try SignedQueryFixture(plain)
        let record = try record(fixture.text, trusting: SignedFixture.trusting())
        XCTAssertEqual(record.outcome, .accepted, "\(record)")
        XCTAssertEqual(record.envelope, [.form, .base64, .deflate])
        XCTAssertEqual(record.signature.verdict, .valid)
        XCTAssertEqual(record.signature.signed, [.queryString])
        XCTAssertEqual(
            record.signature.signatureMethod, SignedFixture.p256.signatureMethod.rawValue)
        XCTAssertNil(record.signature.digestMethod)
        XCTAssertNil(record.signature.canonicalization)
        XCTAssertNotNil(record.signature.keySHA256)
        XCTAssertEqual(record.verified.issuer, ResponseFixture.issuer)
        XCTAssertEqual(record.verified.message?.destination, ResponseFixture.recipient)
        XCTAssertNil(record.claimed)
        // In a form body nothing of this signature is left.
        XCTAssertEqual(record.normalization?.preservesSignature, false)
        let json = try JSONTree(parsing: record.json)
        XCTAssertEqual(
            json["signature"]?["signed"]?.elements?.compactMap(\.string), ["queryString"])
    }

    func testSignaturesOfTheMessageStandBesideTheOneOverTheQueryString() throws {
        let fixture = try SignedQueryFixture(SignedFixture.message(.both))
        let record = try record(fixture.text, trusting: SignedFixture.trusting())
        XCTAssertEqual(record.outcome, .accepted, "\(record)")
        XCTAssertEqual(record.signature.signed, [.response, .assertion, .queryString])
        XCTAssertNotNil(record.signature.digestMethod)
        XCTAssertEqual(record.normalization?.preservesSignature, true)
    }

    func testAReencodedQueryStringIsInvalidAndSaysWhy() throws {
        var fixture = try SignedQueryFixture(plain)
        fixture[.relayState] = fixture[.relayState]?.lowercased()
        let record = try record(fixture.text, trusting: SignedFixture.trusting())
        XCTAssertEqual(record.outcome, .rejected)
        XCTAssertEqual(record.signature.verdict, .invalid)
        XCTAssertEqual(record.reasons.map(\.code), [.signature(.signatureMismatch)])
        XCTAssertEqual(record.reasons.first?.likelyCause, "queryReencoded")
        XCTAssertNil(record.verified.issuer)
    }

    func testAWrapperInASignedQueryStringIsMalformedByName() throws {
        let response = try SignedFixture.message(.both)
        for (message, key) in [
            (response, SignedFixture.stranger), (response, SignedFixture.p256),
            (ProtocolFixture.logoutRequest, SignedFixture.stranger),
        ] {
            for wrapped in [
                ProtocolFixture.soap(message), ProtocolFixture.artifactResponse(message),
            ] {
                let fixture = try SignedQueryFixture(wrapped, by: key)
                for trust in [nil, try SignedFixture.trusting()] {
                    let record = try record(fixture.text, trusting: trust)
                    XCTAssertEqual(record.outcome, .malformed)
                    XCTAssertEqual(record.reasons.map(\.code), [.saml(.wrapperInSignedQuery)])
                    XCTAssertEqual(record.signature.verdict, .notChecked)
                    XCTAssertTrue(record.signature.signed.contains(.queryString))
                    XCTAssertNil(record.verified.issuer)
                    XCTAssertNil(record.payload)
                }
            }
        }
        // Without a signature over it, a query string is packing like any other.
        var plain = try SignedQueryFixture(ProtocolFixture.soap(response))
        plain[.sigAlg] = nil
        plain[.signature] = nil
        let record = try record(plain.text, trusting: SignedFixture.trusting())
        XCTAssertEqual(record.outcome, .accepted, "\(record)")
    }

    func testAnIncompleteSignatureIsRefusedByName() throws {
        for (name, code) in [
            (SignedQueryFixture.Part.signature, VerificationFailure.Code.queryWithoutSignature),
            (.sigAlg, .queryWithoutSigAlg),
        ] {
            var fixture = try SignedQueryFixture(plain)
            fixture[name] = nil
            let record = try record(fixture.text, trusting: SignedFixture.trusting())
            XCTAssertEqual(record.outcome, .rejected)
            XCTAssertEqual(record.signature.verdict, .refused)
            XCTAssertEqual(record.signature.signed, [.queryString])
            XCTAssertEqual(record.reasons.map(\.code), [.signature(code)])
            XCTAssertNil(record.reasons.first?.likelyCause)
        }
    }

    func testTheQueryStringOfARequestIsVerifiedAndTheRequestNotJudged() throws {
        for (kind, xml) in ProtocolFixture.unjudged {
            guard ["authnRequest", "logoutRequest", "logoutResponse"].contains(kind) else {
                continue
            }
            let name: SignedQueryFixture.Part =
                kind == "logoutResponse" ? .samlResponse : .samlRequest
            let fixture = try SignedQueryFixture(xml, name: name)
            let record = try record(fixture.text, trusting: SignedFixture.trusting())
            XCTAssertEqual(record.kind?.rawValue, kind)
            XCTAssertEqual(record.outcome, .notJudged, kind)
            XCTAssertEqual(record.reasons, [], kind)
            XCTAssertEqual(record.signature.verdict, .valid, kind)
            XCTAssertEqual(record.signature.signed, [.queryString], kind)
            XCTAssertNotNil(record.signature.keySHA256, kind)
            let other = try SignedQueryFixture(xml, name: name, by: SignedFixture.stranger)
            XCTAssertEqual(
                try self.record(other.text, trusting: SignedFixture.trusting()).signature.verdict,
                .invalid, kind)
            var cut = fixture
            cut[.signature] = nil
            XCTAssertEqual(
                try self.record(cut.text, trusting: SignedFixture.trusting()).signature.verdict,
                .refused, kind)
            XCTAssertEqual(try self.record(fixture.text).signature.verdict, .notChecked, kind)
        }
    }

    func testWithoutTrustTheSignatureIsShownAndNotChecked() throws {
        let record = try record(SignedQueryFixture(plain).text)
        XCTAssertEqual(record.signature.verdict, .notChecked)
        XCTAssertEqual(record.signature.signed, [.queryString])
        XCTAssertEqual(
            record.signature.signatureMethod, SignedFixture.p256.signatureMethod.rawValue)
        XCTAssertNil(record.verified.issuer)
    }

    func testAQueryIsJudgedByItsQueryString() throws {
        let xml = try SAML.AttributeQuery.Draft(
            id: "_query", issueInstant: SAML.Instant(secondsSinceEpoch: 1_768_478_390),
            issuer: ResponseFixture.audience, subject: SAML.NameID("alice"),
            requestedAttributes: [.init("uid")]
        ).xml()
        let text = String(decoding: xml, as: UTF8.self)
        for (key, outcome) in [
            (SignedFixture.p256, ProfileRecord.Outcome.accepted),
            (SignedFixture.stranger, .rejected),
        ] {
            let fixture = try SignedQueryFixture(text, name: .samlRequest, by: key)
            let record = try record(
                fixture.text, trusting: SignedFixture.trusting(), judgingQueries: true)
            XCTAssertEqual(record.kind, .attributeQuery)
            XCTAssertEqual(record.outcome, outcome, "\(record)")
            XCTAssertEqual(record.signature.signed, [.queryString])
        }
        let left = try record(
            SignedQueryFixture(text, name: .samlRequest).text, trusting: SignedFixture.trusting())
        XCTAssertEqual(left.outcome, .notJudged)
        XCTAssertEqual(left.signature.verdict, .notChecked)
    }
}
