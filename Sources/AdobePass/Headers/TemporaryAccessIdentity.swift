internal import PayloadCoding

extension Pass {
    /// The user of promotional temporary access, for `AP-TempPass-Identity`.
    ///
    /// Adobe wants a hash of what the user entered, made by the programmer.
    public struct TemporaryAccessIdentity: Hashable, Sendable, RedactedValue {
        /// The identity information, `{"email":"…"}` with a hash for instance.
        public let text: String

        /// Creates an identity.
        ///
        /// - Parameter text: The identity information, in clear.
        public init(_ text: String) { self.text = text }

        /// The value of the header: Base64.
        public var headerValue: String {
            String(decoding: Base64.encoding(Array(text.utf8)), as: UTF8.self)
        }
    }
}
