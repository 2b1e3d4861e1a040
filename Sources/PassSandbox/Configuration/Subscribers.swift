extension SandboxConfiguration {
    /// Someone who can sign in with a provider.
    package struct Subscriber: Codable, Hashable, Sendable {
        /// The name to sign in with.
        package var name: String
        /// The provider's identifier of the account.
        package var userID: String
        /// SAML attributes by name.
        package var samlAttributes: [String: [String]]
        /// User metadata by Adobe's key.
        package var metadata: [String: Value]

        /// Creates a subscriber.
        ///
        /// - Parameters:
        ///   - name: The name to sign in with.
        ///   - userID: The provider's identifier of the account.
        ///   - samlAttributes: SAML attributes by name.
        ///   - metadata: User metadata by Adobe's key.
        package init(
            name: String, userID: String, samlAttributes: [String: [String]] = [:],
            metadata: [String: Value] = [:]
        ) {
            self.name = name
            self.userID = userID
            self.samlAttributes = samlAttributes
            self.metadata = metadata
        }

        /// Reads a subscriber.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            name = try members.decode(String.self, forKey: .name)
            userID = try members.value(.userID, or: "user-\(name)")
            samlAttributes = try members.value(.samlAttributes, or: [:])
            metadata = try members.value(.metadata, or: [:])
        }
    }

    /// The encryption of sensitive user metadata for the programmer.
    package struct MetadataEncryption: Codable, Hashable, Sendable {
        /// The programmer's RSA public key, PEM.
        package var publicKey: String
        /// The padding.
        package var padding: Padding
        /// The metadata that is encrypted.
        package var keys: [String]

        /// An RSA padding.
        package enum Padding: String, Codable, Hashable, Sendable, CaseIterable {
            /// PKCS #1 version 1.5.
            case pkcs1 = "PKCS1v1.5"
            /// OAEP with SHA-1, the one both sides of most libraries start from.
            case oaep = "OAEP"
        }

        /// Creates the settings.
        ///
        /// - Parameters:
        ///   - publicKey: The programmer's RSA public key, PEM.
        ///   - padding: The padding.
        ///   - keys: The metadata that is encrypted.
        package init(publicKey: String, padding: Padding = .pkcs1, keys: [String] = ["zip"]) {
            self.publicKey = publicKey
            self.padding = padding
            self.keys = keys
        }

        /// Reads the settings.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            publicKey = try members.decode(String.self, forKey: .publicKey)
            padding = try members.value(.padding, or: .pkcs1)
            keys = try members.value(.keys, or: ["zip"])
        }
    }
}
