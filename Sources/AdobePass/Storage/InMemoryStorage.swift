extension Pass {
    /// A storage that forgets everything when it goes: for tests and for trying things out.
    public actor InMemoryStorage: Storage, SignOnMemory {
        private var credentials: [StorageKey: DCR.ClientCredentials] = [:]
        private var tokens: [StorageKey: DCR.AccessToken] = [:]
        private var mvpds: [ServiceProvider: MVPDIdentifier] = [:]

        /// Creates an empty storage.
        public init() {}

        /// Reads client credentials.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The credentials; `nil` if there are none.
        public func credentials(for key: StorageKey) -> DCR.ClientCredentials? {
            credentials[key]
        }

        /// Keeps client credentials, replacing existing ones.
        ///
        /// - Parameters:
        ///   - credentials: The credentials; `nil` to forget them.
        ///   - key: For which registration.
        public func store(_ credentials: DCR.ClientCredentials?, for key: StorageKey) {
            self.credentials[key] = credentials
        }

        /// Reads an access token.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The token; `nil` if there is none.
        public func accessToken(for key: StorageKey) -> DCR.AccessToken? { tokens[key] }

        /// Keeps an access token, replacing an existing one.
        ///
        /// - Parameters:
        ///   - token: The token; `nil` to forget it.
        ///   - key: For which registration.
        public func store(_ token: DCR.AccessToken?, for key: StorageKey) { tokens[key] = token }

        /// Reads the user's TV provider.
        ///
        /// - Parameter serviceProvider: For which service provider.
        /// - Returns: The MVPD; `nil` if there is none.
        public func rememberedMVPD(for serviceProvider: ServiceProvider) -> MVPDIdentifier? {
            mvpds[serviceProvider]
        }

        /// Remembers the user's TV provider, replacing the former one.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD; `nil` to forget it.
        ///   - serviceProvider: For which service provider.
        public func remember(_ mvpd: MVPDIdentifier?, for serviceProvider: ServiceProvider) {
            mvpds[serviceProvider] = mvpd
        }
    }
}
