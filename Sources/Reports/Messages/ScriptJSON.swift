internal import WireText

/// JSON that stands inside a script element and is data wherever it comes from.
///
/// No character of it means anything to HTML or XML, so that nothing a sender writes can end the element, and nothing
/// in the file is invisible.
enum ScriptJSON {
    /// Returns the value on one line.
    static func bytes(_ value: JSONValue) -> [UInt8] {
        let plain = value.bytes
        guard plain.contains(where: { isSpecial($0) }) else { return plain }
        var output: [UInt8] = []
        output.reserveCapacity(plain.count + plain.count / 8)
        if plain.contains(where: { $0 >= 0x80 }) {
            for scalar in String(decoding: plain, as: UTF8.self).unicodeScalars {
                if scalar.value < 0x80 {
                    append(UInt8(scalar.value), to: &output)
                } else if scalar.isInvisible {
                    for unit in String(scalar).utf16 { JSONEscape.append(unit, to: &output) }
                } else {
                    output += Array(String(scalar).utf8)
                }
            }
        } else {
            for byte in plain { append(byte, to: &output) }
        }
        return output
    }

    /// Returns whether a byte is `&`, `<` or `>`, or beyond ASCII's printed characters.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x26 || byte == 0x3C || byte == 0x3E || byte >= 0x7F
    }

    /// Outside of strings, JSON has none of these characters.
    private static func append(_ byte: UInt8, to output: inout [UInt8]) {
        if byte < 0x7F, isSpecial(byte) {
            JSONEscape.append(UInt16(byte), to: &output)
        } else {
            output.append(byte)
        }
    }
}
