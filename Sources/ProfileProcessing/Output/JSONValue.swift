/// A JSON value (RFC 8259) that is about to be written.
///
/// It does what an encoder does, without reflection: records are written by the million.
package enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case string(String)
    /// Text that needs no escapes, which spares a large payload the way through `String`.
    case plain([UInt8])
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// The string, or null without one.
    package static func string(orNull text: String?) -> JSONValue {
        text.map { .string($0) } ?? .null
    }

    package static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }

    /// The value in UTF-8, on one line.
    package var octets: [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    /// The value in UTF-8 with a line feed at its end.
    package var line: [UInt8] { octets + [UInt8(ascii: "\n")] }

    package func append(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .string(let text): Self.quote(text, to: &output)
        case .plain(let text):
            output.append(UInt8(ascii: "\""))
            output += text
            output.append(UInt8(ascii: "\""))
        case .array(let values):
            output.append(UInt8(ascii: "["))
            for (number, value) in values.enumerated() {
                if number > 0 { output.append(UInt8(ascii: ",")) }
                value.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (number, member) in members.enumerated() {
                if number > 0 { output.append(UInt8(ascii: ",")) }
                Self.quote(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func quote(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        let utf8 = text.utf8
        if utf8.contains(where: needsEscape) {
            for octet in utf8 { appendEscaped(octet, to: &output) }
        } else {
            output += utf8
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == 0x22 || octet == 0x5C || octet == 0x7F
    }

    private static func appendEscaped(_ octet: UInt8, to output: inout [UInt8]) {
        guard needsEscape(octet) else { return output.append(octet) }
        output.append(UInt8(ascii: "\\"))
        switch octet {
        case 0x22, 0x5C: output.append(octet)
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            output += "u00".utf8
            output.append(digits[Int(octet >> 4)])
            output.append(digits[Int(octet & 0x0F)])
        }
    }
}
