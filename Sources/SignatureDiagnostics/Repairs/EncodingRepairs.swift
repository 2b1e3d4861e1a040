internal import WireText

/// Repairs of encodings: of the one that is declared, and of bytes that are not UTF-8.
struct EncodingRepairs {
    let bytes: [UInt8]

    var repairs: [Repair] {
        let wide = TextCodec.wide.compactMap { Repair(undoing: $0, in: bytes) }
        return wide.isEmpty ? declared + joined + stray : wide
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
        if name.hasPrefix("utf") || !isASCII && plain.isUTF8 {
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

    /// Letters above U+FFFF that were written as two surrogates, and NUL characters.
    private var joined: [Repair] {
        var repairs: [Repair] = []
        if let repair = Repair(undoing: .surrogates, in: bytes) {
            repairs.append(repair)
            // writeUTF puts the length in front.
            if repair.bytes.count > 3, repair.bytes[2] == UInt8(ascii: "<") {
                repairs.append(
                    Repair(
                        .surrogatesEncoded, "surrogates joined, and two bytes of length removed",
                        Array(repair.bytes.dropFirst(2))))
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

    private var stray: [Repair] {
        guard !bytes.isUTF8 else { return [] }
        return TextCodec.strayBytes.compactMap { Repair(undoing: $0, in: bytes) }
    }
}
