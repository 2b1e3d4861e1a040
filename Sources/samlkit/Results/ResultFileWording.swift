import BatchEngine
import WireText

extension CommandFailure {
    /// Creates the failure for files of a run that cannot be used, with a remedy.
    init(_ error: ResultFileError) {
        let status: ExitStatus =
            switch error.code {
            case .unfinished, .unreadableCheckpoint, .otherVersion: .usage
            default: .outputFailed
            }
        self.init(status, error.words)
    }
}

extension ResultFileError {
    fileprivate var words: String {
        let (partial, journal) = (location.partial, location.journal)
        return switch code {
        case .foreignPartial:
            "\(partial) is not left from a run of yours. Expected no file, or a regular file of this "
                + "user with its journal \(journal). Remove it, or pass another output name."
        case .foreignJournal:
            "\(journal) is not a journal of yours. Expected no file, or a regular file of this "
                + "user; found a link or another kind of file. Remove it, or pass another output "
                + "name."
        case .busy: "Another run is writing \(location.name). Wait until it ends."
        case .overtaken: "Another run has written \(partial). Try again."
        case .unfinished(let count):
            "\(partial) holds \(count.counted("message")) of an interrupted run. Pass --resume to "
                + "continue it, or delete the file to start again."
        case .unreadableCheckpoint:
            "\(journal): The last checkpoint cannot be read. Expected one that samlkit wrote, found "
                + "other content. Delete it and \(partial) to start again."
        case .otherVersion(let version):
            "\(journal): Another version of samlkit began this run. Expected a journal of version "
                + "\(CheckpointOutline.currentVersion), found version \(version). Resume the run "
                + "with the samlkit that began it, or delete the journal and \(partial) to start "
                + "again."
        case .notOpened(let name), .notCreated(let name):
            "\(location.name) cannot be written: \(name) could not be opened. Check the permissions "
                + "of its folder, or pass another output name."
        case .notWritten(let name):
            "\(name) could not be written. Check the space on its disk and the permissions of its folder."
        case .notRenamed:
            "\(partial) could not be renamed to \(location.name). The results are complete in \(partial): "
                + "check the permissions of the folder, and rename it."
        case .database(let reason): "\(partial): \(reason)"
        }
    }
}
