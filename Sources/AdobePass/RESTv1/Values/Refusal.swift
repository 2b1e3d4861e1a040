extension RESTv1 {
    /// The error of v1's plain form, which has no code.
    ///
    /// The texts are for people and may have come from an MVPD; the description leaves them out.
    public struct Refusal: Hashable, Sendable, Codable, RedactedValue {
        /// A status like HTTP's.
        public let status: Int?
        /// The error message.
        public let message: String?
        /// A text of the MVPD's.
        public let details: String?

        enum CodingKeys: String, WireKey {
            case status, message, details
        }

        /// Creates an error from JSON, which must have a `status` or a `message`.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if both are missing.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            status = try? values.integerIfPresent(.status).flatMap(Int.init(exactly:))
            message = try values.text(.message)
            details = try values.text(.details)
            guard status != nil || message != nil else {
                throw DecodingError.keyNotFound(
                    CodingKeys.message,
                    DecodingError.Context(codingPath: [], debugDescription: "no plain error"))
            }
        }

        /// A short description; it never contains the error's texts.
        public var description: String { "refusal" + (status.map { " (status \($0))" } ?? "") }
    }
}
