internal import ProfileProcessing
internal import WireText

/// The version of a saved record, which stands first in it.
enum ResultVersion {
    /// The first bytes of records of every version but the first.
    private static let label = Array("{\"schema\":".utf8)

    /// Refuses a record of a later version, which may mean anything.
    ///
    /// - Parameter line: The line of the record.
    /// - Throws: A ``SavedResultsError`` when the version is a later one.
    static func check(_ line: ArraySlice<UInt8>) throws(SavedResultsError) {
        if line.starts(with: label) { try checkNumber(line.dropFirst(label.count)) }
    }

    /// Refuses a later version.
    ///
    /// - Parameter text: The text that begins with its number.
    /// - Throws: A ``SavedResultsError`` when the version is a later one.
    static func checkNumber(_ text: ArraySlice<UInt8>) throws(SavedResultsError) {
        let digits = text.prefix(while: \.isDigit)
        guard !digits.isEmpty, digits.count < 10 || digits.first != 0x30 else { return }
        let version = Int(String(decoding: digits, as: UTF8.self)) ?? .max
        if version > ProfileRecord.schemaVersion { throw SavedResultsError(.newerVersion) }
    }
}
