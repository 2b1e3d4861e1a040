/// A JSON value (RFC 8259) that is about to be written.
///
/// It does what an encoder does, without reflection: records are written by the million.
@usableFromInline
package enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// Another number; one that JSON cannot have is written as null.
    case number(Double)
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
    package var bytes: [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    /// The value in UTF-8 with a line feed at its end.
    package var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }

    package func append(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .number(let value): output += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let text): Self.append(text, to: &output)
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
                Self.append(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a text in quotes, with escapes where it needs them.
    package static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        // What is contiguous need not be copied first.
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe append(UnsafeRawBufferPointer(utf8), to: &output)
        }
        if isWritten == nil {
            var copy = text
            copy.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &output) }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func append(_ utf8: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        if unsafe mayNeedEscapes(utf8) {
            unsafe appendEscaped(utf8, to: &output)
        } else {
            unsafe output.append(contentsOf: utf8)
        }
    }

    /// Returns whether a byte may need an escape, found eight bytes at a time.
    ///
    /// It may say yes where none does, never no where one does.
    private static func mayNeedEscapes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index &+ 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let controls = (word & UInt64(repeating: 0xE0)).marks(0)
            // Beyond ASCII there are line ends and controls, too.
            let found = controls | word.marks(0x22) | word.marks(0x5C) | word.marks(0x7F) | word
            if found & UInt64(repeating: 0x80) != 0 { return true }
            index &+= 8
        }
        while index < bytes.count {
            let byte = unsafe bytes[index]
            if byte >= 0x80 || needsEscape(byte) { return true }
            index &+= 1
        }
        return false
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
    }

    /// Appends text, with escapes for what ends a line or steers a terminal: controls, also those
    /// of two bytes (U+0080 to U+009F), and the separators U+2028 and U+2029.
    private static func appendEscaped(
        _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]
    ) {
        var index = 0
        while index < bytes.count {
            let byte = unsafe bytes[index]
            let second = unsafe index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == 0xC2, (0x80...0x9F).contains(second) {
                JSONEscape.append(UInt16(second), to: &output)
                index += 2
            } else if byte == 0xE2, second == 0x80, index + 2 < bytes.count,
                (0xA8...0xA9).contains(unsafe bytes[index + 2])
            {
                JSONEscape.append(0x1F80 + UInt16(unsafe bytes[index + 2]), to: &output)
                index += 3
            } else {
                appendEscaped(byte, to: &output)
                index += 1
            }
        }
    }

    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        guard needsEscape(byte) else { return output.append(byte) }
        let letter: UInt8? =
            switch byte {
            case 0x22, 0x5C: byte
            case 0x0A: UInt8(ascii: "n")
            case 0x0D: UInt8(ascii: "r")
            case 0x09: UInt8(ascii: "t")
            default: nil
            }
        guard let letter else { return JSONEscape.append(UInt16(byte), to: &output) }
        output.append(UInt8(ascii: "\\"))
        output.append(letter)
    }
}
