import SAML2
import TestSupport
import XCTest
import XMLSecurity

/// One call from bytes to an accepted response, or to everything that is wrong.
final class ResponseValidatorTests: XCTestCase, ReachesUnsafeCode {
    private static let token = "captures/verification-token.xml"
    private static let first = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    private func trust() throws -> SAML.TrustStore {
        try SAML.TrustStore(metadata: Repository.sample("metadata/all-idps.xml"))
    }

    /// The key of the service provider that asks.
    private func askerTrust() throws -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        let pem = try Repository.sample("keys/sample-sp-signing.cert.pem")
        trust.trust(
            try TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self)),
            forIssuer: SampleOutcome.audience, as: [.serviceProvider])
        return trust
    }

    private func validator(
        audience: String = SampleOutcome.audience,
        expecting expected: SAML.ExpectedResponse = .answerToAnyQuery,
        now: String = SampleOutcome.now
    ) throws -> SAML.ResponseValidator {
        let now = try XCTUnwrap(SAML.Instant(parsing: now))
        return try SAML.ResponseValidator(
            trust: trust(), audience: audience, expecting: expected, clock: { now })
    }

    private func codes(
        _ path: String, _ validator: SAML.ResponseValidator? = nil,
        changing change: (String) -> String = { $0 }
    ) throws -> [String] {
        let text = String(decoding: try Repository.sample(path), as: UTF8.self)
        let validator = try validator ?? self.validator()
        do throws(SAML.Rejection) {
            _ = try validator.validate(change(text).utf8)
            return []
        } catch {
            return error.reasons.map(\.code)
        }
    }

    func testTheProvidersFailureComesBeforeWhatIsWrongWithTheRest() throws {
        let success = "status:Success"
        XCTAssertEqual(
            try codes(Self.first) {
                $0.replacing(success, with: "status:Responder")
                    .replacing("NotOnOrAfter=\"", with: "NotOnOrAfter=\"x")
            }, ["conditions.statusNotSuccess", "saml.invalidValue"])
        XCTAssertEqual(
            try codes(Self.first) { $0.replacing("NotOnOrAfter=\"", with: "NotOnOrAfter=\"x") },
            ["saml.invalidValue"])
    }

    func testAnAcceptedResponseGivesWhatWasSigned() throws {
        let accepted = try validator().validate(Repository.sample(Self.first))
        XCTAssertEqual(accepted["uid"], ["7c9e6679f7425a8b"])
        XCTAssertEqual(accepted["nothing"], [])
        XCTAssertEqual(accepted["NameID"], [try XCTUnwrap(accepted.nameID).value])
        XCTAssertEqual(accepted.attributes.first?.name, "uid")
        XCTAssertEqual(accepted.keySHA256.count, 64)
        XCTAssertFalse(accepted.issuer.isEmpty)
        XCTAssertNotNil(accepted.assertionID)
        XCTAssertNotNil(accepted.notOnOrAfter)
        XCTAssertFalse("\(accepted)".contains("7c9e6679f7425a8b"))
    }

    func testEveryReasonIsListedTheMostDecisiveFirst() throws {
        XCTAssertEqual(
            try codes(Self.first, validator(audience: "urn:other", now: "2027-01-01T00:00:00Z")),
            ["conditions.expired", "conditions.audienceMismatch"])
        var strict = try validator(expecting: .answer(toQueryWithID: "_other"))
        strict.requiredAttributes = ["uid", "shoeSize"]
        XCTAssertEqual(
            try codes(Self.first, strict),
            ["conditions.inResponseToMismatch", "attributes.missing"])
        XCTAssertEqual(
            try codes("captures/23-status-responder-authn-failed.xml").first,
            "conditions.statusNotSuccess")
    }

    func testWhatIsNotSignedByWhoeverIsTrustedIsRejectedWithAPosition() throws {
        XCTAssertEqual(try codes("captures/36-unsigned.xml"), ["signature.absent"])
        XCTAssertEqual(
            try codes(Self.first, changing: { $0.replacing("7c9e6679f7425a8b", with: "7c9e") }),
            ["signature.digestMismatch"])
        let validator = try validator()
        do throws(SAML.Rejection) {
            _ = try validator.validate("<a>\n<b></a>".utf8)
            XCTFail("it was accepted")
        } catch {
            XCTAssertEqual(error.reasons.first?.line, 2)
            XCTAssertNotNil(error.reasons.first?.column)
        }
    }

    func testBytesInAnotherPackagingAreRefusedByACodeThatNamesWhatUnpacksThem() throws {
        for path in ["captures/32-base64-76-columns.b64", "captures/35-form-body.form"] {
            XCTAssertEqual(try codes(path), ["packaging.needsSAMLBindings"], path)
        }
        _ = try validator().validate(Repository.sample("captures/30-utf-16-byte-order-mark.xml"))
        XCTAssertEqual(try codes(Self.first) { _ in "" }, ["xml.empty"], "no bytes at all")
        XCTAssertEqual(try codes(Self.token), ["saml.unexpectedRoot"])
    }

    func testAResponseWithoutAKeyForItsEncryptedAssertionIsRejected() throws {
        XCTAssertEqual(
            try codes("captures/14-encrypted-assertion-aes256-gcm-rsa-oaep.xml"),
            ["encryption.noDecryptionKey"])
    }

    func testAResponseIsAcceptedOnceWithAReplayGuard() throws {
        var once = try validator()
        once.replayGuard = SAML.ReplayGuard()
        XCTAssertEqual(try codes(Self.first, once), [])
        XCTAssertEqual(try codes(Self.first, once), ["conditions.replayed"])
    }

    func testTheQueryThatWasAcceptedIsTheOneToAnswer() throws {
        let now = try XCTUnwrap(SAML.Instant(parsing: SampleOutcome.now))
        let queries = try SAML.QueryValidator(passingOnWithTrust: askerTrust(), clock: { now })
        let query = try queries.validate(Repository.sample(Self.token))
        XCTAssertEqual(query.issuer, SampleOutcome.audience)
        XCTAssertEqual(try codes(Self.first, validator(expecting: .answer(to: query))), [])
        XCTAssertEqual(
            try codes(
                Self.first, validator(expecting: .answer(toQueryWithID: query.id + "0"))),
            ["conditions.inResponseToMismatch"])
    }

    func testAQueryThatNobodyTrustedSignedOrThatIsOldIsRejected() throws {
        func codes(_ now: String, _ change: (String) -> String = { $0 }) throws -> [String] {
            let now = try XCTUnwrap(SAML.Instant(parsing: now))
            let validator = try SAML.QueryValidator(
                trust: askerTrust(), recipient: "https://elsewhere.example/", clock: { now })
            let text = String(decoding: try Repository.sample(Self.token), as: UTF8.self)
            do throws(SAML.Rejection) {
                _ = try validator.validate(change(text).utf8)
                return []
            } catch {
                return error.reasons.map(\.code)
            }
        }
        XCTAssertEqual(
            try codes("2026-01-15T14:00:00Z"),
            ["conditions.expired", "conditions.recipientMismatch"])
        XCTAssertEqual(
            try codes(SampleOutcome.now) {
                $0.replacing("Version=\"2.0\"", with: "Version=\"2.1\"")
            },
            ["signature.digestMismatch"])
    }

    func testMetadataThatIsNoneIsRejected() {
        for text in ["", "PGE+", "<a/>"] {
            XCTAssertThrowsError(try SAML.TrustStore(metadata: text.utf8)) { error in
                XCTAssertEqual((error as? SAML.Rejection)?.reasons.count, 1)
            }
        }
    }
}
