/// What is known of the files of an input.
package struct InputCounts: Hashable, Sendable, Codable {
    /// How many files could be opened.
    package var openedFiles: Int
    /// How many directory entries were passed over because they are no regular files.
    package var skippedEntries: Int
    /// How many entries of HAR files and members of archives were passed over because they are no
    /// messages.
    package var passedOverEntries: Int

    /// Creates counts.
    package init(openedFiles: Int = 0, skippedEntries: Int = 0, passedOverEntries: Int = 0) {
        self.openedFiles = openedFiles
        self.skippedEntries = skippedEntries
        self.passedOverEntries = passedOverEntries
    }
}

/// What a run has found so far.
package struct BatchProgress: Sendable {
    /// What was found.
    package let summary: BatchSummary
    /// How many of the inputs' bytes have become results; `nil` when that is not known.
    package let consumedByteCount: Int?
}

/// What a run found.
package struct BatchOutcome<Tally: BatchTally>: Sendable {
    /// What was found, with every entry that was read in its counts exactly once.
    package let summary: BatchSummary
    /// What was added up besides.
    package let tally: Tally
    /// What is known of the input.
    package let input: InputCounts
    /// Whether the run came to the end of its input; otherwise it was stopped.
    package let isComplete: Bool
}
