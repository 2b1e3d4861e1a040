internal import AdobePass
package import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads JSON of others.
enum JSONText {
    /// Reads a value; `nil` if the bytes are not JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        decode(JSONValue.self, from: bytes)
    }

    /// Reads a value of a type; `nil` if the bytes are not JSON of its form.
    static func decode<Decoded: Decodable>(_ type: Decoded.Type, from bytes: [UInt8]) -> Decoded? {
        guard JSONNesting.isDecodable(bytes) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

extension JSONValue {
    /// A text, or nothing.
    static func string(_ text: String?) -> JSONValue? { text.map { .string($0) } }

    /// A whole number of 64 bits.
    static func integer(_ number: Int64) -> JSONValue { .integer(Int(number)) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object of the members that have a value.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        self = .object(elements.compactMap { name, value in value.map { (name, $0) } })
    }
}

extension JSONValue: Equatable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        left.bytes == right.bytes
    }
}

extension JSONValue: Codable {
    /// Reads a value of any form; the members of an object are sorted by name.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .object(sorting: try value.decode([String: JSONValue].self))
        }
    }

    /// Writes the value, the text of ``plain(_:)`` as any other.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var value = encoder.singleValueContainer()
            try value.encodeNil()
        case .boolean(let boolean): try boolean.encode(to: encoder)
        case .integer(let integer): try integer.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .plain(let text): try String(decoding: text, as: UTF8.self).encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members):
            try Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
                .encode(to: encoder)
        }
    }

    /// An object with its members sorted by name.
    static func object(sorting members: [String: JSONValue]) -> JSONValue {
        .object(
            members.map { ($0.key, $0.value) }
                .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    }
}
