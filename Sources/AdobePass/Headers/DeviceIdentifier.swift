internal import PayloadCoding

extension Pass {
    /// The identifier of this device; sign-ins belong to it and are lost if it changes.
    ///
    /// It has to survive restarts, updates and installations. A SHA-256 of the system's identifier
    /// for the vendor, in lower-case hexadecimal digits, is what Adobe recommends; computing it is the
    /// caller's part.
    public struct DeviceIdentifier: Hashable, Sendable, Codable, RedactedValue {
        /// The identifier, in clear.
        public let text: String

        /// Creates an identifier.
        ///
        /// - Parameter text: The identifier.
        public init(_ text: String) { self.text = text }

        /// The value of v2's `AP-Device-Identifier`: `fingerprint` and the identifier in Base64.
        public var fingerprint: String {
            "fingerprint " + String(decoding: Base64.encoding(Array(text.utf8)), as: UTF8.self)
        }
    }
}
