public import AdobePass

extension Pass {
    /// A storage that outlives the app: a file, or on Apple's systems an item of the keychain.
    ///
    /// One storage is enough for an app, whatever the number of registrations. Two that write to the
    /// same place at the same moment may lose what one of them wrote.
    ///
    /// Damaged content counts as none: the app is told, and the next sign-on begins anew. What was
    /// in a file stays beside it, under its name with `.damaged` added.
    public actor PersistentStorage: Storage, SignOnMemory {
        private let place: any StoragePlace
        private let reportDamage: @Sendable (StorageError) -> Void

        private init(
            _ place: any StoragePlace, _ reportDamage: @escaping @Sendable (StorageError) -> Void
        ) {
            self.place = place
            self.reportDamage = reportDamage
        }

        /// A storage in a file that only its owner can read and write.
        ///
        /// The file is created when something is stored, and always replaced as a whole: an
        /// interruption leaves the former one. Its folder must exist.
        ///
        /// - Parameters:
        ///   - path: The path of the file, which belongs to this storage alone.
        ///   - reportDamage: Called with ``StorageError/Code/notAStorage`` when the content cannot be
        ///     read, which signs the user out.
        /// - Returns: The storage.
        public static func file(
            _ path: String, reportDamage: @escaping @Sendable (StorageError) -> Void
        ) -> PersistentStorage {
            PersistentStorage(StorageFile(path: path), reportDamage)
        }

        #if canImport(Security)
        /// A storage in the keychain of this device, readable after the device was unlocked once.
        ///
        /// What it holds outlives the app's removal on iOS and tvOS. This code was neither compiled nor
        /// run: it is written from Apple's documentation.
        ///
        /// - Parameters:
        ///   - service: The name of the item, the app's bundle identifier for instance.
        ///   - accessGroup: The group of apps that share the item; `nil` for this app alone.
        ///   - reportDamage: Called with ``StorageError/Code/notAStorage`` when the content cannot be
        ///     read, which signs the user out. It is replaced.
        /// - Returns: The storage.
        public static func keychain(
            service: String, accessGroup: String? = nil,
            reportDamage: @escaping @Sendable (StorageError) -> Void
        ) -> PersistentStorage {
            PersistentStorage(
                KeychainItem(service: service, accessGroup: accessGroup), reportDamage)
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

        /// Keeps client credentials, replacing existing ones.
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

        /// Keeps an access token, replacing an existing one.
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

        /// Reads the user's TV provider.
        ///
        /// - Parameter serviceProvider: For which service provider.
        /// - Returns: The MVPD; `nil` if there is none.
        /// - Throws: ``StorageError``.
        public func rememberedMVPD(
            for serviceProvider: ServiceProvider
        ) throws(StorageError) -> MVPDIdentifier? {
            try document().mvpds?[serviceProvider.rawValue].map(MVPDIdentifier.init(rawValue:))
        }

        /// Remembers the user's TV provider, replacing the former one.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD; `nil` to forget it.
        ///   - serviceProvider: For which service provider.
        /// - Throws: ``StorageError``.
        public func remember(
            _ mvpd: MVPDIdentifier?, for serviceProvider: ServiceProvider
        ) throws(StorageError) {
            var document = try document()
            guard document.mvpds?[serviceProvider.rawValue] != mvpd?.rawValue else { return }
            var mvpds = document.mvpds ?? [:]
            mvpds[serviceProvider.rawValue] = mvpd?.rawValue
            document.mvpds = mvpds
            try place.write(document.bytes())
        }

        private func document() throws(StorageError) -> StorageDocument {
            do throws(StorageError) {
                guard let bytes = try place.read() else { return StorageDocument() }
                return try StorageDocument(bytes)
            } catch {
                guard error.code == .notAStorage else { throw error }
                try place.setAside()
                reportDamage(error)
                return StorageDocument()
            }
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

/// A place for the bytes of a persistent storage.
protocol StoragePlace: Sendable {
    /// The bytes; `nil` if nothing was written yet.
    func read() throws(Pass.StorageError) -> [UInt8]?

    /// Replaces the bytes, all or none.
    func write(_ bytes: [UInt8]) throws(Pass.StorageError)

    /// Removes bytes that cannot be read, and keeps them elsewhere if there is a place for them.
    func setAside() throws(Pass.StorageError)
}
