extension Pass {
    /// Any JSON value: what user metadata may hold.
    ///
    /// Its descriptions show the kind of the value only, since metadata tells about a person.
    public enum JSONValue: Hashable, Sendable, Codable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number without a fraction.
        case integer(Int64)
        /// Any other number.
        case number(Double)
        /// A string.
        case string(String)
        /// A list.
        case array([JSONValue])
        /// An object.
        case object([String: JSONValue])

        /// Creates a value from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no JSON value.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([JSONValue].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSONValue].self))
            }
        }

        /// Writes the value as JSON.
        ///
        /// - Parameter encoder: The encoder.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }

        /// The text of a string; `nil` for other kinds.
        public var text: String? {
            if case .string(let text) = self { text } else { nil }
        }

        /// The truth value of a Boolean or of the strings `true` and `false`, which are sent in its
        /// place; `nil` for everything else.
        public var flag: Bool? {
            switch self {
            case .bool(let value): value
            case .string("true"): true
            case .string("false"): false
            default: nil
            }
        }

        /// The texts of a list of strings, or the one of a string; `nil` for other kinds.
        public var texts: [String]? {
            switch self {
            case .string(let text): [text]
            case .array(let values): values.compactMap(\.text)
            default: nil
            }
        }

        /// The integer of a number, or of a string with one; `nil` for everything else.
        public var integer: Int64? {
            switch self {
            case .integer(let value): value
            case .string(let text): Int64(text)
            default: nil
            }
        }

        /// The members of an object; `nil` for other kinds.
        public var members: [String: JSONValue]? {
            if case .object(let members) = self { members } else { nil }
        }
    }
}

extension Pass.JSONValue: RedactedValue {
    /// The kind of the value; never what it is.
    public var description: String {
        switch self {
        case .null: "JSON null"
        case .bool: "JSON Boolean"
        case .integer, .number: "JSON number"
        case .string: "JSON string"
        case .array(let values): "JSON list of \(values.count)"
        case .object(let members): "JSON object of \(members.count)"
        }
    }
}
