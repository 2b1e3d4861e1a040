extension SSOService {
    /// A code that lets another device join.
    public struct LinkCode: Hashable, Sendable, RedactedValue {
        /// The code, to be shown as it is: it has no fixed length and no fixed alphabet.
        public let text: String
        /// The end of the code's validity by this device's clock, counted from its receipt.
        public let expiresAt: Pass.Timestamp

        /// The shortest life that Adobe's page gives a code, for one that does not tell it.
        private static let shortestLife: Duration = .seconds(300)

        init(_ answer: LinkAnswer, at now: Pass.Timestamp) {
            text = answer.code
            expiresAt = now.advanced(by: answer.validity ?? Self.shortestLife)
        }
    }

    /// The answer of the call for a code.
    struct LinkAnswer: Decodable, RedactedValue {
        let code: String
        /// For how long the code is valid.
        let validity: Duration?

        /// The table of Adobe's page has the name `link`, and its samples `code`.
        enum CodingKeys: String, WireKey { case code, link, notBefore, notAfter }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            guard let code = try values.text(.code) ?? values.text(.link), !code.isEmpty else {
                throw DecodingError.keyNotFound(
                    CodingKeys.code,
                    DecodingError.Context(
                        codingPath: values.codingPath, debugDescription: "no code"))
            }
            self.code = code
            validity = try values.validity(from: .notBefore, to: .notAfter)
        }
    }
}
