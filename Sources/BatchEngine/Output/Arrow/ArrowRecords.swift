internal import ProfileProcessing

/// The records of a batch, column by column.
struct ArrowRecords: Sendable {
    private var columns = Self.empty
    private var count = 0

    private static let sections = RecordColumn.sections(of: ProfileRecord.columns)
    private static let empty = ArrowField.record.map { ArrowColumn($0.type) }

    /// Appends a record.
    mutating func append(_ record: ProfileRecord) {
        let values = record.values
        for (number, section) in Self.sections.enumerated() {
            let first = section.lowerBound
            if ProfileRecord.columns[first].group != nil {
                columns[number].appendObject { values[first + $0] }
            } else {
                columns[number].append(values[first])
            }
        }
        count += 1
    }

    /// The batch as a message; nothing without records.
    var message: [UInt8] { count == 0 ? [] : ArrowStream.batch(columns, count: count) }
}
