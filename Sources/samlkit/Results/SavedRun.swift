import BatchEngine
import SystemPackage

/// What an earlier run into the same file left, if it did not come to its end.
struct SavedRun {
    /// The journal, if there is one; locked.
    let journal: JournalFile?
    /// How far the run came; `nil` when it is to begin, whether or not something was left.
    let outline: CheckpointOutline?

    /// Nothing, as before results on a stream.
    init() {
        journal = nil
        outline = nil
    }

    /// Looks for what was left.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - resumes: Whether it is to be gone on with. If not, finished records are in the way.
    /// - Throws: A `CommandFailure` when there is something that must not be thrown away.
    init(at location: ResultLocation, resumes: Bool) throws(CommandFailure) {
        guard let journal = try JournalFile(location, creating: false) else {
            // Nothing says that these results may be written over.
            guard !OwnedFile.exists(location.partial) else { throw location.foreignPartial }
            self.init()
            return
        }
        do throws(OwnedFile.Refusal) {
            let partial = try OwnedFile.open(location.partial, .readOnly)
            try? partial.close()
        } catch {
            guard case .missing = error else { throw location.foreignPartial }
        }
        try Self.checkVersion(of: journal, location)
        let last = Self.lastCheckpoint(of: journal, location)
        guard let last, last.position.recordCount > 0 || last.isFinished else {
            if journal.journal.entries.last != nil, last == nil {
                throw CommandFailure(
                    .usage,
                    "\(location.journal): The last checkpoint cannot be read. Expected one that samlkit "
                        + "wrote, found other content. Delete it and \(location.partial) to start from "
                        + "the beginning.")
            }
            try Self.clear(journal, location)
            self.init(journal, nil)
            return
        }
        guard resumes || FileOperations.size(of: location.partial) == nil else {
            throw CommandFailure(
                .usage,
                "\(location.partial) holds \(TerminalText.count(last.position.recordCount, "message")) "
                    + "of a run that did not come to its end: give --resume to go on with it, or "
                    + "delete the file to start from the beginning.")
        }
        if !resumes { try Self.clear(journal, location) }
        self.init(journal, resumes ? last : nil)
    }

    /// Refuses a run of another version before anything of it is touched.
    private static func checkVersion(
        of journal: JournalFile, _ location: ResultLocation
    ) throws(CommandFailure) {
        guard let last = journal.journal.entries.last,
            let version = CheckpointOutline.version(of: last.checkpoint),
            version != CheckpointOutline.currentVersion
        else { return }
        throw CommandFailure(
            .usage,
            "\(location.journal): Another version of samlkit began this run. Expected a journal of "
                + "version \(CheckpointOutline.currentVersion), found version \(version). Resume the "
                + "run with the samlkit that began it, or delete the journal and "
                + "\(location.partial) to start from the beginning.")
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
    ) throws(CommandFailure) {
        do {
            try journal.clear()
        } catch {
            throw CommandFailure(.outputFailed, "\(location.journal) could not be written.")
        }
    }

    /// All checkpoints, for a run to go on after the last one.
    var checkpoints: [[UInt8]] {
        guard outline != nil else { return [] }
        return journal?.journal.entries.map(\.checkpoint) ?? []
    }
}
