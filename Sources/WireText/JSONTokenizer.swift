/// A reader of JSON text (RFC 8259), token by token: it checks all of a text and builds only what is asked for.
///
/// This is the grammar. ``JSONScanner`` reads bytes in memory by it, and a stream of Captures files of any size.
// Without this attribute the compiler would specialize nothing of it for a reader in another module.
@usableFromInline
package protocol JSONTokenizer: ~Copyable {
    associatedtype Failure: Error

    /// The number of containers that were entered.
    var depth: Int { get set }
    /// The error for a next byte that is wrong.
    var failure: Failure { get }

    /// Returns the next byte, `nil` at the end.
    mutating func upcoming() throws(Failure) -> UInt8?
    /// Passes white space and returns the byte after it, `nil` at the end.
    mutating func next() throws(Failure) -> UInt8?
    /// Passes the next byte.
    mutating func pass()
    /// Passes the bytes at hand up to the first that a string cannot simply contain; there may be none.
    mutating func passPlain()
    /// Notes that an escape comes next.
    mutating func noteEscape()
    /// Reads a string and subtracts its length from `room`, which is negative if it is not complete.
    mutating func text(within room: inout Int) throws(Failure) -> String
    /// Reads a number and returns it as it is written.
    mutating func numberText() throws(Failure) -> String
}

extension JSONTokenizer where Self: ~Copyable {
    /// The number of levels that arrays and objects may be nested.
    @inlinable
    package static var maximumDepth: Int { 64 }

    // MARK: Containers

    /// Reads the brace or bracket that opens a container.
    @inlinable @inline(__always)
    package mutating func enter(_ opening: UInt8) throws(Failure) {
        _ = try next()
        try expect(opening)
        depth += 1
    }

    /// Reads on to another member of the object that was entered, or over its brace.
    ///
    /// - Parameter isFirst: Whether no member was read yet; `true` before the first call.
    /// - Returns: Whether there is another one.
    /// - Throws: The failure of the source.
    @inlinable @inline(__always)
    package mutating func hasMember(_ isFirst: inout Bool) throws(Failure) -> Bool {
        try hasNext(&isFirst, closing: UInt8(ascii: "}"))
    }

    /// Reads on to another element of the array that was entered, or over its bracket.
    ///
    /// - Parameter isFirst: Whether no element was read yet; `true` before the first call.
    /// - Returns: Whether there is another one.
    /// - Throws: The failure of the source.
    @inlinable @inline(__always)
    package mutating func hasElement(_ isFirst: inout Bool) throws(Failure) -> Bool {
        guard try hasNext(&isFirst, closing: UInt8(ascii: "]")) else { return false }
        try checkDepth()
        return true
    }

    @inlinable @inline(__always)
    mutating func hasNext(_ isFirst: inout Bool, closing: UInt8) throws(Failure) -> Bool {
        let byte = try next()
        if isFirst {
            isFirst = false
            guard byte == closing else { return true }
        } else if byte == UInt8(ascii: ",") {
            pass()
            _ = try next()
            return true
        }
        try expect(closing)
        depth -= 1
        return false
    }

    /// Reads what stands between the name of a member and its value.
    @inlinable @inline(__always)
    package mutating func passColon() throws(Failure) {
        _ = try next()
        try expect(UInt8(ascii: ":"))
        _ = try next()
        try checkDepth()
    }

    @inlinable @inline(__always)
    package mutating func expect(_ byte: UInt8) throws(Failure) {
        guard try upcoming() == byte else { throw failure }
        pass()
    }

    @inlinable @inline(__always)
    func checkDepth() throws(Failure) {
        guard depth <= Self.maximumDepth else { throw failure }
    }

    // MARK: Values

    /// Reads a value of any kind and keeps nothing of it.
    @inlinable
    package mutating func skipValue() throws(Failure) {
        var isFirst = true
        switch try next() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            try enter(UInt8(ascii: "{"))
            while try hasMember(&isFirst) {
                try skipString()
                try passColon()
                try skipValue()
            }
        case UInt8(ascii: "["):
            try enter(UInt8(ascii: "["))
            while try hasElement(&isFirst) { try skipValue() }
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    @inlinable
    mutating func skip(_ word: StaticString) throws(Failure) {
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(unsafe word.utf8Start[offset])
        }
    }

    @inlinable
    package mutating func skipNumber() throws(Failure) {
        if try upcoming() == UInt8(ascii: "-") { pass() }
        if try upcoming() == UInt8(ascii: "0") {
            // No digit may follow; the next read reports one.
            pass()
        } else {
            try skipDigits()
        }
        if try upcoming() == UInt8(ascii: ".") {
            pass()
            try skipDigits()
        }
        guard let mark = try upcoming(), mark | 0x20 == UInt8(ascii: "e") else { return }
        pass()
        if let sign = try upcoming(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            pass()
        }
        try skipDigits()
    }

    @inlinable
    mutating func skipDigits() throws(Failure) {
        guard let first = try upcoming(), first.isDigit else { throw failure }
        while let byte = try upcoming(), byte.isDigit { pass() }
    }

    // MARK: Strings

    @inlinable @inline(__always)
    mutating func skipString() throws(Failure) {
        try expect(UInt8(ascii: "\""))
        try skipContent()
        pass()
    }

    /// Reads the rest of a string, up to the quote that ends it.
    @inlinable
    package mutating func skipContent() throws(Failure) {
        while true {
            passPlain()
            switch try upcoming() {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try skipEscape()
            // The bytes at hand ended.
            case let byte? where byte >= 0x20: continue
            default: throw failure
            }
        }
    }

    @inlinable
    mutating func skipEscape() throws(Failure) {
        noteEscape()
        pass()
        guard let kind = try upcoming() else { throw failure }
        let hasNumber = kind == UInt8(ascii: "u")
        guard hasNumber || JSONEscape.character(kind) != nil else { throw failure }
        pass()
        guard hasNumber else { return }
        for _ in 0..<4 {
            guard let digit = try upcoming(), Hexadecimal.value(digit) != nil else { throw failure }
            pass()
        }
    }
}

extension JSONTokenizer where Self: ~Copyable {
    /// Reads a value of any kind and builds it.
    ///
    /// - Parameter limit: The bytes of its strings and names; every value counts as a few more.
    /// - Returns: The value, `nil` when it is larger, in which case it was passed.
    /// - Throws: The failure of the source.
    @inlinable
    package mutating func element(limit: Int = .max) throws(Failure) -> JSONValue? {
        var room = limit
        let value = try value(within: &room)
        return room < 0 ? nil : value
    }

    @inlinable
    mutating func value(within room: inout Int) throws(Failure) -> JSONValue {
        room -= 8
        guard room >= 0 else {
            try skipValue()
            return .null
        }
        var isFirst = true
        switch try next() {
        case UInt8(ascii: "\""): return .string(try text(within: &room))
        case UInt8(ascii: "{"):
            var members: [(name: String, value: JSONValue)] = []
            try enter(UInt8(ascii: "{"))
            while try hasMember(&isFirst) {
                let name = try text(within: &room)
                try passColon()
                let value = try value(within: &room)
                if room >= 0 { members.append((name, value)) }
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try enter(UInt8(ascii: "["))
            while try hasElement(&isFirst) {
                let value = try value(within: &room)
                if room >= 0 { elements.append(value) }
            }
            return .array(elements)
        case UInt8(ascii: "t"):
            try skip("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try skip("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try skip("null")
            return .null
        default:
            let digits = try numberText()
            // One that no `Double` can have is infinite.
            return Int(digits).map { .integer($0) } ?? .number(Double(digits) ?? .infinity)
        }
    }
}
