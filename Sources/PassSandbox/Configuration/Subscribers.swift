internal import WireText

extension SandboxConfiguration {
    /// Someone who can sign in with a provider.
    struct Subscriber: Codable, Equatable, Sendable {
        /// The name to sign in with.
        var name: String
        /// The provider's identifier of the account.
        var userID: String
        /// SAML attributes by name.
        var samlAttributes: [String: [String]] = [:]
        /// User metadata by Adobe's key.
        var metadata: [String: JSONValue] = [:]
    }

    /// The encryption of sensitive user metadata for the programmer.
    struct MetadataEncryption: Codable, Equatable, Sendable {
        /// The programmer's RSA public key, PEM.
        var publicKey: String
        /// The padding.
        var padding = Padding.pkcs1
        /// The metadata that is encrypted.
        var keys = ["zip"]

        /// An RSA padding.
        enum Padding: String, Codable, CaseIterable {
            /// PKCS #1 version 1.5.
            case pkcs1 = "PKCS1v1.5"
            /// OAEP with SHA-1, the one both sides of most libraries start from.
            case oaep = "OAEP"
        }
    }
}
