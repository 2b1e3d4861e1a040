internal import Crypto
internal import CryptoExtras
internal import PayloadCoding
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes and reads service tokens: JSON Web Signatures, whose claims anybody can read.
///
/// The key is made when it is first needed.
actor ServiceTokenSigner {
    private let state: SandboxState
    private var key: _RSA.Signing.PrivateKey?

    init(state: SandboxState) { self.state = state }

    /// The content of a token whose signature has been verified.
    struct Claims: Sendable {
        let subject: String
        /// The device, scrambled, which Adobe's tokens do not name as far as is known.
        let device: String
        let issued: Int64
        let expires: Int64
    }

    /// A token and its validity.
    struct Token: Sendable {
        let text: String
        let notBefore: Int64
        let notAfter: Int64
    }

    /// Makes a token for a device.
    func token(subject: String, device: String) async throws -> Token {
        let start = state.now / 1000
        let end = start + Int64(state.configuration.ssoService.token)
        let header: JSONValue = [
            "alg": .string(state.configuration.ssoService.algorithm.rawValue), "typ": "JWT",
        ]
        let claims: JSONValue = [
            "iss": "ssoservicetoken", "sub": .string(subject), "nbf": .integer(start),
            "exp": .integer(end), "iat": .integer(start),
            "dev": .string(Self.name(of: device)),
        ]
        let signed = [header, claims].map { JWSText.encode($0.bytes) }.joined(separator: ".")
        let signature = try await signature(of: signed)
        return Token(
            text: "\(signed).\(JWSText.encode(signature))", notBefore: start * 1000,
            notAfter: end * 1000)
    }

    /// The claims of a token that this sandbox has signed; `nil` for any other text.
    func claims(of token: String) async throws -> Claims? {
        guard let parts = JWSText(token),
            parts.header["alg"]?.text == state.configuration.ssoService.algorithm.rawValue,
            try await isSignature(parts.signature, of: parts.signed)
        else { return nil }
        func seconds(_ name: String) -> Int64 { parts.claims[name]?.wholeNumber ?? 0 }
        return Claims(
            subject: parts.claims["sub"]?.text ?? "", device: parts.claims["dev"]?.text ?? "",
            issued: seconds("iat") * 1000, expires: seconds("exp") * 1000)
    }

    /// The name of a device in a token, which does not tell the identifier.
    static func name(of device: String) -> String {
        Hexadecimal.text(PseudonymousID.digest(device).prefix(16))
    }

    private func signature(of text: String) async throws -> [UInt8] {
        switch state.configuration.ssoService.algorithm {
        case .rs256:
            [UInt8](
                try await ready().signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5)
                    .rawRepresentation)
        case .hs256:
            [UInt8](
                HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: try await secret()))
        }
    }

    private func isSignature(_ bytes: [UInt8], of text: String) async throws -> Bool {
        switch state.configuration.ssoService.algorithm {
        case .rs256:
            try await ready().publicKey.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: Data(bytes)), for: Data(text.utf8),
                padding: .insecurePKCS1v1_5)
        case .hs256:
            HMAC<SHA256>.isValidAuthenticationCode(
                Data(bytes), authenticating: Data(text.utf8), using: try await secret())
        }
    }

    /// A secret that is made of the private key, so that one record keeps both.
    private func secret() async throws -> SymmetricKey {
        SymmetricKey(data: PseudonymousID.digest(try await state.key(SandboxKeys.serviceTokens)))
    }

    private func ready() async throws -> _RSA.Signing.PrivateKey {
        if let key { return key }
        let made = try _RSA.Signing.PrivateKey(
            pemRepresentation: try await state.key(SandboxKeys.serviceTokens))
        key = made
        return made
    }
}
