import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Messages that were signed in their query string (HTTP-Redirect): trust, conditions and what is read.
final class SignedQueryMessageTests: XCTestCase, ReachesUnsafeCode {
    private let plain = ResponseFixture().xml

    private func verdict(
        _ fixture: SignedQueryFixture, trusting trust: SAML.TrustStore? = nil,
        policy: XMLDSig.Policy = .standard
    ) throws -> SignedFixture.Verdict {
        let verifier = SAML.MessageVerifier(
            trusting: try trust ?? SignedFixture.trusting(), policy: policy)
        let query = try fixture.query
        do throws(SAML.MessageVerifier.Failure) {
            _ = try verifier.verifiedResponse(in: query)
            return .accepted
        } catch {
            switch error {
            case .signature(let failure): return .signature(failure.code)
            case .structure(let failure): return .structure(failure.code)
            case .decryption(let failure): return .decryption(failure.code)
            }
        }
    }

    private func validator(
        clock now: String = ResponseFixture.now
    ) throws -> SAML.ResponseValidator {
        let now = try XCTUnwrap(SAML.Instant(parsing: now))
        return SAML.ResponseValidator(
            trust: try SignedFixture.trusting(), audience: ResponseFixture.audience,
            expecting: .answer(toQueryWithID: ResponseFixture.request),
            clock: { now })
    }

    private func codes(
        _ validate: () throws(SAML.Rejection) -> SAML.AcceptedResponse
    ) -> [String] {
        do throws(SAML.Rejection) {
            _ = try validate()
            return []
        } catch {
            return error.reasons.map(\.code)
        }
    }

    func testAQueryStringSignsAllOfAResponse() throws {
        let verified = try SAML.MessageVerifier(trusting: SignedFixture.trusting())
            .verifiedResponse(in: SignedQueryFixture(plain).query)
        guard case .verified(let response) = verified.envelope else {
            return XCTFail("the response is not verified")
        }
        XCTAssertEqual(response.destination, ResponseFixture.recipient)
        XCTAssertEqual(response.assertions.count, 1)
        XCTAssertEqual(verified.verifiedResponse?.bytes, Array(plain.utf8))
        XCTAssertNotNil(verified.verifiedQuery)
        XCTAssertFalse(verified.isSignedItself)
        XCTAssertEqual(verified.verifiedAssertions.count, 0)
    }

    func testWithoutItsQueryStringTheSameResponseIsUnsigned() throws {
        XCTAssertEqual(try SignedFixture.verdict(plain), .signature(.absent))
        let validator = try validator()
        XCTAssertEqual(
            codes { () throws(SAML.Rejection) in try validator.validate(plain.utf8) },
            ["signature.absent"])
        let query = try SignedQueryFixture(plain).query
        let accepted = try validator.validate(query)
        XCTAssertEqual(accepted.issuer, ResponseFixture.issuer)
        XCTAssertEqual(
            accepted.keySHA256,
            try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM)[0].keySHA256)
    }

    func testConditionsAndReplayCountAsEverywhere() throws {
        let query = try SignedQueryFixture(plain).query
        let late = try validator(clock: "2027-01-01T00:00:00Z")
        XCTAssertEqual(
            codes { () throws(SAML.Rejection) in try late.validate(query) }.first,
            "conditions.expired")
        var once = try validator()
        once.replayGuard = SAML.ReplayGuard()
        XCTAssertEqual(codes { () throws(SAML.Rejection) in try once.validate(query) }, [])
        XCTAssertEqual(
            codes { () throws(SAML.Rejection) in try once.validate(query) }, ["conditions.replayed"]
        )
    }

    func testEverySignatureThatIsThereMustHold() throws {
        for layout in SignedFixture.Layout.allCases {
            let message = try SignedFixture.message(layout)
            XCTAssertEqual(try verdict(SignedQueryFixture(message)), .accepted)
            XCTAssertEqual(
                try verdict(SignedQueryFixture(message, by: SignedFixture.stranger)),
                .signature(.signatureMismatch))
            let other = try SignedFixture.message(layout, by: SignedFixture.stranger)
            XCTAssertEqual(
                try verdict(SignedQueryFixture(other)), .signature(.signatureMismatch))
            let changed = message.replacing(
                ResponseFixture.audience, with: "https://other.example/saml")
            XCTAssertEqual(
                try verdict(SignedQueryFixture(changed)), .signature(.digestMismatch))
        }
        let both = try SAML.MessageVerifier(trusting: SignedFixture.trusting())
            .verifiedResponse(in: SignedQueryFixture(SignedFixture.message(.both)).query)
        XCTAssertTrue(both.isSignedItself)
        XCTAssertNotNil(both.verifiedQuery)
        XCTAssertEqual(both.verifiedAssertions.count, 1)
    }

    func testTheKeyMustBeTheIssuersInItsRole() throws {
        let keys = try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM)
        let query = try SignedQueryFixture(plain)
        func verdict(
            trusting issuer: String, as roles: Set<SAML.Metadata.Role>
        ) throws -> SignedFixture.Verdict {
            var trust = SAML.TrustStore()
            trust.trust(keys, forIssuer: issuer, as: roles)
            return try self.verdict(query, trusting: trust)
        }
        XCTAssertEqual(
            try verdict(trusting: ResponseFixture.issuer, as: [.identityProvider]), .accepted)
        XCTAssertEqual(
            try verdict(trusting: ResponseFixture.issuer, as: [.serviceProvider]),
            .signature(.noTrustedKey))
        XCTAssertEqual(
            try verdict(trusting: "urn:other", as: [.identityProvider]), .signature(.noTrustedKey))
    }

    func testAnIssuerCannotSignForTheAssertionOfAnother() throws {
        var assertion = AssertionFixture()
        assertion.issuer = "urn:other"
        let message = ResponseFixture(assertions: [assertion]).xml
        XCTAssertEqual(try verdict(SignedQueryFixture(message)), .signature(.absent))
    }

    func testAQueryIsAcceptedFromAServiceProviderOnly() throws {
        let draft = SAML.AttributeQuery.Draft(
            id: "_query", issueInstant: SAML.Instant(secondsSinceEpoch: 1_768_478_390),
            issuer: ResponseFixture.audience, subject: SAML.NameID("alice"),
            requestedAttributes: [.init("uid")])
        let bytes = try draft.xml()
        let fixture = try SignedQueryFixture(
            String(decoding: bytes, as: UTF8.self), name: .samlRequest)
        let keys = try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM)
        for (role, isAccepted) in [
            (SAML.Metadata.Role.serviceProvider, true), (.identityProvider, false),
        ] {
            var trust = SAML.TrustStore()
            trust.trust(keys, forIssuer: ResponseFixture.audience, as: [role])
            let validator = SAML.QueryValidator(passingOnWithTrust: trust) {
                SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow)
            }
            let accepted = try? validator.validate(fixture.query)
            XCTAssertEqual(accepted?.id, isAccepted ? "_query" : nil)
            XCTAssertThrowsError(try validator.validate(bytes))
            let signed = try draft.signed(by: EnvelopedSigner(key: SignedFixture.stranger))
            let both = try SignedQueryFixture(
                String(decoding: signed, as: UTF8.self), name: .samlRequest)
            XCTAssertThrowsError(try validator.validate(both.query))
        }
    }

    func testAWrapperInASignedQueryStringIsRefusedByName() throws {
        let signed = try SignedFixture.message()
        for wrapped in [
            ProtocolFixture.soap(signed), ProtocolFixture.artifactResponse(signed),
            ProtocolFixture.soap(ProtocolFixture.artifactResponse(signed)),
        ] {
            for key in [SignedFixture.p256, SignedFixture.stranger] {
                let fixture = try SignedQueryFixture(wrapped, by: key)
                XCTAssertEqual(try verdict(fixture), .structure(.wrapperInSignedQuery))
                let validator = try validator()
                let query = try fixture.query
                XCTAssertEqual(
                    codes { () throws(SAML.Rejection) in try validator.validate(query) },
                    ["saml.wrapperInSignedQuery"])
            }
        }
        let verifier = SAML.MessageVerifier(trusting: try SignedFixture.trusting())
        let logout = try SignedQueryFixture(
            ProtocolFixture.soap(ProtocolFixture.logoutRequest), name: .samlRequest)
        XCTAssertThrowsError(try verifier.verified(logout.query)) {
            XCTAssertEqual(($0 as? SAML.MessageVerifier.Failure)?.code, .wrapperInSignedQuery)
        }
        let asked = try SAML.AttributeQuery.Draft(
            id: "_query", issueInstant: SAML.Instant(secondsSinceEpoch: 1_768_478_390),
            issuer: ResponseFixture.audience, subject: SAML.NameID("alice"),
            requestedAttributes: [.init("uid")]
        ).signed(by: EnvelopedSigner(key: SignedFixture.p256))
        let text = String(decoding: asked, as: UTF8.self)
        let query = text[try XCTUnwrap(text.firstRange(of: "<samlp:")).lowerBound...]
        let wrapped = try SignedQueryFixture(
            ProtocolFixture.soap(String(query)), name: .samlRequest)
        XCTAssertThrowsError(try verifier.verifiedQuery(in: wrapped.query)) {
            XCTAssertEqual(($0 as? SAML.MessageVerifier.Failure)?.code, .wrapperInSignedQuery)
        }
    }

    func testTheSignatureIsVerifiedWhateverTheKindOfMessage() throws {
        let request = """
            <samlp:LogoutRequest xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol' \
            xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion' ID='_1' Version='2.0'>\
            <saml:Issuer>\(ResponseFixture.audience)</saml:Issuer></samlp:LogoutRequest>
            """
        var trust = SAML.TrustStore()
        trust.trust(
            try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM),
            forIssuer: ResponseFixture.audience, as: [.serviceProvider])
        let verifier = SAML.MessageVerifier(trusting: trust)
        let verified = try verifier.verified(
            SignedQueryFixture(request, name: .samlRequest).query)
        XCTAssertEqual(verified.bytes, Array(request.utf8))
        XCTAssertThrowsError(
            try verifier.verified(
                SignedQueryFixture(request, name: .samlRequest, by: SignedFixture.stranger).query))
    }
}

extension SAML.MessageVerifier.Failure {
    /// What is wrong with the structure.
    fileprivate var code: SAML.StructureError.Code? {
        if case .structure(let error) = self { error.code } else { nil }
    }
}
