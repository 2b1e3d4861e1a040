import Foundation

/// A JSON value as Foundation reads it, with numbers and Booleans told apart.
public enum JSONTree: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// Reads one JSON value.
    public init(parsing bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }

    /// Reads one JSON value a line.
    public static func lines(_ bytes: some Sequence<UInt8>) throws -> [JSONTree] {
        try Array(bytes).split(separator: UInt8(ascii: "\n")).map { try JSONTree(parsing: $0) }
    }

    /// The member of an object, `nil` when there is none.
    public subscript(name: String) -> JSONTree? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element of an array, `nil` when there is none.
    public subscript(index: Int) -> JSONTree? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value when it is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value when it is a whole number.
    public var integer: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The elements when it is an array.
    public var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members when it is an object.
    public var members: [String: JSONTree]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSONTree: Decodable {
    /// Reads whatever stands there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What is most common is tried first: an attempt that fails costs far more than one that succeeds.
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode([String: JSONTree].self) {
            self = .object(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .array(try container.decode([JSONTree].self))
        }
    }
}

extension JSONTree: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONTree: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}
