internal import CryptoExtras
internal import PayloadCoding

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes media tokens: Base64 of XML with a signature over the text of its second element.
///
/// The names of the elements are those that Adobe's older SDKs documented. How they are put
/// together is this sandbox's own, because Adobe leaves reading a token to its own verifier.
struct MediaTokenSigner: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Creates a signer with an RSA key.
    init(pem: String) throws {
        key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
    }

    /// The content of a token.
    struct Content: Sendable {
        let sessionGUID: String
        let serviceProvider: String
        let resource: String
        let mvpd: String
        let proxyMVPD: String?
        let issued: Int64
        let seconds: Int
    }

    func token(_ content: Content) throws -> String {
        let escape = XMLText.escape
        let signed =
            "<shortAuthorizationToken>"
            + "<sessionGUID>\(escape(content.sessionGUID))</sessionGUID>"
            + "<requestorID>\(escape(content.serviceProvider))</requestorID>"
            + "<resourceID>\(escape(content.resource))</resourceID>"
            + "<ttl>\(Int64(content.seconds) * 1000)</ttl>"
            + "<issueTime>\(content.issued)</issueTime>"
            + "<mvpdId>\(escape(content.mvpd))</mvpdId>"
            + "<proxyMvpdId>\(escape(content.proxyMVPD ?? ""))</proxyMvpdId>"
            + "</shortAuthorizationToken>"
        // Bytes that are not a digest are hashed with SHA-256 by the library.
        let signature = try key.signature(
            for: Data(signed.utf8), padding: .insecurePKCS1v1_5
        ).rawRepresentation
        let text =
            "<signatureInfo>\(String(decoding: Base64.encoding([UInt8](signature)), as: UTF8.self))"
            + "</signatureInfo>\(signed)"
        return String(decoding: Base64.encoding([UInt8](text.utf8)), as: UTF8.self)
    }

    /// The public key, PEM.
    var publicKeyPEM: String { key.publicKey.pemRepresentation }
}
