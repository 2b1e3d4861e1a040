public import AdobePass

extension Pass {
    /// A storage that outlives the app: a file, or on Apple's systems an item of the keychain.
    ///
    /// One storage is enough for an app, whatever the number of registrations. Two that write to the
    /// same place at the same moment may lose what one of them wrote.
    public actor PersistentStorage: Storage {
        private let place: any StoragePlace

        private init(_ place: any StoragePlace) { self.place = place }

        /// A storage in a file that only its owner can read and write.
        ///
        /// The file is created when something is stored, and always replaced as a whole: an
        /// interruption leaves the former one. Its folder must exist.
        ///
        /// - Parameter path: The path of the file, which belongs to this storage alone.
        /// - Returns: The storage.
        public static func file(_ path: String) -> PersistentStorage {
            PersistentStorage(StorageFile(path: path))
        }

        #if canImport(Security)
        /// A storage in the keychain of this device, readable after the device was unlocked once.
        ///
        /// What it holds outlives the app's removal on iOS and tvOS. It was never run.
        ///
        /// - Parameters:
        ///   - service: The name of the item, the app's bundle identifier for instance.
        ///   - accessGroup: The group of apps that share the item; `nil` for this app alone.
        /// - Returns: The storage.
        public static func keychain(
            service: String, accessGroup: String? = nil
        ) -> PersistentStorage {
            PersistentStorage(KeychainItem(service: service, accessGroup: accessGroup))
        }
        #endif

        /// The identifier of this device, random and created the first time.
        ///
        /// Sign-ins belong to it. Where the system has an identifier that lasts as long, use that.
        ///
        /// - Returns: The identifier.
        /// - Throws: ``StorageError``.
        public func deviceIdentifier() throws(StorageError) -> DeviceIdentifier {
            var document = try document()
            if let identifier = document.deviceIdentifier { return DeviceIdentifier(identifier) }
            let identifier = (0..<8).map { _ in
                String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
            }.joined()
            document.deviceIdentifier = identifier
            try place.write(document.bytes())
            return DeviceIdentifier(identifier)
        }

        /// Reads client credentials.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The credentials; `nil` if there are none.
        /// - Throws: ``StorageError``.
        public func credentials(
            for key: StorageKey
        ) throws(StorageError) -> DCR.ClientCredentials? {
            try document()[key]?.credentials
        }

        /// Keeps client credentials in place of those there are.
        ///
        /// - Parameters:
        ///   - credentials: The credentials; `nil` to forget them.
        ///   - key: For which registration.
        /// - Throws: ``StorageError``.
        public func store(
            _ credentials: DCR.ClientCredentials?, for key: StorageKey
        ) throws(StorageError) {
            try change(key) { $0.credentials = credentials }
        }

        /// Reads an access token.
        ///
        /// - Parameter key: For which registration.
        /// - Returns: The token; `nil` if there is none.
        /// - Throws: ``StorageError``.
        public func accessToken(for key: StorageKey) throws(StorageError) -> DCR.AccessToken? {
            try document()[key]?.accessToken
        }

        /// Keeps an access token in place of the one there is.
        ///
        /// - Parameters:
        ///   - token: The token; `nil` to forget it.
        ///   - key: For which registration.
        /// - Throws: ``StorageError``.
        public func store(
            _ token: DCR.AccessToken?, for key: StorageKey
        ) throws(StorageError) {
            try change(key) { $0.accessToken = token }
        }

        private func document() throws(StorageError) -> StorageDocument {
            guard let bytes = try place.read() else { return StorageDocument() }
            return try StorageDocument(bytes)
        }

        private func change(
            _ key: StorageKey, _ change: (inout StorageDocument.Registration) -> Void
        ) throws(StorageError) {
            var document = try document()
            document.change(key, change)
            try place.write(document.bytes())
        }
    }
}

/// Where the bytes of a persistent storage are.
protocol StoragePlace: Sendable {
    /// The bytes; `nil` if nothing was written yet.
    func read() throws(Pass.StorageError) -> [UInt8]?

    /// Replaces the bytes, all or none.
    func write(_ bytes: [UInt8]) throws(Pass.StorageError)
}
