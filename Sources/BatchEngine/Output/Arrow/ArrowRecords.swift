internal import ProfileProcessing

/// The records of a batch, column by column.
struct ArrowRecords: Sendable {
    private var columns = Self.empty
    private var count = 0

    private static let empty = ArrowField.record.map { ArrowColumn($0.type) }

    /// Appends a record.
    mutating func append(_ record: ProfileRecord) {
        for (number, section) in ProfileRecord.sections.enumerated() {
            if section.isGroup {
                columns[number].appendObject { section.fields[$0].value(record) }
            } else {
                columns[number].append(section.fields[0].value(record))
            }
        }
        count += 1
    }

    /// The batch as a message; nothing without records.
    var message: [UInt8] { count == 0 ? [] : ArrowStream.batch(columns, count: count) }
}
