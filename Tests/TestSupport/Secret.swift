import Foundation

/// Something that is planted in messages and keys and must not be printed.
public struct Secret: Sendable {
    /// What stands in every planted text and nowhere else.
    public static let marker = "zQ7xVw"

    /// A text that holds ``marker`` and says where it was planted.
    public static func planted(_ place: String) -> String { "\(place)-\(marker)-\(place)" }

    /// The planted texts, in any spelling.
    public static let inMessages = Secret(bytes: Array(marker.utf8))

    private let spellings: [[UInt8]]

    /// A secret that shows when all of these bytes are printed, in whatever spelling.
    public init(bytes: [UInt8]) {
        func joined(_ bytes: [UInt8], _ separator: String, _ radix: Int) -> String {
            bytes.map { byte in
                let digits = String(byte, radix: radix)
                return radix == 16 && digits.utf8.count == 1 ? "0" + digits : digits
            }.joined(separator: separator)
        }
        let hexadecimal = [
            joined(bytes, "", 16), joined(bytes, " ", 16), joined(bytes.reversed(), "", 16),
        ]
        let digits = hexadecimal + hexadecimal.map { $0.uppercased() } + [joined(bytes, ", ", 10)]
        let wide: [[UInt8]] = [
            bytes.flatMap { [$0, 0] as [UInt8] }, bytes.flatMap { [0, $0] as [UInt8] },
        ]
        let base64: [[UInt8]] = ([bytes] + wide).flatMap { bytes -> [[UInt8]] in
            (0..<3).flatMap { shift -> [[UInt8]] in
                let digits = Self.base64(bytes, at: shift)
                let other = digits.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
                return other == digits ? [digits] : [digits, other]
            }
        }
        spellings = [bytes] + base64 + digits.map { Array($0.utf8) }
    }

    /// Whether a text has the secret in it.
    public func shows(in text: String) -> Bool { shows(in: Array(text.utf8)) }

    /// Whether bytes have the secret in them, as they are or with their escapes undone.
    public func shows(in bytes: [UInt8]) -> Bool {
        var layer = bytes
        for _ in 0..<Self.mostLayers {
            if spellings.contains(where: { layer.holds($0) }) { return true }
            let next = EscapedBytes.undone(layer)
            if next == layer { return false }
            layer = next
        }
        return spellings.contains { layer.holds($0) }
    }

    private static let mostLayers = 4

    /// The digits that spell the bytes and nothing else, with so many bytes before them in their group of three.
    private static func base64(_ bytes: [UInt8], at shift: Int) -> [UInt8] {
        let group = Data([UInt8](repeating: 0, count: shift) + bytes)
        let digits = Array(group.base64EncodedString().utf8)
        return Array(digits[((8 * shift + 5) / 6)..<(8 * group.count / 6)])
    }
}

extension [UInt8] {
    /// Whether the bytes hold others, which are not empty.
    fileprivate func holds(_ other: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { all in
            unsafe other.withUnsafeBytes { part in
                guard var start = all.baseAddress, let needle = part.baseAddress else {
                    return false
                }
                let end = unsafe start + all.count
                while unsafe end - start >= part.count,
                    let hit = unsafe memchr(start, Int32(other[0]), end - start - part.count + 1)
                {
                    if unsafe memcmp(hit, needle, part.count) == 0 { return true }
                    unsafe start = UnsafeRawPointer(hit) + 1
                }
                return false
            }
        }
    }
}

/// Everything Swift prints of a value: its descriptions and its mirror, all the way down.
public func printings(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), "\(value)", dumped]
}
