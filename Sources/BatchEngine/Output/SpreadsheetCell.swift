/// The texts of CSV cells that spreadsheet programs would read as formulas.
///
/// Anyone who can send a message can choose such a text. An apostrophe in front makes it a text for
/// every spreadsheet program. A text that has apostrophes before the sign already gets one more, so
/// that taking one away gives every text back.
enum SpreadsheetCell {
    private static let mark = UInt8(ascii: "'")

    /// Returns whether a cell gets an apostrophe in front of this text.
    static func needsMark(_ text: some Collection<UInt8>) -> Bool {
        // Most texts end the search at their first byte.
        guard let start = text.firstIndex(where: { $0 != mark }) else { return false }
        switch text[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
            return true
        // Spreadsheets in East Asian languages take the full-width signs, too.
        case 0xEF: return wideSigns.contains { text[start...].starts(with: $0) }
        default: return false
        }
    }

    private static let wideSigns = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].map {
        Array($0.utf8)
    }

    /// Returns the text that a cell stands for.
    static func text(of cell: [UInt8]) -> ArraySlice<UInt8> {
        cell.first == mark && needsMark(cell) ? cell.dropFirst() : cell[...]
    }
}
