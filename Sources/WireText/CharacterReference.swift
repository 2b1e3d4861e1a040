/// The character references of XML and HTML.
package enum CharacterReference {
    /// Decodes character references; leaves other text unchanged.
    ///
    /// Of HTML's names those are known that occur in Base64, percent-encoding and markup.
    package static func undone(in text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            output += rest[..<ampersand]
            guard mayBegin(at: ampersand, in: rest) else {
                output.append(UInt8(ascii: "&"))
                rest = rest[(ampersand + 1)...]
                continue
            }
            let name = rest[(ampersand + 1)...].prefix(longestName)
                .prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") }
            let isClosed = name.endIndex < rest.endIndex && rest[name.endIndex] == UInt8(ascii: ";")
            if isClosed, let character = character(name) {
                output += Array(String(character).utf8)
                rest = rest[(name.endIndex + 1)...]
            } else {
                output.append(UInt8(ascii: "&"))
                rest = rest[(ampersand + 1)...]
            }
        }
        return output + rest
    }

    /// Returns whether a reference can begin at an ampersand, from the byte after it.
    package static func mayBegin(at ampersand: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard ampersand + 1 < text.endIndex else { return false }
        let byte = text[ampersand + 1]
        return byte == UInt8(ascii: "#")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static let longestName = 12

    private static func character(_ name: ArraySlice<UInt8>) -> Character? {
        guard name.first == UInt8(ascii: "#") else {
            return names[String(decoding: name, as: UTF8.self)]
        }
        let number = String(decoding: name.dropFirst(), as: UTF8.self)
        let value =
            number.hasPrefix("x") || number.hasPrefix("X")
            ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return value.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }

    private static let names: [String: Character] = [
        "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
        "QUOT": "\"", "apos": "'", "plus": "+", "equals": "=", "sol": "/", "percnt": "%",
        "colon": ":", "num": "#", "lowbar": "_", "NewLine": "\n", "Tab": "\t", "nbsp": "\u{A0}",
    ]
}
