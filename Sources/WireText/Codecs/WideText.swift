/// UTF-16 with or without a byte order mark.
package struct WideText: Equatable, Sendable {
    package let isBig: Bool
    package let hasMark: Bool

    /// All forms, those with a mark first.
    static let all = [
        WideText(isBig: true, hasMark: true), WideText(isBig: false, hasMark: true),
        WideText(isBig: true, hasMark: false), WideText(isBig: false, hasMark: false),
    ]

    private init(isBig: Bool, hasMark: Bool) {
        self.isBig = isBig
        self.hasMark = hasMark
    }

    /// Detects the form of a document, which begins with a character of ASCII; `nil` where it is not UTF-16.
    package init?(of document: [UInt8]) {
        let start = document.prefix(2)
        hasMark = start.elementsEqual([0xFE, 0xFF]) || start.elementsEqual([0xFF, 0xFE])
        guard hasMark || start.contains(0) else { return nil }
        isBig = start.first == 0xFE || start.first == 0
    }

    private static let fewestBytes = 16

    /// Detects text in which every other byte is a NUL character; `nil` where it is not UTF-16.
    package init?(evidentIn text: [UInt8]) {
        let beginning = text.prefix(64).drop { $0 >= 0xFE }
        let zeros = beginning.indices.filter { beginning[$0] == 0 }
        guard beginning.count >= Self.fewestBytes, zeros.count * 2 >= beginning.count - 1,
            zip(zeros, zeros.dropFirst()).allSatisfy({ $1 - $0 == 2 })
        else { return nil }
        isBig = beginning.first == 0
        hasMark = beginning.startIndex > 0
    }

    /// Returns UTF-8 in this form.
    package func encoding(_ utf8: [UInt8]) -> [UInt8] {
        let units = Array(String(decoding: utf8, as: UTF8.self).utf16)
        return ((hasMark ? [0xFEFF] : []) + units).flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBig ? [high, low] : [low, high]
        }
    }

    /// Returns text in UTF-8, without a mark; half a unit at the end is ignored.
    package func decoded(_ text: [UInt8]) -> [UInt8] {
        // A document begins with a character of ASCII, behind any number of marks.
        let text = text.drop { $0 >= 0xFE }
        var units: [UInt16] = []
        units.reserveCapacity(text.count / 2)
        var index = text.startIndex
        while index + 1 < text.endIndex {
            let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
