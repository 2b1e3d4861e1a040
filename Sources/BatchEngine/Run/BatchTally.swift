package import ProfileProcessing

/// Something that is added up over the records of a run, such as a report.
///
/// Each chunk of messages is added up on its own and merged into the whole in input order. The value
/// is part of every checkpoint, so that its size has to be bounded whatever senders write.
package protocol BatchTally: Codable, Sendable {
    /// Adds a record.
    ///
    /// - Parameter record: A record of the run.
    mutating func add(_ record: ProfileRecord)

    /// Adds what came after it.
    ///
    /// - Parameter other: The tally of the records that follow.
    mutating func merge(_ other: Self)
}

/// Adds nothing up.
package struct NoTally: BatchTally, Hashable {
    /// Creates it.
    package init() {}

    /// Does nothing.
    package mutating func add(_ record: ProfileRecord) {}

    /// Does nothing.
    package mutating func merge(_ other: NoTally) {}
}
