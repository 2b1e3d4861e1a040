import BatchEngine
import ProfileProcessing
import Reports

extension ReportRemedies {
    /// The commands and options of samlkit that help a reader of a report.
    static var samlkit: ReportRemedies {
        var remedies = ReportRemedies()
        remedies.noMessages = "Give samlkit report the results of a run that read something."
        remedies.notVerified = "Run samlkit batch with --trust."
        remedies.noCertificates = "Give samlkit report the --trust that samlkit batch had."
        remedies.noRequiredAttributes =
            "With --require the table shows the attributes that are needed."
        remedies.inspection = "samlkit inspect"
        return remedies
    }
}

extension SavedResultsError {
    /// The sentence that says what is wrong, and what helps.
    var words: String {
        let remedy: String? =
            switch code {
            case .notResults: "Give NDJSON, CSV or SQLite that samlkit batch wrote."
            case .compressed: "Decompress it first, as in: gzip -dc FILE | samlkit report -"
            case .databaseUnsupported:
                "Build with: swift build -c release --traits SQLite --product samlkit"
            case .newerVersion: "Use the samlkit that wrote them, or a later one."
            case .unreadable, .lineTooLong, .databaseUnreadable: nil
            }
        return description + (remedy.map { " " + $0 } ?? "")
    }
}

extension Reason {
    /// The message, and the option that helps where there is one.
    var words: String {
        message + (code == .noDecryptionKey ? " Give it with --decryption-key." : "")
    }
}
