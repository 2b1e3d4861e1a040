internal import WireText

/// Repairs of what terminals, mail programs, spreadsheets and templates put into a message.
struct EscapeRepairs {
    let bytes: [UInt8]

    private func undoing(_ place: TextCodec.Place) -> [Repair] {
        TextCodec.all.filter { $0.place == place }.compactMap { Repair(undoing: $0, in: bytes) }
    }

    // MARK: Codes

    /// Characters that no message has.
    var codes: [Repair] {
        var repairs = undoing(.anywhere)
        if bytes.contains(where: Self.isControl), !hasRunOfControls {
            repairs.append(
                Repair(
                    .controlCharactersAdded, "control characters removed",
                    bytes.filter { !Self.isControl($0) }))
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

    // MARK: Escapes

    var repairs: [Repair] {
        undoing(.markup) + html + json + [Repair(undoing: .csv, in: bytes)].compactMap(\.self)
            + (bytes.contains(UInt8(ascii: "<")) ? [] : undoing(.digits))
    }

    private var html: [Repair] {
        // Quotation marks alone, as a template escapes them.
        if bytes.holds(Array("=&quot;".utf8)), bytes.contains(UInt8(ascii: "<")) {
            return [
                Repair(
                    .htmlEscaped, "quotation marks put for &quot;",
                    bytes.substituting([UInt8(ascii: "\"")], for: Array("&quot;".utf8)))
            ]
        }
        guard bytes.holds(Array("&lt;".utf8)) || bytes.holds(Array("&amp;lt;".utf8)) else {
            return []
        }
        let start = bytes.first { $0 > 0x20 }
        guard start == UInt8(ascii: "&") else { return [] }
        return layers(of: .references, most: 3) { "references undone \($0) times" }
    }

    /// The message with one layer of a codec undone, and with more of them.
    private func layers(
        of codec: TextCodec, most: Int, _ undoing: (Int) -> String
    ) -> [Repair] {
        var text = bytes
        return (1...most).compactMap { count in
            guard let repair = Repair(undoing: codec, in: text) else { return nil }
            text = repair.bytes
            return Repair(repair.hypothesis, undoing(count), text)
        }
    }

    /// The largest number of layers of JSON that are undone beyond those that readers undo.
    private static let mostLayers = 4

    private var json: [Repair] {
        let marks = ["\\\"", "\\u00", "\\U", "\\/", "\\n", "\\r"].map { Array($0.utf8) }
        guard marks.contains(where: bytes.holds) else { return [] }
        let layers = layers(of: .strings, most: Self.mostLayers) { count in
            "the remaining escapes of JSON undone" + (count > 1 ? " \(count) times" : "")
        }
        // Where quotation marks are escaped, too, the line breaks are a part of it.
        guard !bytes.holds(Array("\\\"".utf8)) else { return layers }
        let lines = bytes.substituting([
            ("\\\\r\\\\n", "\n"), ("\\\\n", "\n"), ("\\r\\n", "\n"), ("\\n", "\n"), ("\\t", "\t"),
        ])
        let breaks = Repair(.newlinesEscaped, "line breaks put for \\n", lines)
        return (lines == bytes ? [] : [breaks]) + layers
    }
}
