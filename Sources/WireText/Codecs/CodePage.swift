/// Encodings of one byte a character in which UTF-8 is taken to be.
///
/// They are tables, because the encodings that `iconv` knows differ between systems, and causes must not.
package struct CodePage: Sendable {
    /// The usual name.
    package let name: String
    /// The characters of the bytes 0x80 to 0xFF.
    private let characters: [Unicode.Scalar]
    private let bytes: [Unicode.Scalar: UInt8]

    /// Creates an encoding; `others` are characters that some converters write for a byte.
    private init(_ name: String, _ text: String, others: [Unicode.Scalar: UInt8] = [:]) {
        self.name = name
        characters = Array(text.unicodeScalars)
        bytes = Dictionary(
            zip(characters, UInt8(0x80)...UInt8(0xFF)), uniquingKeysWith: { first, _ in first }
        ).merging(others, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the byte that stands for a character.
    ///
    /// - Parameters:
    ///   - scalar: The character.
    ///   - takesControls: Whether the controls U+0080 to U+009F are bytes, as in Latin-1, where nothing else is.
    /// - Returns: The byte; `nil` where none stands for it.
    package func byte(of scalar: Unicode.Scalar, controls takesControls: Bool = false) -> UInt8? {
        if let byte = bytes[scalar] { return byte }
        return takesControls && (0x80...0x9F).contains(scalar.value) ? UInt8(scalar.value) : nil
    }

    /// Returns the character of a byte beyond ASCII.
    package func character(of byte: UInt8) -> Unicode.Scalar { characters[Int(byte) - 0x80] }

    /// Returns the result of reading UTF-8 in this encoding and writing it as UTF-8.
    package func misreading(_ utf8: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count + utf8.count / 4)
        for byte in utf8 {
            if byte < 0x80 {
                output.append(byte)
            } else {
                output += UTF8.encode(character(of: byte)) ?? UTF8.encodedReplacementCharacter
            }
        }
        return output
    }

    /// Returns UTF-8 with each run of characters beyond ASCII that makes UTF-8 when it is written in this encoding
    /// replaced by that, or `nil` where there is none.
    package func undoingMisreading(
        of utf8: [UInt8], controls takesControls: Bool = false
    ) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var isChanged = false
        var index = 0
        while index < utf8.count {
            guard utf8[index] >= 0x80 else {
                output.append(utf8[index])
                index += 1
                continue
            }
            let end = utf8[index...].firstIndex { $0 < 0x80 } ?? utf8.endIndex
            let run = utf8[index..<end]
            let scalars = String(decoding: run, as: UTF8.self).unicodeScalars
            let written = scalars.compactMap { byte(of: $0, controls: takesControls) }
            if written.count == scalars.count, written.isUTF8 {
                output += written
                isChanged = true
            } else {
                output += run
            }
            index = end
        }
        return isChanged ? output : nil
    }

    /// Returns UTF-8 in this encoding; characters that it lacks stay as they are.
    package func encoding(_ utf8: [UInt8]) -> [UInt8] {
        String(decoding: utf8, as: UTF8.self).unicodeScalars.flatMap { scalar in
            byte(of: scalar).map { [$0] } ?? Array(String(Character(scalar)).utf8)
        }
    }

    /// Returns the bytes with those that are not UTF-8 read in this encoding, or `nil` where all are.
    package func readingStrayBytes(in bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        var isChanged = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let end = min(index + length, bytes.count)
            let sequence = bytes[index..<end]
            if byte < 0x80 || byte >= 0xC2 && sequence.isUTF8 {
                output += sequence
                index = end
            } else {
                output += String(Character(characters[Int(byte) - 0x80])).utf8
                isChanged = true
                index += 1
            }
        }
        return isChanged ? output : nil
    }

    private static func characters(_ range: ClosedRange<UInt8>) -> String {
        String(range.map { Character(Unicode.Scalar($0)) })
    }
    /// The characters of the bytes 0x80 to 0x9F in encodings that follow ISO 4873.
    private static let controls = characters(0x80...0x9F)
    /// The bytes 0xC0 to 0xFF of Western Europe.
    private static let westernLetters = characters(0xC0...0xFF)

    /// ISO 8859-1, in which every byte is the character of its number.
    package static let latin1 = CodePage("Latin-1", characters(0x80...0xFF))

    /// The encodings that programs take UTF-8 for, the most usual first.
    package static let all: [CodePage] = [
        CodePage(
            "windows-1252",
            "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
                + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + westernLetters),
        CodePage(
            "ISO 8859-15",
            controls
                + "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
                + westernLetters),
        CodePage(
            "Macintosh",
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
                + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
                + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›\u{FB01}\u{FB02}"
                + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
            others: ["\u{E01E}": 0xF0, "\u{A4}": 0xDB, "\u{2206}": 0xC6, "\u{2126}": 0xBD]),
        CodePage(
            "code page 437",
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
                + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
                + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
                + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"),
        CodePage(
            "code page 850",
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ"
                + "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
                + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀"
                + "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}"),
        CodePage(
            "windows-1250",
            "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź"
                + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"),
        CodePage(
            "ISO 8859-2",
            controls
                + "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"),
        CodePage(
            "windows-1251",
            "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ"
                + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
                + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                + "абвгдежзийклмнопрстуфхцчшщъыьэюя"),
        CodePage(
            "KOI8-R",
            "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
                + "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
                + "юабцдефгхийклмнопярстужвьызшэщчъ"
                + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"),
        CodePage(
            "code page 852",
            "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č"
                + "áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐"
                + "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀"
                + "ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}"),
    ]
}

extension Collection<UInt8> {
    /// A Boolean value that indicates whether the bytes are UTF-8.
    @inlinable
    package var isUTF8: Bool { String(decoding: self, as: UTF8.self).utf8.elementsEqual(self) }
}
