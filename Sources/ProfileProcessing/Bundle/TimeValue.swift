internal import WireText

/// A value that is a date and a time, in one of the forms that programs write, and nothing else.
struct TimeValue {
    private struct Number {
        let range: Range<Int>
        let value: Int
    }

    private let bytes: [UInt8]
    private var fraction: Range<Int>?

    private static let mostBytes = 48
    private static let mostNumbers = 8
    private static let keptFraction = 3

    /// Reads a value; `nil` where it says something else, too.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count <= Self.mostBytes, !bytes.contains(where: { $0 >= 0x80 }) else {
            return nil
        }
        let words = bytes.split { !$0.isLetter }
        guard words.allSatisfy({ BundleVocabulary.dateWords.contains($0.map(ASCIIByte.small)) })
        else { return nil }
        let numbers = Self.numbers(in: bytes)
        var years = 0
        for (place, number) in numbers.enumerated() {
            let before = number.range.lowerBound > 0 ? bytes[number.range.lowerBound - 1] : 0
            switch number.range.count {
            case 1, 2:
                if number.value > 59 { return nil }
                // Milliseconds of few digits.
                if before == UInt8(ascii: "."), isAfterColon(numbers, place) {
                    fraction = number.range
                }
            case 4 where years == 0 && before != UInt8(ascii: "."):
                years += 1
                guard (1900..<2200).contains(number.value) || [1, 9999].contains(number.value)
                else { return nil }
            case 4 where (before == UInt8(ascii: "+") || before == UInt8(ascii: "-")):
                guard number.value <= 1400 else { return nil }
            default:
                guard before == UInt8(ascii: "."), isAfterColon(numbers, place),
                    number.range.count <= 9
                else { return nil }
                fraction = number.range
            }
        }
        guard years == 1, (3...Self.mostNumbers + 1).contains(numbers.count) else { return nil }
    }

    private static func numbers(in bytes: [UInt8]) -> [Number] {
        var numbers: [Number] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index].isDigit else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !$0.isDigit } ?? bytes.count
            let value = bytes[index..<end].reduce(0) { ($0 &* 10) &+ Int($1 - 0x30) }
            numbers.append(Number(range: index..<end, value: value))
            index = end
        }
        return numbers
    }

    /// Returns whether the number before one is behind a colon, as seconds are.
    private func isAfterColon(_ numbers: [Number], _ place: Int) -> Bool {
        guard place > 0, numbers[place - 1].range.lowerBound > 0,
            numbers[place - 1].range.upperBound + 1 == numbers[place].range.lowerBound
        else { return false }
        return bytes[numbers[place - 1].range.lowerBound - 1] == UInt8(ascii: ":")
    }

    /// The time to a millisecond: more digits could say something else.
    var rounded: [UInt8] {
        guard let fraction, fraction.count > Self.keptFraction else { return bytes }
        var output = bytes
        for place in fraction.dropFirst(Self.keptFraction) { output[place] = 0x30 }
        return output
    }

    /// Returns another date and time of the same form and at the same hour, so that differences of time zones still
    /// show.
    ///
    /// - Returns: `nil` where the form is not that of ISO 8601.
    func other(_ pseudonyms: inout Pseudonyms) -> [UInt8]? {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        let start = bytes.firstIndex { $0 > 0x20 } ?? 0
        guard start + pattern.count <= bytes.count else { return nil }
        for (byte, expected) in zip(bytes[start...], pattern) {
            let fits =
                expected == 0x30
                ? byte.isDigit
                : byte == expected || expected == UInt8(ascii: "T") && byte == 0x20
            guard fits else { return nil }
        }
        let places = pattern.indices.filter { pattern[$0] == 0x30 }.map { $0 + start }
        let noise = pseudonyms.word(places.map { bytes[$0] }).map { Int($0 & 0x0F) }
        var output = rounded
        func put(_ value: Int, at offset: Int) {
            output[start + offset] = UInt8(0x30 + value / 10)
            output[start + offset + 1] = UInt8(0x30 + value % 10)
        }
        put(20, at: 0)
        put(noise[2] * 10 + noise[3], at: 2)
        put(1 + (noise[4] * 10 + noise[5]) % 12, at: 5)
        put(1 + (noise[6] * 10 + noise[7]) % 28, at: 8)
        put((noise[10] * 10 + noise[11]) % 60, at: 14)
        put((noise[12] * 10 + noise[13]) % 60, at: 17)
        if let fraction, fraction.contains(where: { output[$0] != 0x30 }) {
            let digits = pseudonyms.word(bytes[fraction])
            output.replaceSubrange(fraction, with: digits)
        }
        return output
    }
}
