import BatchEngine
import ProfileProcessing
import Reports

extension ReportRemedies {
    /// The remedies of a report, as commands and options of samlkit.
    static var samlkit: ReportRemedies {
        var remedies = ReportRemedies()
        remedies.noMessages = "Pass the results of a run that read messages to samlkit report."
        remedies.notVerified = "Run samlkit batch with --trust."
        remedies.noCertificates = "Run samlkit report with the --trust files of samlkit batch."
        remedies.noRequiredAttributes =
            "With --require, the table shows required attributes."
        remedies.inspection = "samlkit inspect"
        return remedies
    }
}

extension SavedResultsError {
    /// The error and its remedy, in words.
    var words: String {
        let remedy: String? =
            switch code {
            case .notResults: "Pass NDJSON, CSV or SQLite that samlkit batch wrote."
            case .compressed: "Decompress it first: gzip -dc FILE | samlkit report -"
            case .databaseUnsupported:
                "Rebuild samlkit with: swift build -c release --traits SQLite --product samlkit"
            case .newerVersion: "Use the samlkit version that wrote them, or a later one."
            case .unreadable, .lineTooLong, .databaseUnreadable: nil
            }
        return description + (remedy.map { " " + $0 } ?? "")
    }
}

extension Reason {
    /// The message, with the option that helps, if there is one.
    var words: String {
        message + (code == .noDecryptionKey ? " Pass it with --decryption-key." : "")
    }
}
