import BatchEngine

extension CommandFailure {
    /// Creates the failure for files of a run that cannot be used, with a remedy.
    init(_ error: ResultFileError) {
        let location = error.location
        let (partial, journal) = (location.partial, location.journal)
        switch error.code {
        case .foreignPartial:
            self.init(
                .outputFailed,
                "\(partial) is not left from a run of yours. Expected no file, or a regular file "
                    + "of this "
                    + "user with its journal \(journal). Remove it, or pass another output name."
            )
        case .foreignJournal:
            self.init(
                .outputFailed,
                "\(journal) is not a journal of yours. Expected no file, or a regular file of this "
                    + "user; "
                    + "found a link or another kind of file. Remove it, or pass another output "
                    + "name.")
        case .busy:
            self.init(
                .outputFailed, "Another run is writing \(location.name). Wait until it ends.")
        case .overtaken:
            self.init(.outputFailed, "Another run has written \(partial). Try again.")
        case .unfinished(let count):
            self.init(
                .usage,
                "\(partial) holds \(TerminalText.count(count, "message")) "
                    + "of an interrupted run. Pass --resume to continue it, or delete the file to "
                    + "start "
                    + "again.")
        case .unreadableCheckpoint:
            self.init(
                .usage,
                "\(journal): The last checkpoint cannot be read. Expected one that samlkit "
                    + "wrote, found other content. Delete it and \(partial) to start again.")
        case .otherVersion(let version):
            self.init(
                .usage,
                "\(journal): Another version of samlkit began this run. Expected a journal of "
                    + "version \(CheckpointOutline.currentVersion), found version \(version). Resume the "
                    + "run with the samlkit that began it, or delete the journal and "
                    + "\(partial) to start again.")
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
