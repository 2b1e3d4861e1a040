internal import AdobePass
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// JSON with the members of objects in the order they were given.
enum JSONText {
    typealias Value = SandboxConfiguration.Value

    /// Writes a value.
    static func write(_ value: Value) -> String {
        String(decoding: value.json.bytes, as: UTF8.self)
    }

    /// Reads a value; `nil` if the bytes are not JSON.
    static func read(_ bytes: [UInt8]) -> Value? {
        decode(Value.self, from: bytes)
    }

    /// Reads a value of a type; `nil` if the bytes are not JSON of its form.
    static func decode<Decoded: Decodable>(_ type: Decoded.Type, from bytes: [UInt8]) -> Decoded? {
        guard JSONNesting.isDecodable(bytes) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

extension SandboxConfiguration.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(Int(value))
        case .number(let value): .number(value)
        case .text(let text): .string(text)
        case .list(let values): .array(values.map(\.json))
        case .object(let members): .object(members.map { ($0.name, $0.value.json) })
        }
    }

    /// An object without the members that have no value.
    static func members(_ members: [(String, Self?)]) -> Self {
        .object(
            members.compactMap { name, value in
                value.map { SandboxConfiguration.Member(name, $0) }
            })
    }

    /// Text, or nothing.
    static func text(_ text: String?) -> Self? { text.map { .text($0) } }
}
