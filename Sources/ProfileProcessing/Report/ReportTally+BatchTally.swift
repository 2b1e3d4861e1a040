extension ReportTally: BatchTally {
    /// Adds a record of a run.
    ///
    /// - Parameter record: The record.
    public mutating func add(_ record: ProfileRecord) {
        add(ResultEntry(record))
    }
}
