package import Captures
package import ProfileProcessing
package import Reports
package import SAML2

/// The judgement of messages by options, as the command line judges.
package protocol MessageJudge: Sendable {
    /// The options of the server's own command line.
    var defaults: [RequestOptions.Option] { get }
    /// The names of the files that the server trusts.
    var trustNames: [String] { get }

    /// Returns what judges the messages of a request.
    ///
    /// - Throws: A ``ServiceProblem`` where an option or a sent file is wrong.
    func prepare(_ options: RequestOptions) throws(ServiceProblem) -> PreparedJudge

    /// Returns the processor of ``prepare(_:)`` alone, without words for a reader.
    ///
    /// - Throws: A ``ServiceProblem`` where an option or a sent file is wrong.
    func processor(for options: RequestOptions) throws(ServiceProblem) -> ProfileProcessor
}

/// What judges the messages of a request, and the words for a reader of the answer.
package struct PreparedJudge: Sendable {
    /// The processor.
    package let processor: ProfileProcessor
    /// The options for reading captures.
    package let reading: CaptureReader.Options
    /// The remedies, in the words of the command line.
    package let remedies: ReportRemedies
    /// The options of a command that gives the same answer, as a shell reads them.
    package let words: [String]
    /// Further ones for commands that read captures by them.
    package let readingWords: [String]
    /// A Boolean value that indicates whether messages in traffic are judged at the time of their exchange.
    package let usesTimeOfExchange: Bool
    /// The time of the request.
    package let clock: SAML.Instant

    /// Creates it.
    package init(
        processor: ProfileProcessor, reading: CaptureReader.Options, remedies: ReportRemedies,
        words: [String], readingWords: [String], usesTimeOfExchange: Bool, clock: SAML.Instant
    ) {
        self.processor = processor
        self.reading = reading
        self.remedies = remedies
        self.words = words
        self.readingWords = readingWords
        self.usesTimeOfExchange = usesTimeOfExchange
        self.clock = clock
    }
}
