internal import BatchEngine
package import ProfileProcessing

extension ReportTally: BatchTally {
    /// Adds a record of a run.
    ///
    /// - Parameter record: The record.
    package mutating func add(_ record: ProfileRecord) {
        add(ResultEntry(record))
    }
}
