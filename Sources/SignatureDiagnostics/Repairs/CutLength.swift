/// The lengths at which programs cut texts off.
enum CutLength {
    private static let all: [(count: Int, holder: String)] = [
        (255, "a column of 255 characters holds"),
        (1024, "an entry of the unified log or a line of BSD syslog holds"),
        (4000, "a VARCHAR2 column of Oracle or an NVARCHAR(4000) of SQL Server holds"),
        (4068, "an entry of Android's log holds"),
        (16_384, "a line of Docker's log holds"),
        (32_767, "a cell of Excel holds"),
        (65_535, "a TEXT column of MySQL holds"),
    ]

    /// A sentence about the length of a text; `nil` where no program is known that cuts there, and where its letters
    /// have more than one byte, which some programs count and others do not.
    static func sentence(for text: ArraySlice<UInt8>) -> String? {
        guard let known = all.first(where: { $0.count == text.count }),
            text.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return "It has \(grouped(text.count)) characters, as many as \(known.holder)."
    }

    private static func grouped(_ count: Int) -> String {
        let digits = String(count)
        return count < 1000 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
    }
}
