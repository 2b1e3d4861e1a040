import Foundation
import PassTokens
import SAML2
import TestSupport
import XCTest
import XMLSecurity

/// The checks that a programmer's server makes before a stream starts.
final class MediaTokenVerifierTests: XCTestCase {
    /// The instant the fixture's token is made.
    private let issued = SAML.Instant(secondsSinceEpoch: 1_768_478_400)

    private func verdict(
        _ token: String, resource: String? = nil, after seconds: Int64 = 0,
        trusting name: String = "sample-idp-one", clockSkew: Int64 = 0
    ) throws -> MediaTokenVerifier.Verdict {
        MediaTokenVerifier(trusting: try MediaTokenFixture.keys(name), clockSkew: clockSkew)
            .verdict(on: token, resource: resource, now: issued.advanced(bySeconds: seconds))
    }

    func testGenuineTokenIsValidAndSaysWhatItIsFor() throws {
        let verdict = try verdict(MediaTokenFixture().serialized(), resource: "channel & film")
        guard case .valid(let token) = verdict else { return XCTFail(verdict.verifierName) }
        XCTAssertEqual(token.sessionGUID, "4b2c")
        XCTAssertEqual(token.requestorID, "REF30")
        XCTAssertEqual(token.resourceID, "channel & film")
        XCTAssertEqual(token.mvpdID, "Cablevision")
        XCTAssertNil(token.proxyMVPDID)
        XCTAssertEqual(token.issueTime, issued)
        XCTAssertEqual(token.timeToLive, 420_000)
        XCTAssertEqual(token.notAfter, issued.advanced(bySeconds: 420))
        XCTAssertEqual(verdict.verifierName, "VALID_TOKEN")
    }

    func testEveryChangedByteOfTheSignedElementIsNoticed() throws {
        let token = try XCTUnwrap(Data(base64Encoded: MediaTokenFixture().serialized()))
        let start = try XCTUnwrap(token.firstRange(of: Data("<short".utf8))).lowerBound
        for index in start..<token.endIndex {
            var changed = token
            changed[index] ^= 1
            let verdict = try verdict(changed.base64EncodedString())
            XCTAssertNil(verdict.verifiedToken, "byte \(index - start)")
        }
    }

    func testTokenOfAnotherKeyIsRefused() throws {
        let token = try MediaTokenFixture().serialized()
        XCTAssertEqual(try verdict(token, trusting: "sample-idp-two-next"), .invalidSignature)
        XCTAssertEqual(
            MediaTokenVerifier(trusting: []).verdict(on: token, resource: nil, now: issued),
            .invalidSignature)
    }

    func testSmallKeyIsNotTrusted() throws {
        let name = "sample-idp-four-legacy"
        guard case .rsa(let bits) = try XCTUnwrap(MediaTokenFixture.keys(name).first).kind else {
            return XCTFail("The legacy key is expected to be RSA.")
        }
        XCTAssertLessThan(bits, 2048)
        let token = try MediaTokenFixture().serialized(signedBy: name)
        XCTAssertEqual(try verdict(token, trusting: name), .invalidSignature)
    }

    func testTokenIsValidFromItsIssueUntilItsTimeIsUp() throws {
        let token = try MediaTokenFixture().serialized()
        for (seconds, isValid) in [(-1, false), (0, true), (419, true), (420, false)] {
            let verdict = try verdict(token, after: Int64(seconds))
            XCTAssertEqual(
                verdict.verifierName, isValid ? "VALID_TOKEN" : "TOKEN_EXPIRED", "\(seconds)")
        }
    }

    func testClockSkewIsAllowedOnBothSides() throws {
        let token = try MediaTokenFixture().serialized()
        for (seconds, isValid) in [(-61, false), (-60, true), (479, true), (480, false)] {
            let verdict = try verdict(token, after: Int64(seconds), clockSkew: 60)
            XCTAssertEqual(
                verdict.verifierName, isValid ? "VALID_TOKEN" : "TOKEN_EXPIRED", "\(seconds)")
        }
    }

    func testResourceIsComparedByteForByte() throws {
        var fixture = MediaTokenFixture()
        fixture.fields[2].text = "caf\u{E9}"
        let token = try fixture.serialized()
        XCTAssertEqual(try verdict(token, resource: "caf\u{E9}").verifierName, "VALID_TOKEN")
        XCTAssertEqual(
            try verdict(token, resource: "cafe\u{301}").verifierName, "INVALID_RESOURCE_ID")
        XCTAssertEqual(try verdict(token, resource: nil).verifierName, "VALID_TOKEN")
    }

    func testExpiryIsToldBeforeTheResource() throws {
        let verdict = try verdict(MediaTokenFixture().serialized(), resource: "b", after: 9999)
        XCTAssertEqual(verdict.verifierName, "TOKEN_EXPIRED")
    }

    func testIssueTimeIsUnderstoodInThreeSpellings() throws {
        for text in ["1768478400000", "2026-01-15 12:00:00 +0000", "2026-01-15T13:00:00+01:00"] {
            var fixture = MediaTokenFixture()
            fixture.fields[4].text = text
            XCTAssertEqual(
                try MediaToken(unverified: fixture.serialized()).issueTime, issued, text)
        }
    }

    func testWhiteSpaceBetweenTheElementsIsNotSigned() throws {
        var fixture = MediaTokenFixture()
        fixture.separator = "\n  "
        XCTAssertEqual(try verdict(fixture.serialized()).verifierName, "VALID_TOKEN")
    }

    func testNothingButTheVerifiedElementIsRead() throws {
        // A second element before or after the signed one must not be believed.
        let forged = "<shortAuthorizationToken><resourceID>x</resourceID></shortAuthorizationToken>"
        let genuine = try MediaTokenFixture().serialized()
        let text = String(decoding: try XCTUnwrap(Data(base64Encoded: genuine)), as: UTF8.self)
        let end = "</signatureInfo>"
        for changed in [
            text.replacing(end, with: end + forged), text + forged,
            text.replacing(end, with: "<!--\(end)-->\(end)"), forged + text,
        ] {
            let verdict = try verdict(MediaTokenFixture.base64(changed))
            XCTAssertEqual(verdict, .invalidFormat(MediaTokenError.invalidFormat), changed)
        }
    }

    func testFieldThatIsMissingTwiceThereOrNoNumberIsRefused() throws {
        for index in MediaTokenFixture().fields.indices {
            var fixture = MediaTokenFixture()
            fixture.fields.append(fixture.fields[index])
            XCTAssertThrowsError(try MediaToken(unverified: fixture.serialized()))
            fixture.fields.removeLast()
            fixture.fields.remove(at: index)
            XCTAssertThrowsError(try MediaToken(unverified: fixture.serialized()))
        }
        for (index, text) in [
            (3, "-1"), (3, "7 minutes"), (4, "yesterday"), (4, "99999999999999999999"),
        ] {
            var fixture = MediaTokenFixture()
            fixture.fields[index].text = text
            XCTAssertThrowsError(try MediaToken(unverified: fixture.serialized()), text)
        }
    }

    func testHugeTimesDoNotTrap() throws {
        var fixture = MediaTokenFixture()
        fixture.fields[3].text = "\(Int64.max)"
        fixture.fields[4].text = "\(Int64.max)"
        let token = try MediaToken(unverified: fixture.serialized())
        XCTAssertGreaterThan(token.notAfter, token.issueTime)
    }

    func testWhatIsNotBase64InOneLineIsRefused() throws {
        let token = try MediaTokenFixture().serialized()
        for text in ["", "*", token + "\n", token.dropLast(2) + "--"] {
            guard case .invalidFormat = try verdict(String(text)) else { return XCTFail(text) }
        }
        XCTAssertEqual(
            try verdict(token + " "), .invalidFormat(MediaTokenError.invalidBase64))
    }

    func testDocumentTypeDeclarationIsRefused() throws {
        let bomb = "<signatureInfo>AA==</signatureInfo><!DOCTYPE a [<!ENTITY b 'c'>]>"
        let token = MediaTokenFixture.base64(bomb + MediaTokenFixture().element)
        XCTAssertEqual(try verdict(token), .invalidFormat(MediaTokenError.invalidFormat))
    }

    func testDescriptionsShowNothingOfTheToken() throws {
        var fixture = MediaTokenFixture()
        for index in [0, 1, 2, 5] { fixture.fields[index].text = Secret.planted("field") }
        let verdict = try verdict(fixture.serialized())
        let token = try XCTUnwrap(verdict.verifiedToken)
        for printing in printings(of: token) + printings(of: verdict) {
            XCTAssertFalse(Secret.inMessages.shows(in: printing), printing)
        }
    }
}
