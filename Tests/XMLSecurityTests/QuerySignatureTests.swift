import PayloadCoding
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signatures over query strings: what is verified, what is refused, and what is read.
final class QuerySignatureTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a ID='x'><!-- kept --><b>text</b></a>"

    private func verifier(
        _ key: SigningKey = SignedFixture.p256, policy: XMLDSig.Policy = .standard
    ) throws -> SignatureVerifier {
        SignatureVerifier(
            trusting: try TrustedKey.keys(pemEncoded: key.publicKeyPEM), policy: policy)
    }

    private func code(
        _ fixture: SignedQueryFixture, by key: SigningKey = SignedFixture.p256
    ) throws -> VerificationFailure.Code? {
        switch try verifier(key).verdict(onSignatureOf: fixture.query) {
        case .success: return nil
        case .failure(let failure):
            XCTAssertTrue(failure.isOverQuery)
            XCTAssertTrue(failure.description.contains("query string"), failure.description)
            XCTAssertFalse(failure.description.contains("text"))
            return failure.code
        }
    }

    func testTheElementIsReadFromExactlyTheMessageThatWasSent() throws {
        for key in [SignedFixture.p256, try SignedFixture.rsa()] {
            let fixture = try SignedQueryFixture(xml, by: key)
            let verified = try verifier(key).verdict(onSignatureOf: fixture.query).get()
            XCTAssertEqual(verified.bytes, Array(xml.utf8))
            XCTAssertEqual(verified.element.name.localName, "a")
            XCTAssertEqual(verified.signatureMethod, key.signatureMethod)
            XCTAssertNil(verified.signedInfo)
            XCTAssertEqual(
                verified.key, try TrustedKey.keys(pemEncoded: key.publicKeyPEM).first)
        }
    }

    func testEveryChangedByteOfTheSignedParametersIsNoticed() throws {
        let fixture = try SignedQueryFixture("<a/>", relayState: "r s")
        for (index, parameter) in fixture.values.enumerated() where parameter.name != .signature {
            for offset in parameter.sentValue.indices {
                let digit = parameter.sentValue[offset]
                guard digit.isLetter || digit.isNumber else { continue }
                var changed = fixture
                changed.values[index].sentValue.replaceSubrange(
                    offset...offset, with: digit == "2" ? "3" : "2")
                // What is no escape any more is refused before.
                guard let query = try? changed.query else { continue }
                XCTAssertThrowsError(try verifier().verdict(onSignatureOf: query).get())
            }
        }
    }

    func testWhatTheBindingDoesNotHaveIsRefusedByName() throws {
        let good = try SignedQueryFixture(xml)
        XCTAssertNil(try code(good))
        func changed(_ change: (inout SignedQueryFixture) -> Void) -> SignedQueryFixture {
            var fixture = good
            change(&fixture)
            return fixture
        }
        XCTAssertEqual(try code(changed { $0[.signature] = nil }), .queryWithoutSignature)
        XCTAssertEqual(try code(changed { $0[.sigAlg] = nil }), .queryWithoutSigAlg)
        XCTAssertEqual(try code(changed { $0[.signature] = "" }), .malformedSignature)
        XCTAssertEqual(try code(changed { $0[.signature] = "A-__" }), .malformedSignature)
        XCTAssertEqual(try code(changed { $0.isDeflated = false }), .queryNotDeflated)
        XCTAssertEqual(
            try code(changed { $0.xml = Array("no XML".utf8) }), .canonicalizationFailed)
        let query = try good.query
        let escaped = SignedQuery(
            parameters: query.parameters.map {
                SignedQuery.Parameter(
                    name: $0.name, isPlainlyNamed: $0.name != .relayState, sentValue: $0.sentValue,
                    value: $0.value)
            }, xml: query.xml, isDeflated: true)
        guard case .failure(let failure) = try verifier().verdict(onSignatureOf: escaped) else {
            return XCTFail("an escaped name was accepted")
        }
        XCTAssertEqual(failure.code, .queryNameEscaped)
    }

    func testTheAlgorithmMustBeAllowedAndGoWithTheKey() throws {
        let more = "http://www.w3.org/2001/04/xmldsig-more#"
        for name in [
            more + "hmac-sha256", "http://www.w3.org/2000/09/xmldsig#rsa-sha1", more + "rsa-md5",
            "http://www.w3.org/2000/09/xmldsig#dsa-sha1", "none", "",
        ] {
            XCTAssertEqual(
                try code(SignedQueryFixture(xml, algorithm: name)), .signatureMethodNotAllowed, name
            )
        }
        XCTAssertEqual(
            try code(SignedQueryFixture(xml, algorithm: more + "rsa-sha256")), .keyOfOtherKind)
        XCTAssertEqual(
            try code(SignedQueryFixture(xml, algorithm: more + "ecdsa-sha512")), .signatureMismatch)
        XCTAssertEqual(
            try code(SignedQueryFixture(xml, by: SignedFixture.stranger)), .signatureMismatch)
    }

    func testWithoutTrustedKeysNothingIsVerified() throws {
        let query = try SignedQueryFixture(xml).query
        guard
            case .failure(let failure) = SignatureVerifier(trusting: [])
                .verdict(onSignatureOf: query)
        else { return XCTFail("it was accepted") }
        XCTAssertEqual(failure.code, .noTrustedKey)
        XCTAssertFalse(failure.isRefusal)
    }
}
