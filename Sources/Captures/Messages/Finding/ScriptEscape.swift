internal import WireText

/// The escapes that strings of JavaScript have and those of JSON do not.
enum ScriptEscape {
    /// Returns the bytes with each `\x2B` written as `\u002B`, which JSON has, too.
    static func asJSON(_ bytes: [UInt8]) -> [UInt8] {
        guard ByteText.contains("\\x", in: bytes[...]) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 3 / 2)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "x"), index > 0, index + 2 < bytes.count,
                bytes[index - 1] == UInt8(ascii: "\\"), Hexadecimal.value(bytes[index + 1]) != nil,
                Hexadecimal.value(bytes[index + 2]) != nil
            {
                output += "u00".utf8
            } else {
                output.append(bytes[index])
            }
            index += 1
        }
        return output
    }
}
