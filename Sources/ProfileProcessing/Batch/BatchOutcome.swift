/// What is known of the files of an input.
public struct InputCounts: Hashable, Sendable, Codable {
    /// How many files could be opened.
    public var openedFiles: Int
    /// How many directory entries were passed over because they are no regular files.
    public var skippedEntries: Int
    /// How many entries of HAR files and members of archives were passed over because they are no
    /// messages.
    public var passedOverEntries: Int

    /// Creates counts.
    public init(openedFiles: Int = 0, skippedEntries: Int = 0, passedOverEntries: Int = 0) {
        self.openedFiles = openedFiles
        self.skippedEntries = skippedEntries
        self.passedOverEntries = passedOverEntries
    }
}

/// What a run has found so far.
public struct BatchProgress: Sendable {
    /// What was found.
    public let summary: BatchSummary
    /// How many of the inputs' bytes have become results; `nil` when that is not known.
    public let consumedByteCount: Int?
}

/// What a run found.
public struct BatchOutcome<Tally: BatchTally>: Sendable {
    /// What was found, with every entry that was read in its counts exactly once.
    public let summary: BatchSummary
    /// What was added up besides.
    public let tally: Tally
    /// What is known of the input.
    public let input: InputCounts
    /// Whether the run came to the end of its input; otherwise it was stopped.
    public let isComplete: Bool
}
