/// Repairs of encodings: of the one that is declared, and of bytes that are not UTF-8.
struct EncodingRepairs {
    let bytes: [UInt8]

    var repairs: [Repair] { isUTF16 ? wide : declared + joined + stray }

    // MARK: UTF-16

    /// A Boolean value that indicates whether every other byte is a NUL character, as in UTF-16.
    var isUTF16: Bool {
        let beginning = bytes.prefix(64).drop { $0 >= 0xFE }
        guard beginning.count > 15 else { return false }
        let zeros = beginning.indices.filter { beginning[$0] == 0 }
        return zeros.count * 2 >= beginning.count - 1
            && zip(zeros, zeros.dropFirst()).allSatisfy { $1 - $0 == 2 }
    }

    /// The message in UTF-8, without a declaration that says that it was all the time.
    private var wide: [Repair] {
        let isBig = bytes.prefix(64).drop { $0 >= 0xFE }.first == 0
        let text = bytes.drop { $0 >= 0xFE }
        var units: [UInt16] = []
        units.reserveCapacity(text.count / 2)
        var index = text.startIndex
        while index + 1 < text.endIndex {
            let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return [
            Repair(
                .wrongEncodingDeclared, "the bytes read as UTF-16",
                Array(String(decoding: units, as: UTF16.self).utf8))
        ]
    }

    // MARK: Declaration

    private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]

    /// The message without an XML declaration that names another encoding than UTF-8.
    private var declared: [Repair] {
        let start = bytes.firstIndex { $0 > 0x20 } ?? 0
        guard bytes[start...].starts(with: "<?xml".utf8),
            let end = bytes.firstOffset(of: Array("?>".utf8), from: start),
            let mark = bytes.firstOffset(of: Array("encoding".utf8), from: start), mark < end,
            let quote = bytes[mark..<end].firstIndex(where: Self.quotes.contains)
        else { return [] }
        let name = String(
            decoding: bytes[(quote + 1)..<end].prefix { !Self.quotes.contains($0) }, as: UTF8.self
        ).lowercased()
        let plain = Array(bytes[(end + 2)...])
        guard name != "utf-8", name != "utf8" else { return [] }
        let isASCII = plain.allSatisfy { $0 < 0x80 }
        if name.hasPrefix("utf") || !isASCII && EncodingRepairs.isUTF8(plain) {
            return [
                Repair(
                    .wrongEncodingDeclared,
                    "the XML declaration removed, and the bytes read as UTF-8",
                    plain)
            ]
        }
        guard !isASCII else {
            return [
                Repair(
                    .encodingUnsupported, "the message read as UTF-8, which it is as well", plain)
            ]
        }
        return CodePage.all.compactMap { page in
            page.readingStrayBytes(in: plain).map {
                Repair(.encodingUnsupported, "the message read as \(page.name)", $0)
            }
        }
    }

    // MARK: Bytes

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }

    /// Letters above U+FFFF that were written as two surrogates, and NUL characters.
    private var joined: [Repair] {
        var repairs: [Repair] = []
        if let output = joiningSurrogates {
            repairs.append(Repair(.surrogatesEncoded, "surrogates joined", output))
            // writeUTF puts the length in front.
            if output.count > 3, output[2] == UInt8(ascii: "<") {
                repairs.append(
                    Repair(
                        .surrogatesEncoded, "surrogates joined, and two bytes of length removed",
                        Array(output.dropFirst(2))))
            }
        } else if bytes.count > 3, bytes[2] == UInt8(ascii: "<"),
            Int(bytes[0]) << 8 | Int(bytes[1]) == bytes.count - 2
        {
            repairs.append(
                Repair(
                    .surrogatesEncoded, "two bytes of length removed", Array(bytes.dropFirst(2))))
        }
        if bytes.contains(0), !EscapeRepairs(bytes: bytes).hasRunOfControls {
            repairs.append(
                Repair(.nullCharacters, "NUL characters removed", bytes.filter { $0 != 0 }))
        }
        return repairs
    }

    private var joiningSurrogates: [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isChanged = false
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0xED, index + 5 < bytes.count,
                (0xA0...0xAF).contains(bytes[index + 1]), bytes[index + 3] == 0xED,
                (0xB0...0xBF).contains(bytes[index + 4])
            else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let high = UInt32(bytes[index + 1] & 0x0F) << 6 | UInt32(bytes[index + 2] & 0x3F)
            let low = UInt32(bytes[index + 4] & 0x0F) << 6 | UInt32(bytes[index + 5] & 0x3F)
            if let scalar = Unicode.Scalar(0x10000 + (high << 10 | low)) {
                output += String(Character(scalar)).utf8
            }
            isChanged = true
            index += 6
        }
        return isChanged ? output : nil
    }

    private var stray: [Repair] {
        guard !EncodingRepairs.isUTF8(bytes) else { return [] }
        return CodePage.all.compactMap { page in
            page.readingStrayBytes(in: bytes).map {
                Repair(.bytesNotUTF8, "bytes that are not UTF-8 read as \(page.name)", $0)
            }
        }
    }
}
