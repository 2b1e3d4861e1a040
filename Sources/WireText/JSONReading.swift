/// Values that were read: their parts, each `nil` where the value is of another kind.
extension JSONValue {
    /// Reads a value; `nil` if the bytes are not JSON.
    package init?(reading bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        guard let value = try? scanner.tree(), scanner.isAtEnd else { return nil }
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
}

extension JSONScanner {
    /// Reads a value of any kind.
    fileprivate mutating func tree() throws(Failure) -> JSONValue {
        switch next() {
        case UInt8(ascii: "{"):
            var found: [(name: String, value: JSONValue)] = []
            try object { (name: String, scanner: inout JSONScanner) throws(Failure) in
                found.append((name, try scanner.tree()))
            }
            return .object(found)
        case UInt8(ascii: "["):
            var found: [JSONValue] = []
            try array { (scanner: inout JSONScanner) throws(Failure) in
                found.append(try scanner.tree())
            }
            return .array(found)
        case UInt8(ascii: "\""): return .string(try string() ?? "")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try boolean() ?? false)
        case UInt8(ascii: "n"):
            _ = try null()
            return .null
        default:
            let digits = String(decoding: written(try value()), as: UTF8.self)
            return Int(digits).map { .integer($0) } ?? .number(Double(digits) ?? 0)
        }
    }
}
