internal import HTTPTypes

extension SSOService {
    /// A token of the SSO Service with the end of its validity by this device's clock.
    public struct ServiceToken: Hashable, Sendable, Codable, RedactedValue {
        /// The token, which is opaque and a secret.
        public let text: String
        /// The end of the token's validity, counted from its receipt.
        public let expiresAt: Pass.Timestamp

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - text: The token.
        ///   - expiresAt: When it ends.
        public init(text: String, expiresAt: Pass.Timestamp) {
            self.text = text
            self.expiresAt = expiresAt
        }

        /// The life of a token that does not tell it.
        private static let usualLife: Duration = .seconds(3600)

        /// The token in an answer that was received now.
        init(_ answer: TokenAnswer, at now: Pass.Timestamp) {
            self.init(
                text: answer.token,
                expiresAt: now.advanced(by: answer.validity ?? Self.usualLife))
        }
    }

    /// The answer of the calls for a token.
    struct TokenAnswer: Decodable, RedactedValue {
        let token: String
        /// For how long the token is valid.
        let validity: Duration?

        /// The table of Adobe's page has the name `jws`, and its samples `serviceToken`.
        enum CodingKeys: String, WireKey { case serviceToken, jws, notBefore, notAfter }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let key: CodingKeys = try values.text(.serviceToken) == nil ? .jws : .serviceToken
            token = try values.decode(String.self, forKey: key)
            guard !token.isEmpty, HTTPField.isValidValue(token) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "not a header field's value")
            }
            validity = try values.validity(from: .notBefore, to: .notAfter)
        }
    }
}

extension KeyedDecodingContainer {
    /// The time between two instants; `nil` if one is missing or zero, as Adobe writes no instant.
    func validity(from start: Key, to end: Key) throws -> Duration? {
        let instants = try [start, end].map { key in
            try integerIfPresent(key).flatMap { number in
                number == 0 ? nil : Pass.Timestamp(milliseconds: number)
            }
        }
        return Duration.from(instants[0], to: instants[1])
    }
}
