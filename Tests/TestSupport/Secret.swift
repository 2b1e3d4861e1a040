import Foundation

/// Something that is planted in messages and keys and must not be printed.
public struct Secret: Sendable {
    /// What stands in every planted text and nowhere else.
    public static let marker = "zQ7xVw"

    /// A text that holds ``marker`` and says where it was planted.
    public static func planted(_ place: String) -> String { "\(place)-\(marker)-\(place)" }

    /// The planted texts, in any spelling.
    public static let inMessages = Secret(bytes: Array(marker.utf8))

    private let spellings: [Data]

    /// A secret that shows when all of these bytes are printed, in whatever spelling.
    public init(bytes: [UInt8]) {
        func joined(_ separator: String, _ radix: Int) -> String {
            bytes.map { byte in
                let digits = String(byte, radix: radix)
                return radix == 16 && digits.utf8.count == 1 ? "0" + digits : digits
            }.joined(separator: separator)
        }
        // Base64 spells the same bytes in three ways, by where they stand in a group; the digits
        // at both ends belong to their neighbours too.
        let base64 = (0..<3).map { shift in
            let digits = Self.base64([UInt8](repeating: 0, count: shift) + bytes)
            return String(digits.dropFirst(shift == 0 ? 0 : shift + 1).prefix(bytes.count - 2))
        }
        spellings =
            [Data(bytes)]
            + (base64 + [joined("", 16), joined(" ", 16), joined(", ", 10)]).map { Data($0.utf8) }
    }

    /// Whether a text has the secret in it.
    public func shows(in text: String) -> Bool {
        // Bytes and not characters: what is searched for may be a part of one.
        let bytes = Data(text.utf8)
        return spellings.contains { bytes.range(of: $0) != nil }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count / 3 * 3, by: 3) {
            let bits = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            for shift in [18, 12, 6, 0] { text.append(digits[bits >> shift & 0x3F]) }
        }
        return text
    }
}

/// Everything Swift prints of a value: its descriptions and its mirror, all the way down.
public func printings(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), "\(value)", dumped]
}
