extension TextCodec {
    /// All codecs, in the order in which explanations try them.
    package static let all: [TextCodec] =
        [terminalCodes, invisibleCharacters, lineEnds, spaces, workbook, quotedPrintable]
        + [references, strings, csv, hyphens, lineReferences, hexadecimal, base32]
        + [percent, bytesLiteral, htmlLetters, surrogates]
        + wide + byteEscapes + misreadings + strayBytes

    // MARK: Anywhere

    package static let terminalCodes = TextCodec(
        "terminalCodes", "the codes of a terminal removed", .anywhere,
        marks: TerminalCode.introductions.map { String(decoding: $0, as: UTF8.self) },
        encode: { $0.substituting([("<", "\u{1B}[34m<"), (">", ">\u{1B}[0m")]) },
        decode: TerminalCode.undone)

    /// A zero-width space, a soft hyphen, joiners, marks of direction and the byte order mark.
    package static let invisibleCharacters = TextCodec(
        "invisibleCharacters", "characters without a width removed", .anywhere,
        puts: [
            0x200B...0x200B, 0xAD...0xAD, 0x061C...0x061C, 0x2060...0x2060, 0x200C...0x200F,
            0x202A...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
        ].flatMap { (range: ClosedRange<UInt32>) in range.compactMap { Unicode.Scalar($0) } }
            .map { String(Character($0)) }, for: "",
        encode: { $0.substituting([("://", "://\u{200B}")]) })

    // MARK: Markup

    /// The line ends of Unicode, which may not stand between elements.
    package static let lineEnds = TextCodec(
        "lineEndsReplaced", "line breaks put for U+0085, U+2028 or U+2029", .markup,
        puts: ["\u{85}", "\u{2028}", "\u{2029}"], for: "\n")

    package static let spaces = TextCodec(
        "nonBreakingSpaces", "spaces put for no-break spaces", .markup,
        puts: ["\u{A0}", "\u{202F}", "\u{2007}", "\u{3000}"], for: " ")

    package static let workbook = TextCodec(
        "returnsEscaped", "the escapes of a spreadsheet undone", .markup, marks: ["_x000"],
        encode: { $0.substituting([("\n", "_x000D__x000A_")]) },
        decode: WorkbookEscape.undone)

    package static let quotedPrintable = TextCodec(
        "quotedPrintable", "quoted-printable decoded", .markup, marks: ["=\n", "=\r\n", "=3D"],
        encode: QuotedPrintable.encoding,
        decode: { text in
            var bytes: [UInt8] = []
            QuotedPrintable.decode(text[...], into: &bytes, isStrict: false)
            return bytes
        })

    // MARK: Digits

    package static let hyphens = TextCodec(
        "hyphensAdded", "hyphens at the ends of lines removed", .digits,
        puts: ["-\n", "-\r\n"], for: "\n")

    package static let lineReferences = TextCodec(
        "returnsEscaped", "references to line ends undone", .digits, marks: ["&#"],
        encode: { $0.substituting([("\n", "&#10;")]) },
        decode: { CharacterReference.decoded($0[...]) })

    package static let hexadecimal = TextCodec(
        "hexEncoded", "hexadecimal decoded", .digits,
        encode: { Array(Hexadecimal.text($0).utf8) }, decode: Hexadecimal.decoded)

    package static let base32 = TextCodec(
        "base32Encoded", "Base32 decoded", .digits, encode: Base32.encoding,
        decode: Base32.decoded)

    // MARK: All of it

    package static let references = TextCodec(
        "htmlEscaped", "references undone", .whole, marks: ["&"],
        encode: {
            $0.substituting([("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")])
        },
        decode: { text in
            let letters = CharacterReference.undone(in: text[...], .ofHTML)
            return CharacterReference.undone(in: letters[...])
        })

    package static let strings = TextCodec(
        "jsonEscaped", "the escapes of JSON undone", .whole, marks: ["\\"],
        encode: {
            $0.substituting([("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r")])
        },
        decode: { StringEscape.undone(in: $0[...]) })

    package static let csv = TextCodec(
        "csvQuoted", "one quotation mark put for two", .whole, marks: ["\"\""],
        encode: { text in
            let quote = [UInt8(ascii: "\"")]
            return quote + text.substituting(quote + quote, for: quote) + quote
        },
        decode: { text in
            let quote = UInt8(ascii: "\"")
            var field = text.drop { $0 <= 0x20 }
            while let last = field.last, last <= 0x20 { field = field.dropLast() }
            if field.first == quote { field = field.dropFirst() }
            // The closing mark of the field is not half of a doubled one.
            if field.last == quote { field = field.dropLast() }
            return Array(field).substituting([quote], for: [quote, quote])
        })

    package static let percent = TextCodec(
        "percentEncoded", "percent-encoding undone", .whole, marks: ["%"],
        encode: { PercentEscape.bytes($0) }, decode: { PercentEscape.undone(in: $0[...]) })

    package static let bytesLiteral = TextCodec(
        "bytesEscaped", "the literal of bytes read", .whole, marks: ["b", "B"],
        encode: BytesLiteral.encoding, decode: BytesLiteral.undone)

    /// UTF-16 whose XML declaration names another encoding.
    package static let wide = WideText.all.map { form in
        TextCodec(
            "wrongEncodingDeclared", "the bytes read as UTF-16", .whole, encode: form.encoding,
            decode: { WideText(evidentIn: $0) == form ? form.decoded($0) : nil })
    }

    // MARK: Values

    package static let htmlLetters = TextCodec(
        "htmlEntities", "letters put for the entities of HTML", .values, marks: ["&"],
        encode: HTMLLetters.encoding, decode: { CharacterReference.decoded($0[...], .ofHTML) })

    package static let surrogates = TextCodec(
        "surrogatesEncoded", "surrogates joined", .values, encode: SurrogateBytes.encoding,
        decode: SurrogateBytes.decoded)

    package static let byteEscapes = ByteEscape.allCases.map { escape in
        TextCodec(
            "bytesEscaped", "escapes of bytes that are not ASCII undone", .values,
            marks: escape == .hashed ? ["#"] : ["\\"], encode: escape.encoding,
            decode: escape.undone)
    }

    /// UTF-8 that was taken for another encoding and written as UTF-8 again.
    package static let misreadings = CodePage.all.enumerated().map { number, page in
        // Programs that say Latin-1 often mean Windows-1252.
        let name = number == 0 ? "Windows-1252 or Latin-1" : page.name
        return TextCodec(
            "reencoded", "text read as \(name) read as UTF-8 again", .values,
            encode: page.misreading,
            decode: { page.undoingMisreading(of: $0, controls: number == 0) })
    }

    /// Letters in another encoding than the rest of the message.
    package static let strayBytes = CodePage.all.map { page in
        TextCodec(
            "bytesNotUTF8", "bytes that are not UTF-8 read as \(page.name)", .values,
            encode: page.encoding, decode: page.readingStrayBytes)
    }
}
