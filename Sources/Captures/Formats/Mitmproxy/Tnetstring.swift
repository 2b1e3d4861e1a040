internal import WireText

/// A value in the notation of mitmproxy's flow files: `<length>:<payload><kind>`.
///
/// Nothing is built of a list or dictionary: its items are found in its bytes when they are asked for, so that neither
/// depth nor number of the items cost memory.
struct Tnetstring {
    /// The bytes between the length and the kind.
    let payload: ArraySlice<UInt8>
    private let kind: UInt8

    /// The digits that a length may have.
    static let longestLength = 12

    /// The length at the beginning of a value.
    enum Announcement {
        /// The digits and colon take `prefixCount` bytes.
        case length(Int, prefixCount: Int)
        /// More bytes may complete it.
        case unfinished
        case invalid
    }

    /// Reads the length at the beginning of `bytes`.
    static func announcement(in bytes: ArraySlice<UInt8>) -> Announcement {
        let digits = bytes.prefix(longestLength + 1).prefix(while: \.isDigit)
        guard digits.endIndex < bytes.endIndex else {
            return digits.count <= longestLength ? .unfinished : .invalid
        }
        guard !digits.isEmpty, digits.count <= longestLength,
            bytes[digits.endIndex] == UInt8(ascii: ":"),
            let length = Int(String(decoding: digits, as: UTF8.self))
        else { return .invalid }
        return .length(length, prefixCount: digits.count + 1)
    }

    /// Takes the value at the beginning of `bytes`, `nil` if there is none that is complete.
    init?(takenFrom bytes: inout ArraySlice<UInt8>) {
        guard case .length(let length, let prefixCount) = Self.announcement(in: bytes),
            length < bytes.count - prefixCount
        else { return nil }
        let start = bytes.startIndex + prefixCount
        payload = bytes[start..<(start + length)]
        kind = bytes[start + length]
        guard ",;#^!~]}".utf8.contains(kind) else { return nil }
        bytes = bytes[(start + length + 1)...]
    }

    /// A Boolean value that indicates whether this is a dictionary.
    var isDictionary: Bool { kind == UInt8(ascii: "}") }

    /// The bytes of a string; old versions write text as bytes.
    var bytes: ArraySlice<UInt8>? {
        kind == UInt8(ascii: ",") || kind == UInt8(ascii: ";") ? payload : nil
    }

    /// The text of a string.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The text of a number.
    var number: String? {
        kind == UInt8(ascii: "#") || kind == UInt8(ascii: "^")
            ? String(decoding: payload, as: UTF8.self) : nil
    }

    /// A Boolean value that indicates whether this is `true`.
    var isTrue: Bool { kind == UInt8(ascii: "!") && payload.elementsEqual("true".utf8) }

    /// Calls `body` with each item of a list; other values have none.
    ///
    /// - Returns: False if the list is damaged.
    @discardableResult
    func forEachItem(_ body: (Tnetstring) -> Void) -> Bool {
        guard kind == UInt8(ascii: "]") else { return true }
        var rest = payload
        while !rest.isEmpty {
            guard let item = Tnetstring(takenFrom: &rest) else { return false }
            body(item)
        }
        return true
    }

    /// Calls `body` with each member of a dictionary; other values have none.
    ///
    /// - Returns: False if the dictionary is damaged.
    @discardableResult
    func forEachMember(_ body: (_ name: String, Tnetstring) -> Void) -> Bool {
        guard isDictionary else { return true }
        var rest = payload
        while !rest.isEmpty {
            guard let name = Tnetstring(takenFrom: &rest)?.text,
                let value = Tnetstring(takenFrom: &rest)
            else { return false }
            body(name, value)
        }
        return true
    }
}
