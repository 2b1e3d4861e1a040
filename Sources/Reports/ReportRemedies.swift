/// The remedies for a reader of a report, in the words of the calling program.
///
/// A report says what is missing; only the program knows which of its commands and options help.
package struct ReportRemedies: Sendable {
    /// A sentence about results without messages.
    package var noMessages: String?
    /// A sentence about results in which no signature was checked.
    package var notVerified: String?
    /// A sentence about the missing timeline of certificates.
    package var noCertificates: String?
    /// A sentence about a table of attributes none of which was required.
    package var noRequiredAttributes: String?
    /// What happened to the messages with each likely cause and what to do, by the code of the cause.
    package var causes: [String: String] = [:]
    /// The command that explains a code, before the code.
    package var explanation: String?
    /// The command that shows the message in a file, before the name of the file or `-`.
    package var inspection: String?
    /// The options of that command with which it gives the verdict of the run, as a shell reads them.
    package var inspectionOptions: [String] = []

    /// No remedies: a report says only what is missing.
    package init() {}
}
