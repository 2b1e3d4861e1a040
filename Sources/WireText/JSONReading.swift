/// Values that were read: their parts, each `nil` where the value is of another kind.
extension JSONValue {
    /// Reads a value; `nil` if the bytes are not JSON.
    package init?(reading bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        guard let value = try? scanner.element(), scanner.isAtEnd else { return nil }
        self = value
    }

    /// The value of the first member with a name, also if it is null.
    package subscript(_ name: String) -> JSONValue? {
        members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The members of an object.
    package var members: [(name: String, value: JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean value.
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The number without its fraction.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): Int64(number)
        case .number(let number) where number.magnitude < 9e18: Int64(number)
        default: nil
        }
    }

    /// The number without its fraction, or the whole number in a text.
    package var lenientNumber: Int64? { wholeNumber ?? text.flatMap { Int64($0) } }

    /// The number, also of a text that is one.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The integer, also of a text that is one.
    package var int: Int? {
        // `Int(exactly:)` would need the C library's mathematics, which nothing else here links.
        guard let double, (-0x1p63..<0x1p63).contains(double) else { return nil }
        let whole = Int(double)
        return Double(whole) == double ? whole : nil
    }

    /// The text of a string, a number or a Boolean value.
    package var scalarText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let value): "\(value)"
        default: nil
        }
    }
}
