internal import WireText

extension JSONStream {
    /// Reads a value of any kind and builds it.
    ///
    /// - Parameter limit: The bytes of the strings and names that are held; every value counts as a few more.
    /// - Returns: The value, `nil` when it is larger, in which case it was passed.
    /// - Throws: A ``CaptureError`` when there is no value here, or it is nested too deeply.
    mutating func element(limit: Int) throws(CaptureError) -> JSONValue? {
        var room = limit
        let value = try value(&room)
        return room < 0 ? nil : value
    }

    private mutating func value(_ room: inout Int) throws(CaptureError) -> JSONValue {
        room -= Self.valueCost
        guard room >= 0 else {
            try skipValue()
            return .null
        }
        switch try valueStart() {
        case UInt8(ascii: "\""):
            let text = try string(limit: room)
            room = text.isWhole ? room - text.bytes.count : -1
            return .string(String(decoding: text.bytes, as: UTF8.self))
        case UInt8(ascii: "{"): return try object(&room)
        case UInt8(ascii: "["): return try array(&room)
        case UInt8(ascii: "t"):
            try skipValue()
            return .boolean(true)
        case UInt8(ascii: "f"):
            try skipValue()
            return .boolean(false)
        case UInt8(ascii: "n"):
            try skipValue()
            return .null
        default: return try numberValue()
        }
    }

    private static let valueCost = 8

    private mutating func object(_ room: inout Int) throws(CaptureError) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        try enter(UInt8(ascii: "{"))
        var isFirst = true
        while let name = try nextName(&isFirst) {
            room -= name.count
            let value = try value(&room)
            if room >= 0 {
                members.append((name: String(decoding: name, as: UTF8.self), value: value))
            }
        }
        return .object(members)
    }

    private mutating func array(_ room: inout Int) throws(CaptureError) -> JSONValue {
        var elements: [JSONValue] = []
        try enter(UInt8(ascii: "["))
        var isFirst = true
        while try hasElement(&isFirst) {
            let value = try value(&room)
            if room >= 0 { elements.append(value) }
        }
        return .array(elements)
    }

    /// Reads a number; one that no `Double` can have is infinite.
    private mutating func numberValue() throws(CaptureError) -> JSONValue {
        let text = try numberText()
        if let integer = Int(text) { return .integer(integer) }
        return .number(Double(text) ?? .infinity)
    }
}

extension JSONValue {
    /// The values of all members with a name, the elements of arrays among them one by one.
    func all(_ name: String) -> [JSONValue] {
        (members ?? []).filter { $0.name == name }.flatMap { $0.value.elements ?? [$0.value] }
    }

    /// The number, also of a string that is one.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The integer, also of a string that is one.
    var int: Int? { double.flatMap { Int(exactly: $0) } }

    /// The text of a string, a number or a Boolean value.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let value): "\(value)"
        default: nil
        }
    }
}
