/// White space at one place of a message, as it was received and as it was signed; either may be empty.
struct WhiteSpacePlace {
    /// The surroundings of a place.
    enum Position {
        case betweenTags
        /// All there is in an element.
        case emptyElement
        /// The beginning or the end of a value.
        case edge
        case insideValue
        case insideBase64
        /// The beginning or the end of the value of an XML attribute.
        case attributeEdge
        case insideAttribute
    }

    let position: Position
    /// The number of elements around what follows.
    let depth: Int
    /// The number of bytes since the place before it in the same value, or since the value's beginning.
    let distance: Int
    /// The number of the part: a signature signs its `SignedInfo`, and that the digest of the content.
    let part: Int
    /// Carriage returns are single bytes here, which canonical bytes write as references.
    let received: [UInt8]
    let signed: [UInt8]
    /// The number of places that this one stands for, which differ in nothing that counts.
    var count = 1

    var isChanged: Bool { received != signed }
    var isInAttribute: Bool { position == .attributeEdge || position == .insideAttribute }
    var isBetweenTags: Bool { position == .betweenTags || position == .emptyElement }
}

extension WhiteSpacePlace {
    static let space = UInt8(ascii: " ")
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    /// Returns what the cookbook's normalization makes of the place as it was signed: one space for each run of spaces
    /// and tabs, and no line breaks.
    ///
    /// Canonical bytes write references for all other white space, which it does not touch.
    var collapsed: [UInt8] {
        var output: [UInt8] = []
        var isInRun = false
        for byte in signed {
            let isBlank = byte == Self.space || byte == Self.tab && !isInAttribute
            let isDropped = byte == Self.newline && !isInAttribute
            if isBlank {
                if !isInRun { output.append(Self.space) }
            } else if !isDropped {
                output.append(byte)
            }
            isInRun = isBlank
        }
        return output
    }

    /// Returns the place as it was signed, with another byte or none for each line break.
    func signed(replacingNewlines replacement: UInt8?) -> [UInt8] {
        guard !isInAttribute else { return signed }
        return signed.compactMap { $0 == Self.newline ? replacement : $0 }
    }
}

// MARK: Lines

extension WhiteSpacePlace {
    var signedLineCount: Int { Self.lineCount(of: signed) }
    var receivedLineCount: Int { Self.lineCount(of: received) }

    private static func lineCount(of bytes: [UInt8]) -> Int {
        bytes.reduce(0) { $1 == newline ? $0 + 1 : $0 }
    }

    /// A Boolean value that indicates whether blank lines were put beside the line breaks that there were, and no more.
    var addsBlankLines: Bool {
        guard signedLineCount > 0, receivedLineCount > signedLineCount else { return false }
        func edges(_ bytes: [UInt8]) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
            (bytes.prefix { $0 != Self.newline }, Self.indentations(in: bytes).last)
        }
        return edges(received) == edges(signed)
    }

    /// The received indentation of what follows, which is empty where no line begins.
    var indentation: ArraySlice<UInt8> { Self.indentations(in: received).last ?? [] }

    /// The beginnings of the lines in a run.
    private static func indentations(in bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
        bytes.split(separator: newline, omittingEmptySubsequences: false).dropFirst()
    }

    /// Returns whether all lines between tags were received with the indentation of their level, which is the same for
    /// every level, and without anything at their ends.
    static func areIndentedByLevel(_ places: [WhiteSpacePlace]) -> Bool {
        var levels: [Int: [Int: ArraySlice<UInt8>]] = [:]
        for place in places where place.isBetweenTags && place.receivedLineCount > 0 {
            guard place.received.first == newline else { return false }
            for line in indentations(in: place.received) {
                let known = levels[place.part]?[place.depth] ?? line
                guard known == line else { return false }
                levels[place.part, default: [:]][place.depth] = line
            }
        }
        var units: Set<[UInt8]> = []
        for lines in levels.values {
            for (depth, line) in lines {
                guard let inner = lines[depth + 1] else { continue }
                guard inner.starts(with: line) else { return false }
                units.insert(Array(inner.dropFirst(line.count)))
            }
        }
        return units.count <= 1
    }
}
