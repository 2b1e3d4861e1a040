import Crypto
import Foundation
import InteroperabilitySupport
import XCTest
import XMLCore
import XMLSecurity

/// A signature of any layout, written in a test over bytes that the test spells out.
struct HandmadeSignature {
    /// A reference and what it digests.
    struct Reference {
        var uri: String? = ""
        /// `Transform` elements as they are written.
        var transforms: [String] = []
        var digestMethod = XMLDSig.DigestMethod.sha256
        /// Other attributes as they are written, after a space.
        var attributes = ""
        /// What is digested.
        var bytes: String
    }

    /// What signs.
    enum Signer {
        case secret(String)
        /// A private key, by what it makes of the bytes.
        case privateKey(([UInt8]) throws -> [UInt8])
    }

    var signer = Signer.secret(Self.secret)
    var references: [Reference]
    var signatureMethod = XMLDSig.SignatureMethod.hmacSHA256
    /// What the `SignatureMethod` holds.
    var methodParameters = ""
    var canonicalizationMethod = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// How many bytes of an HMAC are written.
    var valueLength = Int.max
    /// What stands after `SignatureValue`.
    var rest = ""

    static let secret = "a secret of tests"
    static let ds = "http://www.w3.org/2000/09/xmldsig#"

    /// The element, whose `SignedInfo` is written in its own canonical form.
    var xml: String {
        get throws {
            let info = try signedInfo
            let value = try self.value(over: Array(info.utf8)).prefix(valueLength)
            return "<ds:Signature xmlns:ds=\"\(Self.ds)\">\(info)"
                + "<ds:SignatureValue>\(Data(value).base64EncodedString())</ds:SignatureValue>"
                + "\(rest)</ds:Signature>"
        }
    }

    private var signedInfo: String {
        get throws {
            let written = try references.map { try Self.xml(of: $0) }.joined()
            return """
                <ds:SignedInfo xmlns:ds="\(Self.ds)"><ds:CanonicalizationMethod \
                Algorithm="\(canonicalizationMethod)"></ds:CanonicalizationMethod>\
                <ds:SignatureMethod Algorithm="\(signatureMethod.rawValue)">\(methodParameters)\
                </ds:SignatureMethod>\(written)</ds:SignedInfo>
                """
        }
    }

    private static func xml(of reference: Reference) throws -> String {
        let uri = reference.uri.map { " URI=\"\($0)\"" } ?? ""
        let transforms =
            reference.transforms.isEmpty
            ? "" : "<ds:Transforms>\(reference.transforms.joined())</ds:Transforms>"
        let digest = Data(digest(of: Data(reference.bytes.utf8), by: reference.digestMethod))
        return """
            <ds:Reference\(reference.attributes)\(uri)>\(transforms)<ds:DigestMethod \
            Algorithm="\(reference.digestMethod.rawValue)"></ds:DigestMethod><ds:DigestValue>\
            \(digest.base64EncodedString())</ds:DigestValue></ds:Reference>
            """
    }

    private static func digest(of bytes: Data, by method: XMLDSig.DigestMethod) -> [UInt8] {
        switch method {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        default: Array(SHA256.hash(data: bytes))
        }
    }

    private func value(over bytes: [UInt8]) throws -> [UInt8] {
        switch signer {
        case .privateKey(let sign): return try sign(bytes)
        case .secret(let secret):
            let key = SymmetricKey(data: Data(secret.utf8))
            switch signatureMethod {
            case .hmacSHA1:
                return Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key))
            case .hmacSHA384: return Array(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
            case .hmacSHA512: return Array(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
            default: return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
            }
        }
    }

    /// A `Transform` element without or with parameters.
    static func transform(_ algorithm: String, _ parameters: String = "") -> String {
        "<ds:Transform Algorithm=\"\(algorithm)\">\(parameters)</ds:Transform>"
    }

    static let enveloped = transform(ds + "enveloped-signature")
    static let base64 = transform(ds + "base64")

    static func canonicalization(_ method: XML.CanonicalizationMethod) -> String {
        transform(method.algorithmIdentifier)
    }

    /// An element to sign, in its exclusive canonical form.
    static let detached = "<s Id=\"s\">text</s>"

    /// A document with a signature over ``detached``, after a change to the signature.
    static func detachedDocument(
        _ change: (inout HandmadeSignature) throws -> Void
    ) throws -> String {
        var signature = HandmadeSignature(references: [
            Reference(
                uri: "#s", transforms: [canonicalization(.init(.exclusive))], bytes: detached)
        ])
        try change(&signature)
        return "<r>\(detached)\(try signature.xml)</r>"
    }
}

/// The verdict of a verifier that has the tests' secret and no other key.
func verifiedSignature(
    in document: String, trusting keys: [TrustedKey] = [],
    secrets: [String] = [HandmadeSignature.secret],
    policy: XMLDSig.InteroperabilityPolicy = .standard
) throws -> XMLDSig.VerifiedSignature {
    let document = try XML.Document(parsing: Array(document.utf8))
    let signature = try XCTUnwrap(document.rootElement.signatures.first)
    let secrets = secrets.compactMap { XMLDSig.SharedSecret(bytes: Array($0.utf8)) }
    return try XMLDSig.InteroperabilityVerifier(trusting: keys, secrets: secrets, policy: policy)
        .verifiedSignature(signature, in: document)
}

/// Asserts that a signature is refused, and why.
func assertRefused(
    _ document: String, _ code: XMLDSig.InteroperabilityFailure.Code,
    trusting keys: [TrustedKey] = [], secrets: [String] = [HandmadeSignature.secret],
    policy: XMLDSig.InteroperabilityPolicy = .standard, _ comment: String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws {
    XCTAssertThrowsError(
        try verifiedSignature(in: document, trusting: keys, secrets: secrets, policy: policy),
        comment, file: file, line: line
    ) {
        XCTAssertEqual(
            ($0 as? XMLDSig.InteroperabilityFailure)?.code, code, comment, file: file, line: line)
    }
}
