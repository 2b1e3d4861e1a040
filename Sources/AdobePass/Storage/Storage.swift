extension Pass {
    /// For which registration something is stored.
    public struct StorageKey: Hashable, Sendable, RedactedValue {
        /// The address of the registration.
        public let registration: BaseURL
        /// The software statement of the registration.
        public let softwareStatement: String

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - registration: Where the client registered.
        ///   - softwareStatement: What the client registered with.
        public init(registration: BaseURL, softwareStatement: String) {
            self.registration = registration
            self.softwareStatement = softwareStatement
        }
    }

    /// Keeps client credentials and access tokens between two runs of an app.
    ///
    /// Losing the credentials signs the user out. Both are secrets: keep them in a keychain or in a
    /// file that no other user can read.
    public protocol Storage: Sendable {
        /// Reads client credentials.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The credentials; `nil` if there are none.
        /// - Throws: Any error, if the storage cannot be read.
        func credentials(for key: StorageKey) async throws -> DCR.ClientCredentials?

        /// Keeps client credentials, replacing existing ones.
        ///
        /// - Parameters:
        ///   - credentials: The credentials; `nil` to forget them.
        ///   - key: For which registration.
        /// - Throws: Any error, if the storage cannot be written.
        func store(_ credentials: DCR.ClientCredentials?, for key: StorageKey) async throws

        /// Reads an access token.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The token; `nil` if there is none.
        /// - Throws: Any error, if the storage cannot be read.
        func accessToken(for key: StorageKey) async throws -> DCR.AccessToken?

        /// Keeps an access token, replacing an existing one.
        ///
        /// - Parameters:
        ///   - token: The token; `nil` to forget it.
        ///   - key: For which registration.
        /// - Throws: Any error, if the storage cannot be written.
        func store(_ token: DCR.AccessToken?, for key: StorageKey) async throws
    }
}
