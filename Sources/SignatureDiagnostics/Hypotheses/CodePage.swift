/// Encodings of one byte a character in which UTF-8 is taken to be, apart from those of ``Windows1252``.
package struct CodePage: Sendable {
    /// The usual name.
    let name: String
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
    package func byte(of scalar: Unicode.Scalar) -> UInt8? { bytes[scalar] }

    /// Returns the character of a byte beyond ASCII.
    package func character(of byte: UInt8) -> Unicode.Scalar { characters[Int(byte) - 0x80] }

    /// Returns UTF-8 with each run of characters beyond ASCII that makes UTF-8 when it is written in this encoding
    /// replaced by that, or `nil` where there is none.
    func undoingMisreading(of utf8: [UInt8]) -> [UInt8]? {
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
            let written = scalars.compactMap { bytes[$0] }
            if written.count == scalars.count,
                String(decoding: written, as: UTF8.self).utf8.elementsEqual(written)
            {
                output += written
                isChanged = true
            } else {
                output += run
            }
            index = end
        }
        return isChanged ? output : nil
    }

    /// Returns the bytes with those that are not UTF-8 read in this encoding, or `nil` where all are.
    func readingStrayBytes(in bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        var isChanged = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let end = min(index + length, bytes.count)
            let sequence = bytes[index..<end]
            if byte < 0x80
                || byte >= 0xC2
                    && String(decoding: sequence, as: UTF8.self).utf8.elementsEqual(sequence)
            {
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

    /// The encodings, the most usual first.
    package static let all: [CodePage] = [
        CodePage(
            "windows-1252",
            "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
                + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
        CodePage(
            "ISO 8859-15",
            "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}"
                + "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
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
            "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}"
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
