extension RESTv1 {
    /// The metadata of the signed-in user.
    public struct UserMetadata: Hashable, Sendable, Codable, RedactedValue {
        /// The time of the latest change.
        public let updated: Pass.Timestamp?
        /// The names of the properties whose values are encrypted.
        public let encrypted: [String]
        /// The properties by name.
        public let data: [String: Pass.JSONValue]

        /// A Boolean value that indicates whether the user was signed in through Apple's sign-on,
        /// so that signing out takes the system's settings too.
        public var isFromApple: Bool {
            data["tokenSource"]?.text.map { $0.utf8.elementsEqual("Apple".utf8) } ?? false
        }

        enum CodingKeys: String, WireKey {
            case updated, encrypted, data
        }

        /// Creates metadata from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if a member is of another kind.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            updated = try values.integerIfPresent(.updated)
                .map(Pass.Timestamp.init(secondsOrMilliseconds:))
            encrypted = try values.list(.encrypted)
            data =
                try values.decodeIfPresent([String: Pass.JSONValue].self, forKey: .data) ?? [:]
        }

        /// The number of properties; never their names.
        public var description: String { "user metadata of \(data.count)" }
    }
}
