internal import AdobePass

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
        var text = ""
        write(value, into: &text)
        return text
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

    private static func write(_ value: Value, into text: inout String) {
        switch value {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .text(let value): write(text: value, into: &text)
        case .list(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                write(value, into: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                write(text: member.name, into: &text)
                text += ":"
                write(member.value, into: &text)
            }
            text += "}"
        }
    }

    private static func write(text value: String, into text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension SandboxConfiguration.Value {
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
