import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Freshly signed responses, and what becomes of them when they are verified.
enum SignedFixture {
    /// What of a response is signed.
    enum Layout: CaseIterable {
        case assertion
        case response
        case both
    }

    /// What a verifier makes of a message.
    enum Verdict: Hashable {
        case accepted
        case signature(VerificationFailure.Code)
        case structure(SAML.StructureError.Code)
        case parsing(XML.ParsingError.Code)
        case decryption(DecryptionFailure.Code)
    }

    /// Keys that were made for this run; an RSA key takes long to make.
    static let p256 = SigningKey.makeP256()
    static let stranger = SigningKey.makeP256()
    private static let madeRSA = Result { try SigningKey.makeRSA() }

    static func rsa() throws -> SigningKey { try madeRSA.get() }

    /// A signed response; the prefix of the signature is `ds`.
    static func message(
        _ layout: Layout = .assertion, of response: ResponseFixture = ResponseFixture(),
        by key: SigningKey = p256
    ) throws -> String {
        var bytes = Array(response.xml.utf8)
        let signer = EnvelopedSigner(key: key)
        let issuer = XML.QualifiedName("Issuer", in: .assertion)
        if layout != .response {
            bytes = try signer.signing("_assertion", in: bytes, after: issuer)
        }
        if layout != .assertion {
            bytes = try signer.signing("_response", in: bytes, after: issuer)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Trusts a key whoever the issuer is.
    static func trusting(_ key: SigningKey = p256) throws -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: key.publicKeyPEM))
        return trust
    }

    static func verified(
        _ message: String, trusting trust: SAML.TrustStore, policy: XMLDSig.Policy = .standard,
        now: SAML.Instant? = nil
    ) throws -> SAML.VerifiedResponse {
        try SAML.MessageVerifier(trusting: trust, policy: policy, now: now)
            .verifiedResponse(in: XML.Document(parsing: Array(message.utf8)))
    }

    static func verdict(
        _ message: String, trusting trust: SAML.TrustStore? = nil,
        policy: XMLDSig.Policy = .standard, now: SAML.Instant? = nil
    ) throws -> Verdict {
        do {
            _ = try verified(message, trusting: trust ?? trusting(), policy: policy, now: now)
            return .accepted
        } catch let failure as SAML.MessageVerifier.Failure {
            switch failure {
            case .signature(let failure): return .signature(failure.code)
            case .structure(let error): return .structure(error.code)
            case .decryption(let failure): return .decryption(failure.code)
            }
        } catch let error as XML.ParsingError {
            return .parsing(error.code)
        }
    }
}

/// One change to a signed message.
extension String {
    /// The message with its first `old` replaced, which must be there.
    func changing(_ old: String, to new: String) throws -> String {
        let range = try XCTUnwrap(firstRange(of: old), "There is no \(old) to change.")
        return replacingCharacters(range, with: new)
    }

    /// The first element of this name as it is written, which must not hold another of its name.
    func part(_ name: String) throws -> String {
        let start = try XCTUnwrap(firstRange(of: "<\(name)")?.lowerBound, "There is no \(name).")
        let end = try XCTUnwrap(self[start...].firstRange(of: "</\(name)>")?.upperBound)
        return String(self[start..<end])
    }

    /// The message with another text in the first element of this name.
    func settingText(of name: String, to text: String) throws -> String {
        try changing(part(name), to: "<\(name)>\(text)</\(name)>")
    }

    /// The text of the first element of this name.
    func text(of name: String) throws -> String {
        let part = try part(name)
        let start = try XCTUnwrap(part.firstIndex(of: ">"))
        return String(part[part.index(after: start)...].dropLast(name.utf8.count + 3))
    }

    private func replacingCharacters(_ range: Range<Index>, with new: String) -> String {
        String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}

/// Asserts that a message is refused, and why.
func assertVerdict(
    _ message: String, _ expected: SignedFixture.Verdict, trusting trust: SAML.TrustStore? = nil,
    policy: XMLDSig.Policy = .standard, _ comment: String = "", file: StaticString = #filePath,
    line: UInt = #line
) throws {
    let verdict = try SignedFixture.verdict(message, trusting: trust, policy: policy)
    XCTAssertEqual(verdict, expected, comment, file: file, line: line)
}
