package import ProfileProcessing

/// The remedies for a reader of a report, in the words of the calling program.
///
/// A report says what is missing; only the program knows which of its commands and options help.
package struct ReportRemedies: Sendable {
    /// The history of a message, and the remedy.
    package struct Words: Hashable, Sendable {
        /// A sentence about what happened.
        package let what: String
        /// A sentence about what to do, if anything helps.
        package let action: String?

        /// Creates words.
        package init(what: String, action: String?) {
            self.what = what
            self.action = action
        }
    }

    /// A sentence about results without messages.
    package var noMessages: String?
    /// A sentence about results in which no signature was checked.
    package var notVerified: String?
    /// A sentence about the missing timeline of certificates.
    package var noCertificates: String?
    /// A sentence about a table of attributes none of which was required.
    package var noRequiredAttributes: String?
    /// A sentence about a page that shows values.
    package var redaction: String?
    /// The command that explains a code, before the code.
    package var explanation: String?
    /// The command that shows the message in a file, before the name of the file or `-`.
    package var inspection: String?
    /// The command that explains the signatures of the message in a file, before the name of the file.
    package var verification: String?
    /// The options of these commands with which they give the verdict of the run, as a shell reads them.
    package var inspectionOptions: [String] = []
    /// Further ones for a message that was judged at the time of the run, and not at its own.
    package var clockOptions: [String] = []
    /// The words for a reason.
    package var words: @Sendable (Reason) -> Words = {
        Words(what: $0.sentence ?? $0.message, action: nil)
    }
    /// The words for a saved reason: its code, its likely cause and its sentence.
    package var savedWords: @Sendable (String, String?, String?) -> Words = {
        code, cause, sentence in
        Words(what: sentence ?? ReportText.words(cause ?? code), action: nil)
    }

    /// No remedies: a report says only what is missing.
    package init() {}
}

extension ReportRemedies {
    /// The options for one message, each behind a space.
    func options(hasOwnTime: Bool) -> String {
        (inspectionOptions + (hasOwnTime ? [] : clockOptions)).map { " \($0)" }.joined()
    }
}
