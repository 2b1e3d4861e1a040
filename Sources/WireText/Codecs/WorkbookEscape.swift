/// The escapes in which workbooks write control characters: `_x000D_` (Office Open XML, ST_Xstring).
package enum WorkbookEscape {
    private static let length = 7

    /// Returns the bytes with line feeds and tabs for their escapes, and without those of carriage returns; `nil` if
    /// there are none.
    package static func undone(in bytes: [UInt8]) -> [UInt8]? {
        let pattern = Array("_x000".utf8)
        var output: [UInt8] = []
        var start = 0
        var isChanged = false
        while let offset = bytes.firstOffset(of: pattern, from: start) {
            output += bytes[start..<offset]
            let end = offset + length
            if end <= bytes.count, bytes[end - 1] == UInt8(ascii: "_"),
                let value = Hexadecimal.value(bytes[end - 2]),
                value == 0x0D || value == 0x0A || value == 0x09
            {
                if value != 0x0D { output.append(value) }
                isChanged = true
                start = end
            } else {
                output += pattern
                start = offset + pattern.count
            }
        }
        return isChanged ? output + bytes[start...] : nil
    }
}
