package import BatchEngine
internal import Captures
package import ProfileProcessing
package import SAML2
internal import WireText

/// The report of a run, as it is written at its end.
package struct RunReport: Sendable {
    private let processor: ProfileProcessor
    private let remedies: ReportRemedies

    /// Creates the report of a run.
    ///
    /// - Parameters:
    ///   - processor: The processor of the run.
    ///   - remedies: What a reader can do, in the words of the program.
    package init(of processor: ProfileProcessor, remedies: ReportRemedies) {
        self.processor = processor
        self.remedies = remedies
    }

    /// Makes the details of a message for the report.
    package var detailMaker: DetailSpooling.Maker {
        { [processor, remedies] record, captured, explanations in
            MessageDetail(
                of: record, try? captured.message(),
                at: MessageDetail.Place(number: captured.number), by: processor,
                remedies: remedies, explanations: explanations
            ).line
        }
    }

    /// Writes the report piece by piece.
    ///
    /// - Parameters:
    ///   - outcome: What the run found.
    ///   - signOns: The requests and what answered them.
    ///   - clock: The time of the run.
    ///   - output: Takes the pieces in UTF-8.
    /// - Throws: What reading and writing throw.
    package func write(
        _ outcome: BatchOutcome<ReportTally>, signOns: SignOns, at clock: SAML.Instant,
        to output: ([UInt8]) throws -> Void
    ) throws {
        let counts = outcome.summary.counts
        let options = processor.options
        let page = ReportPage(
            tally: outcome.tally, signOns: signOns,
            certificates: options.trust.map(ReportCertificate.all) ?? [],
            now: options.context.now ?? clock, notes: notes(on: outcome.summary),
            remedies: remedies,
            messages: ReportMessages(
                .selection(failed: counts.failed, passed: counts.passed),
                isRedacted: options.redaction != nil, remedies: remedies))
        if let details = outcome.details {
            try page.write(details: details, to: output)
        } else {
            try output(page.bytes)
        }
    }

    /// What a report says of the times that messages were judged at.
    private func notes(on summary: BatchSummary) -> [String] {
        if processor.options.context.isTimeOfIssue {
            return ["Each message was judged at its own IssueInstant."]
        }
        guard summary.judgedWhenCaptured > 0 else { return [] }
        return [
            "\(summary.judgedWhenCaptured.counted("message")) judged when captured, as the capture "
                + "says."
        ]
    }
}
