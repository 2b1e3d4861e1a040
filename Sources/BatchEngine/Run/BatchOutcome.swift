package import ProfileProcessing

/// The counts of an input's files.
package struct InputCounts: Hashable, Sendable, Codable {
    /// The number of files that could be opened.
    package var openedFiles: Int
    /// The number of directory entries that were skipped because they are not regular files.
    package var skippedEntries: Int
    /// The number of entries of HAR files and members of archives that were passed over because
    /// they are not messages.
    package var passedOverEntries: Int

    /// Creates counts.
    package init(openedFiles: Int = 0, skippedEntries: Int = 0, passedOverEntries: Int = 0) {
        self.openedFiles = openedFiles
        self.skippedEntries = skippedEntries
        self.passedOverEntries = passedOverEntries
    }
}

/// The results of a run so far.
package struct BatchProgress: Sendable {
    /// The summary so far.
    package let summary: BatchSummary
    /// The number of input bytes that have become results; `nil` if it is unknown.
    package let consumedByteCount: Int?
}

/// The results of a run.
package struct BatchOutcome<Tally: BatchTally>: Sendable {
    /// The summary, in which every entry is counted exactly once.
    package let summary: BatchSummary
    /// The requests of the run and what answered them.
    package var signOns: SignOns
    /// The caller's tally.
    package let tally: Tally
    /// The counts of the input.
    package let input: InputCounts
    /// A Boolean value that indicates whether the run came to the end of its input; otherwise it
    /// was stopped.
    package let isComplete: Bool
    /// The details for the report, if the run kept any.
    package var details: SpooledDetails?
}
