internal import WireText

extension JSONValue {
    /// Reads a value; `nil` if the bytes are not JSON.
    init?(reading bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        guard let value = try? scanner.tree(), scanner.isAtEnd else { return nil }
        self = value
    }

    /// The first member of an object with a name.
    func member(_ name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The members of an object; none of any other value.
    var members: [(name: String, value: JSONValue)] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements, if it is a list.
    var elements: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The text, if it is some.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is a whole one.
    var wholeNumber: Int64? {
        switch self {
        case .integer(let number): Int64(number)
        case .number(let number) where number.magnitude < 9e18: Int64(number)
        default: nil
        }
    }

    /// The number, or that of a text with one.
    var lenientNumber: Int64? { wholeNumber ?? text.flatMap { Int64($0) } }

    /// The Boolean value, if it is one.
    var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// A Boolean value that indicates whether the value is an object.
    var isObject: Bool { if case .object = self { true } else { false } }
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
