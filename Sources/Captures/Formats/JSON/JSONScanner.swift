/// Walks over JSON text (RFC 8259) and checks it without storing anything.
struct JSONScanner {
    let bytes: [UInt8]
    var index = 0
    /// Whether a backslash was passed since this was last set to `false`.
    private var hasEscape = false

    /// A piece of the text.
    struct Text {
        let range: Range<Int>
        /// Whether there is a backslash in it, so that it cannot be taken as it is.
        let hasEscape: Bool
    }

    /// How deep arrays and objects may be nested.
    static let maximumDepth = 64

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The error to throw when the byte at ``index`` is wrong.
    var failure: CaptureError { CaptureError(.invalidJSON, at: index) }

    /// Reads the byte that must stand here.
    mutating func expect(_ byte: UInt8) throws(CaptureError) {
        guard upcoming == byte else { throw failure }
        index += 1
    }

    private var upcoming: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipWhiteSpace() {
        while let byte = upcoming, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
        }
    }

    /// Reads the members of an object whose brace has been read, and its closing brace.
    mutating func members(
        depth: Int = 1, _ body: (_ name: Text, _ value: Text) -> Void
    ) throws(CaptureError) {
        skipWhiteSpace()
        if upcoming == UInt8(ascii: "}") {
            index += 1
            return
        }
        while true {
            skipWhiteSpace()
            let nameStart = index
            hasEscape = false
            try skipString()
            let name = Text(range: nameStart..<index, hasEscape: hasEscape)
            skipWhiteSpace()
            try expect(UInt8(ascii: ":"))
            skipWhiteSpace()
            let valueStart = index
            hasEscape = false
            try skipValue(depth: depth)
            body(name, Text(range: valueStart..<index, hasEscape: hasEscape))
            skipWhiteSpace()
            guard upcoming == UInt8(ascii: ",") else { return try expect(UInt8(ascii: "}")) }
            index += 1
        }
    }

    private mutating func skipValue(depth: Int) throws(CaptureError) {
        guard depth <= Self.maximumDepth else { throw failure }
        switch upcoming {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            index += 1
            try members(depth: depth + 1) { _, _ in }
        case UInt8(ascii: "["):
            index += 1
            try skipElements(depth: depth + 1)
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skipElements(depth: Int) throws(CaptureError) {
        skipWhiteSpace()
        if upcoming == UInt8(ascii: "]") {
            index += 1
            return
        }
        while true {
            skipWhiteSpace()
            try skipValue(depth: depth)
            skipWhiteSpace()
            guard upcoming == UInt8(ascii: ",") else { return try expect(UInt8(ascii: "]")) }
            index += 1
        }
    }

    private mutating func skip(_ word: StaticString) throws(CaptureError) {
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(unsafe word.utf8Start[offset])
        }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = upcoming, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            index += 1
        }
        return index - start
    }

    private mutating func skipNumber() throws(CaptureError) {
        if upcoming == UInt8(ascii: "-") { index += 1 }
        if upcoming == UInt8(ascii: "0") {
            // No digit may follow; whoever looks next finds it.
            index += 1
        } else {
            guard skipDigits() > 0 else { throw failure }
        }
        if upcoming == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() > 0 else { throw failure }
        }
        if upcoming == UInt8(ascii: "e") || upcoming == UInt8(ascii: "E") {
            index += 1
            if upcoming == UInt8(ascii: "+") || upcoming == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() > 0 else { throw failure }
        }
    }

    private mutating func skipString() throws(CaptureError) {
        try expect(UInt8(ascii: "\""))
        while true {
            index = bytes.firstSpecial(from: index)
            guard upcoming == UInt8(ascii: "\\") else { return try expect(UInt8(ascii: "\"")) }
            index += 1
            hasEscape = true
            try skipEscape()
        }
    }

    /// Reads what follows a backslash.
    private mutating func skipEscape() throws(CaptureError) {
        guard upcoming == UInt8(ascii: "u") else {
            guard let byte = upcoming, Self.escapes[byte] != nil else { throw failure }
            index += 1
            return
        }
        index += 1
        for _ in 0..<4 {
            guard let digit = upcoming, Self.hexValue(digit) != nil else { throw failure }
            index += 1
        }
    }

    /// What the character after a backslash stands for.
    static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    static func hexValue(_ digit: UInt8) -> UInt16? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(digit - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    /// The bytes a checked string stands for; unpaired surrogates become U+FFFD.
    static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count)
        var surrogates: [UInt16] = []
        func flush() {
            guard !surrogates.isEmpty else { return }
            output += String(decoding: surrogates, as: UTF16.self).utf8
            surrogates = []
        }
        var index = raw.startIndex
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\") else {
                flush()
                output.append(raw[index])
                index += 1
                continue
            }
            if raw[index + 1] == UInt8(ascii: "u") {
                let unit = raw[(index + 2)..<(index + 6)]
                    .reduce(UInt16(0)) { $0 << 4 | (hexValue($1) ?? 0) }
                surrogates.append(unit)
                index += 6
            } else {
                flush()
                output.append(escapes[raw[index + 1]] ?? raw[index + 1])
                index += 2
            }
        }
        flush()
        return output
    }
}
