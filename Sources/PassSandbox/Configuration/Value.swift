extension SandboxConfiguration {
    /// A value as JSON has them, with the members of an object in the order they were given.
    package enum Value: Hashable, Sendable {
        /// Nothing.
        case null
        /// A truth value.
        case boolean(Bool)
        /// A whole number.
        case integer(Int64)
        /// Another number.
        case number(Double)
        /// Text.
        case text(String)
        /// Values in order.
        case list([Value])
        /// Values by name.
        case object([Member])
    }

    /// A named value.
    package struct Member: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: Value

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

extension SandboxConfiguration.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates text.
    ///
    /// - Parameter value: The text.
    package init(stringLiteral value: String) { self = .text(value) }

    /// Creates a whole number.
    ///
    /// - Parameter value: The number.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a truth value.
    ///
    /// - Parameter value: The truth value.
    package init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// Creates a list.
    ///
    /// - Parameter elements: The values.
    package init(arrayLiteral elements: Self...) { self = .list(elements) }

    /// Creates an object.
    ///
    /// - Parameter elements: The names and values.
    package init(dictionaryLiteral elements: (String, Self)...) {
        self = .object(elements.map { SandboxConfiguration.Member($0.0, $0.1) })
    }
}

extension SandboxConfiguration.Value: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads a value of any form.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` if it is none of JSON's.
    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try members.allKeys.map {
                    SandboxConfiguration.Member(
                        $0.stringValue, try members.decode(Self.self, forKey: $0))
                }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [Self] = []
            while !elements.isAtEnd { values.append(try elements.decode(Self.self)) }
            self = .list(values)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if let value = try? single.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? single.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? single.decode(Double.self) {
                self = .number(value)
            } else {
                self = .text(try single.decode(String.self))
            }
        }
    }

    /// Writes the value.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: `EncodingError` for a number that JSON cannot have.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members {
                try container.encode(member.value, forKey: Name(stringValue: member.name))
            }
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .integer(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .text(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

extension SandboxConfiguration.Value {
    /// The member of an object with `name`.
    package subscript(name: String) -> Self? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The text, if it is some.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The values, if it is a list.
    package var list: [Self]? {
        if case .list(let values) = self { values } else { nil }
    }

    /// The truth value, if it is one.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }
}
