internal import SystemPackage

/// The state that an interrupted run left beside the same output file.
package struct SavedRun {
    /// The journal, if there is one; locked.
    package let journal: JournalFile?
    /// The progress of the run; `nil` if it starts from the beginning.
    package let outline: CheckpointOutline?

    /// Nothing, as before results on a stream.
    package init() {
        journal = nil
        outline = nil
    }

    /// Looks for what was left.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - resumes: Whether to resume it; if not, finished records are in the way.
    /// - Throws: A `ResultFileError` when there is something that must not be thrown away.
    package init(at location: ResultLocation, resumes: Bool) throws(ResultFileError) {
        guard let journal = try JournalFile(location, creating: false) else {
            // Nothing says that these results may be written over.
            guard !OwnedFile.exists(location.partial) else {
                throw ResultFileError(.foreignPartial, location)
            }
            self.init()
            return
        }
        do throws(OwnedFile.Refusal) {
            let partial = try OwnedFile.open(location.partial, .readOnly)
            try? partial.close()
        } catch {
            guard case .missing = error else { throw ResultFileError(.foreignPartial, location) }
        }
        try Self.checkVersion(of: journal, location)
        let last = Self.lastCheckpoint(of: journal, location)
        guard let last, last.position.recordCount > 0 || last.isFinished else {
            if journal.journal.entries.last != nil, last == nil {
                throw ResultFileError(.unreadableCheckpoint, location)
            }
            try Self.clear(journal, location)
            self.init(journal, nil)
            return
        }
        guard resumes || FileOperations.size(of: location.partial) == nil else {
            throw ResultFileError(
                .unfinished(recordCount: last.position.recordCount), location)
        }
        if !resumes { try Self.clear(journal, location) }
        self.init(journal, resumes ? last : nil)
    }

    /// Refuses a run of another version before anything of it is touched.
    private static func checkVersion(
        of journal: JournalFile, _ location: ResultLocation
    ) throws(ResultFileError) {
        guard let last = journal.journal.entries.last,
            let version = CheckpointOutline.version(of: last.checkpoint),
            version != CheckpointOutline.currentVersion
        else { return }
        throw ResultFileError(.otherVersion(version), location)
    }

    private init(_ journal: JournalFile, _ outline: CheckpointOutline?) {
        self.journal = journal
        self.outline = outline
    }

    /// The last checkpoint whose results are there.
    private static func lastCheckpoint(
        of journal: JournalFile, _ location: ResultLocation
    ) -> CheckpointOutline? {
        func outline() -> CheckpointOutline? {
            journal.journal.entries.last.flatMap { CheckpointOutline(reading: $0.checkpoint) }
        }
        // The results have their name already when the run ended after giving it to them.
        if let length = location.savedLength {
            journal.keepEntries(upTo: length)
        } else if let last = outline(), last.isFinished,
            location.isFinal(length: journal.journal.entries.last?.resultLength)
        {
            return last
        } else {
            journal.keepEntries(upTo: 0)
        }
        return outline()
    }

    private static func clear(
        _ journal: JournalFile, _ location: ResultLocation
    ) throws(ResultFileError) {
        do {
            try journal.clear()
        } catch {
            throw ResultFileError(.notWritten("\(location.journal)"), location)
        }
    }

    /// All checkpoints, so that a run can resume after the last one.
    package var checkpoints: [[UInt8]] {
        guard outline != nil else { return [] }
        return journal?.journal.entries.map(\.checkpoint) ?? []
    }
}
