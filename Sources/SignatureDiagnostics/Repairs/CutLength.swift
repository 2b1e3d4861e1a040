/// The lengths at which programs cut texts off.
enum CutLength {
    private static let all: [(count: Int, holder: String)] = [
        (255, "a column of 255 characters holds"),
        (1024, "a message of the unified log or of BSD syslog holds"),
        (2000, "a column of 2,000 characters holds, or a message of Discord"),
        (2048, "a message of syslog holds by default"),
        (4000, "a VARCHAR2 column of Oracle or an NVARCHAR(4000) of SQL Server holds"),
        (4068, "a line of Android's log holds"),
        (4096, "a block of 4 KiB holds"),
        (8192, "a message of rsyslog holds by default"),
        (16_384, "a line of Docker's log holds"),
        (32_767, "a cell of Excel holds"),
        (65_535, "a TEXT column of MySQL holds"),
    ]

    /// A sentence about a text of so many bytes; `nil` where no program is known that cuts there.
    static func sentence(for count: Int) -> String? {
        all.first { $0.count == count }.map {
            "It has \(grouped(count)) characters, as many as \($0.holder)."
        }
    }

    private static func grouped(_ count: Int) -> String {
        let digits = String(count)
        return count < 1000 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
    }
}
