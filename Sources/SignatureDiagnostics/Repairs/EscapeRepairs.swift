internal import WireText

/// Repairs of what terminals, mail programs, spreadsheets and templates put into a message.
struct EscapeRepairs {
    let bytes: [UInt8]

    private func repair(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, _ other: [UInt8]
    ) -> [Repair] {
        other == bytes ? [] : [Repair(hypothesis, undoing, other)]
    }

    // MARK: Codes

    /// Characters that no message has.
    var codes: [Repair] {
        var repairs = repair(
            .terminalCodes, "the codes of a terminal removed", withoutTerminalCodes)
        let widthless = CharacterHypotheses.widthless + [[0xEF, 0xBB, 0xBF]]
        repairs += repair(
            .invisibleCharacters, "characters without a width removed",
            widthless.filter(bytes.holds).reduce(bytes) { $0.substituting([], for: $1) })
        if bytes.contains(where: Self.isControl), !hasRunOfControls {
            repairs += repair(
                .controlCharactersAdded, "control characters removed",
                bytes.filter { !Self.isControl($0) })
        }
        return repairs
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
    }

    /// The fewest control characters in a row that may have been written over others.
    private static let fewestOverwritten = 4

    /// A Boolean value that indicates whether control characters stand in a row inside the message.
    ///
    /// Nothing tells those that were added from those that took the place of others: what they stand in need not be
    /// signed.
    var hasRunOfControls: Bool {
        var count = 0
        for byte in bytes {
            if Self.isControl(byte) {
                count += 1
            } else if count >= Self.fewestOverwritten, byte > 0x20 {
                return true
            } else {
                count = 0
            }
        }
        return false
    }

    /// The escape character, or the ways in which programs show it.
    private static let introductions: [[UInt8]] =
        [[0x1B]] + ["^[", "\\x1b", "\\033", "\\u001b", "\\e", "\u{241B}"].map { Array($0.utf8) }

    private var withoutTerminalCodes: [UInt8] {
        var result = bytes
        for introduction in Self.introductions {
            let pattern = introduction + [UInt8(ascii: "[")]
            guard result.holds(pattern) else { continue }
            var output: [UInt8] = []
            var start = 0
            while let offset = result.firstOffset(of: pattern, from: start) {
                output += result[start..<offset]
                let parameters = result[(offset + pattern.count)...].prefix { $0 < 0x40 }
                start = min(parameters.endIndex + 1, result.count)
            }
            result = output + result[start...]
        }
        return result
    }

    // MARK: Escapes

    var repairs: [Repair] { lineEnds + quotedPrintable + html + json + csv + base64 }

    private static let lineEnds: [[UInt8]] = [
        [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
    ]
    private static let spaces: [[UInt8]] = [
        [0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x87], [0xE3, 0x80, 0x80],
    ]

    /// Line ends and spaces that became other characters, which may not stand between elements.
    private var lineEnds: [Repair] {
        func replacing(_ patterns: [[UInt8]], _ original: UInt8) -> [UInt8] {
            patterns.filter(bytes.holds).reduce(bytes) { $0.substituting([original], for: $1) }
        }
        return repair(
            .lineEndsReplaced, "line breaks put for U+0085, U+2028 or U+2029",
            replacing(Self.lineEnds, 0x0A))
            + repair(
                .nonBreakingSpaces, "spaces put for no-break spaces", replacing(Self.spaces, 0x20))
            + repair(
                .returnsEscaped, "the escapes of a spreadsheet undone",
                WorkbookEscape.undone(in: bytes) ?? bytes)
    }

    private var quotedPrintable: [Repair] {
        let isSoft = bytes.holds(Array("=\n".utf8)) || bytes.holds(Array("=\r\n".utf8))
        guard isSoft || bytes.holds(Array("=3D".utf8)) else { return [] }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "="), index + 1 < bytes.count else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let rest = bytes[(index + 1)...]
            if rest.first == 0x0A {
                index += 2
            } else if rest.starts(with: [0x0D, 0x0A]) {
                index += 3
            } else if index + 2 < bytes.count, let high = Hexadecimal.value(bytes[index + 1]),
                let low = Hexadecimal.value(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return repair(.quotedPrintable, "quoted-printable decoded", output)
    }

    private var html: [Repair] {
        // Quotation marks alone, as a template escapes them.
        if bytes.holds(Array("=&quot;".utf8)), bytes.contains(UInt8(ascii: "<")) {
            return repair(
                .htmlEscaped, "quotation marks put for &quot;",
                bytes.substituting([UInt8(ascii: "\"")], for: Array("&quot;".utf8)))
        }
        guard bytes.holds(Array("&lt;".utf8)) || bytes.holds(Array("&amp;lt;".utf8)) else {
            return []
        }
        let start = bytes.first { $0 > 0x20 }
        guard start == UInt8(ascii: "&") else { return [] }
        var repairs: [Repair] = []
        var text = bytes
        for count in 1...3 where text.contains(UInt8(ascii: "&")) {
            text = CharacterReference.undone(in: (HTMLEntities.replacing(in: text) ?? text)[...])
            repairs += repair(.htmlEscaped, "references undone \(count) times", text)
        }
        return repairs
    }

    /// The largest number of layers of JSON that are undone beyond those that readers undo.
    private static let mostLayers = 4

    private var json: [Repair] {
        let backslash = UInt8(ascii: "\\")
        guard bytes.contains(backslash) else { return [] }
        var repairs: [Repair] = []
        let marks = ["\\\"", "\\u00", "\\U", "\\/", "\\n", "\\r"].map { Array($0.utf8) }
        guard marks.contains(where: bytes.holds) else { return [] }
        let lines = [
            ("\\\\r\\\\n", "\n"), ("\\\\n", "\n"), ("\\r\\n", "\n"), ("\\n", "\n"), ("\\t", "\t"),
        ].reduce(bytes) { text, escape in
            text.substituting(Array(escape.1.utf8), for: Array(escape.0.utf8))
        }
        // Where quotation marks are escaped, too, the line breaks are a part of it.
        if !bytes.holds(Array("\\\"".utf8)) {
            repairs += repair(.newlinesEscaped, "line breaks put for \\n", lines)
        }
        var text = bytes
        for count in 1...Self.mostLayers where text.contains(backslash) {
            text = StringEscape.undone(in: text[...])
            repairs += repair(
                .jsonEscaped,
                count == 1
                    ? "the remaining escapes of JSON undone"
                    : "the remaining escapes of JSON undone \(count) times", text)
        }
        return repairs
    }

    private var csv: [Repair] {
        let quote = UInt8(ascii: "\"")
        let doubled = [quote, quote]
        guard bytes.holds(doubled) else { return [] }
        var text = bytes[...]
        while let last = text.last, last <= 0x20 { text = text.dropLast() }
        while let first = text.first, first <= 0x20 { text = text.dropFirst() }
        if text.first == quote { text = text.dropFirst() }
        // The closing mark of the field is not half of a doubled one.
        if text.last == quote { text = text.dropLast() }
        return repair(
            .csvQuoted, "one quotation mark put for two",
            Array(text).substituting([quote], for: doubled))
    }

    /// Repairs inside Base64, which is not markup.
    private var base64: [Repair] {
        guard !bytes.contains(UInt8(ascii: "<")) else { return [] }
        let hyphenated = bytes.substituting([0x0A], for: Array("-\r\n".utf8))
            .substituting([0x0A], for: Array("-\n".utf8))
        let references =
            bytes.holds(Array("&#".utf8))
            ? CharacterReference.undone(in: bytes[...]) : bytes
        return repair(.hyphensAdded, "hyphens at the ends of lines removed", hyphenated)
            + repair(.returnsEscaped, "references to line ends undone", references)
            + (OtherDigits.hexadecimal(bytes).map {
                repair(.hexEncoded, "hexadecimal decoded", $0)
            } ?? [])
            + (OtherDigits.base32(bytes).map { repair(.base32Encoded, "Base32 decoded", $0) } ?? [])
    }
}
