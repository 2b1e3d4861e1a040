import BatchEngine

extension CommandFailure {
    /// Words why the files of a run cannot be used, and what to do.
    init(_ error: ResultFileError) {
        let location = error.location
        let (partial, journal) = (location.partial, location.journal)
        switch error.code {
        case .foreignPartial:
            self.init(
                .outputFailed,
                "\(partial) is not what a run of yours left. Expected nothing, or a regular file of this "
                    + "user with its journal \(journal). Remove it, or write the results elsewhere."
            )
        case .foreignJournal:
            self.init(
                .outputFailed,
                "\(journal) is no journal of yours. Expected nothing or a regular file of this user, found "
                    + "a link or something else. Remove it, or write the results elsewhere.")
        case .busy:
            self.init(
                .outputFailed, "Another run is writing \(location.name); wait for its end.")
        case .overtaken:
            self.init(.outputFailed, "Another run has written \(partial); try again.")
        case .unfinished(let count):
            self.init(
                .usage,
                "\(partial) holds \(TerminalText.count(count, "message")) "
                    + "of a run that did not come to its end: give --resume to go on with it, or "
                    + "delete the file to start from the beginning.")
        case .unreadableCheckpoint:
            self.init(
                .usage,
                "\(journal): The last checkpoint cannot be read. Expected one that samlkit "
                    + "wrote, found other content. Delete it and \(partial) to start from "
                    + "the beginning.")
        case .otherVersion(let version):
            self.init(
                .usage,
                "\(journal): Another version of samlkit began this run. Expected a journal of "
                    + "version \(CheckpointOutline.currentVersion), found version \(version). Resume the "
                    + "run with the samlkit that began it, or delete the journal and "
                    + "\(partial) to start from the beginning.")
        case .notOpened(let name):
            self.init(.outputFailed, "\(name) could not be opened for writing.")
        case .notCreated(let name): self.init(.outputFailed, "\(name) could not be created.")
        case .notWritten(let name): self.init(.outputFailed, "\(name) could not be written.")
        case .notRenamed:
            self.init(.outputFailed, "\(partial) could not be renamed to \(location.name).")
        case .database(let reason): self.init(.outputFailed, "\(partial): \(reason)")
        }
    }
}
