/// The texts of CSV cells that spreadsheet programs would take for formulas.
///
/// Whoever can send a message can choose such a text. An apostrophe in front makes it a text for every
/// spreadsheet program. A text that has apostrophes before the sign already gets one more, so that
/// taking one away gives every text back.
enum SpreadsheetCell {
    private static let mark = UInt8(ascii: "'")

    /// Returns whether a cell gets an apostrophe in front of this text.
    static func needsMark(_ text: some Collection<UInt8>) -> Bool {
        // Most texts end the search at their first byte.
        switch text.first(where: { $0 != mark }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
            true
        default: false
        }
    }

    /// Returns the text that a cell stands for.
    static func text(of cell: [UInt8]) -> ArraySlice<UInt8> {
        cell.first == mark && needsMark(cell) ? cell.dropFirst() : cell[...]
    }
}
