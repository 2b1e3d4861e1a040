extension RESTv2 {
    /// Something known about the user, readable or encrypted.
    public struct Attribute: Hashable, Sendable, Codable, RedactedValue {
        /// The value; the Base64 text of a ciphertext if it is encrypted.
        public let value: Pass.JSONValue
        /// The state of the value: plain or encrypted.
        public let state: AttributeState
        /// The reason why there is no value, if the server gives one.
        public let error: Pass.ErrorCode?

        enum CodingKeys: String, WireKey {
            case value, state, error
        }

        /// The state of the value; never the value.
        public var description: String {
            state.isEncrypted ? "encrypted attribute" : "attribute"
        }
    }
}

extension RESTv2.Attribute {
    /// Creates an attribute from JSON.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if there is no object.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decodeIfPresent(Pass.JSONValue.self, forKey: .value) ?? .null
        state = try values.word(.state) ?? .plain
        error = try values.word(.error)
    }
}
