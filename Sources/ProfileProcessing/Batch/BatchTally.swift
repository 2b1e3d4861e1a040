/// Something that is added up over the records of a run, such as a report.
///
/// Each chunk of messages is added up on its own and merged into the whole in input order. The value
/// is part of every checkpoint, so that its size has to be bounded whatever senders write.
public protocol BatchTally: Codable, Sendable {
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
public struct NoTally: BatchTally, Hashable {
    /// Creates it.
    public init() {}

    /// Does nothing.
    public mutating func add(_ record: ProfileRecord) {}

    /// Does nothing.
    public mutating func merge(_ other: NoTally) {}
}
