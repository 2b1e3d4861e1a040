internal import PayloadCoding
internal import XMLCore

/// Repairs of Base64 in which one character was lost, added, swapped or replaced.
///
/// From the place of the damage on, decoding gives no text any more, so that few places are left to try.
struct Base64Repairs {
    private let digits: [UInt8]
    /// The digits that are none of Base64.
    private let foreign: [Int]
    /// The first digit from which on decoding gives no text; the end where it always does.
    private let garbled: Int

    private static let fewestDigits = 64
    /// Garbage may look like text for so many digits.
    private static let reach = 48
    private static let mostRepairs = 160
    private static let mostReadings = 6000
    private static let mostBytes = 48 << 20
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let isDigit: [Bool] = (0...255).map { alphabet.contains(UInt8($0)) }

    init?(_ bytes: [UInt8]) {
        digits = bytes.filter { $0 > 0x20 }
        guard digits.count >= Self.fewestDigits else { return nil }
        let end = digits.firstIndex(of: UInt8(ascii: "=")) ?? digits.count
        foreign = digits[..<end].indices.filter { [digits] in !Self.isDigit[Int(digits[$0])] }
        guard foreign.count < 2, digits.count - end < 3 else { return nil }
        let limit = foreign.first ?? end
        let text = try? Base64.decode(Array(digits[..<(limit / 4 * 4)]))
        guard let text, text.first == UInt8(ascii: "<") || text.starts(with: [0xEF, 0xBB, 0xBF])
        else { return nil }
        garbled = Self.endOfText(text).map { $0 * 4 / 3 } ?? limit
    }

    var repairs: [Repair] {
        var repairs: [Repair] = []
        switch digits.count % 4 {
        case 1: repairs = removed
        case 2: repairs = padded(by: 2)
        case 3: repairs = padded(by: 1) + inserted
        default: repairs = swapped + replaced
        }
        return Array(repairs.prefix(Self.mostRepairs))
    }

    // MARK: Candidates

    private var window: Range<Int> {
        max(0, garbled - Self.reach)..<min(digits.count, garbled + 5)
    }

    private func repair(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, _ digits: [UInt8]
    ) -> Repair? {
        guard let text = try? Base64.decode(digits), Self.endOfText(text) == nil else { return nil }
        return Repair(hypothesis, undoing, text)
    }

    private func padded(by count: Int) -> [Repair] {
        let padding = Array(repeating: UInt8(ascii: "="), count: count)
        return [repair(.base64PaddingLost, "the padding restored", digits + padding)]
            .compactMap(\.self)
    }

    private var removed: [Repair] {
        let places = foreign.isEmpty ? Array(window) : foreign
        let doubled = places.filter { $0 + 1 < digits.count && digits[$0] == digits[$0 + 1] }
        return doubled.compactMap {
            repair(.base64CharacterDoubled, "one of two equal characters removed", without($0))
        }
            + places.compactMap {
                repair(.base64CharacterAdded, "one character removed", without($0))
            }
    }

    private func without(_ place: Int) -> [UInt8] { digits.replacing([(place..<place + 1, [])]) }

    private var inserted: [Repair] {
        guard garbled < digits.count - 4 else { return [] }
        return window.reversed().flatMap { place in
            Self.alphabet.compactMap { digit in
                guard isText(with: digit, in: place..<place) else { return nil }
                return repair(
                    .base64CharacterLost, "one character restored",
                    digits.replacing([(place..<place, [digit])]))
            }
        }
    }

    private var swapped: [Repair] {
        guard garbled < digits.count - 4, foreign.isEmpty else { return [] }
        let pairs = window.dropLast().filter { digits[$0] != digits[$0 + 1] }
        return pairs.compactMap { place in
            repair(
                .base64CharactersSwapped, "two characters swapped back",
                digits.replacing([(place..<place + 2, [digits[place + 1], digits[place]])]))
        }
    }

    private var replaced: [Repair] {
        let places: [Int]
        if let place = foreign.first {
            places = [place]
        } else if garbled < digits.count - 4 {
            places = Array(window.reversed())
        } else {
            // It is text all the same, and the parser says where it is not XML.
            guard let text = try? Base64.decode(digits), let offset = Self.fault(in: text) else {
                return []
            }
            let digit = min(offset * 4 / 3, digits.count - 1)
            places = Array(max(0, digit - 2 * Self.reach)...min(digit + 8, digits.count - 1))
                .reversed()
        }
        var repairs: [Repair] = []
        var remaining = min(Self.mostReadings, Self.mostBytes / digits.count)
        for place in places {
            for digit in Self.alphabet where digit != digits[place] {
                guard remaining > 0, isText(with: digit, in: place..<place + 1) else { continue }
                remaining -= 1
                let candidate = digits.replacing([(place..<place + 1, [digit])])
                guard let text = try? Base64.decode(candidate), Self.endOfText(text) == nil
                else { continue }
                guard Self.fault(in: text) == nil else { continue }
                repairs.append(
                    Repair(.base64CharacterReplaced, "one character put right", text))
            }
        }
        return repairs
    }

    // MARK: Text

    /// Returns whether the bytes around a digit can be text when it stands in a place.
    private func isText(with digit: UInt8, in place: Range<Int>) -> Bool {
        let start = place.lowerBound / 4 * 4
        let reach = max(8, (garbled - place.lowerBound) / 4 * 4 + 16)
        let rest = digits[place.upperBound...].prefix(max(0, start + reach - place.lowerBound))
        let candidate = Array(digits[start..<place.lowerBound]) + [digit] + rest
        let end = candidate.count / 4 * 4
        guard end > 0, let bytes = try? Base64.decode(Array(candidate[..<end])) else {
            return false
        }
        return bytes.allSatisfy { byte in
            byte >= 0x20 && byte < 0xF5 && byte != 0x7F || byte == 0x0A || byte == 0x0D
                || byte == 0x09
        }
    }

    /// The offset at which bytes stop being text of XML, `nil` if all of them are.
    static func endOfText(_ bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                guard byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                    return index
                }
                index += 1
                continue
            }
            let length = byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0
            // The last character may be cut off.
            let rest = bytes[index...].prefix(length).dropFirst()
            guard length > 0, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return index }
            index += length
        }
        return nil
    }

    /// The offset at which a document is not well-formed, `nil` if it is.
    static func fault(in text: [UInt8]) -> Int? {
        do throws(XML.ParsingError) {
            _ = try XML.Document(parsing: text, identifierAttributes: [])
            return nil
        } catch {
            guard let position = error.position else { return text.count }
            var line = 1
            var index = 0
            while index < text.count, line < position.line {
                if text[index] == 0x0A { line += 1 }
                index += 1
            }
            return min(text.count, index + max(0, position.column - 1))
        }
    }
}
