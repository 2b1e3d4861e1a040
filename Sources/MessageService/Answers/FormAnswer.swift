#if Sandbox
internal import BatchEngine
internal import Captures
internal import PassAudit
internal import ProfileProcessing
internal import Reports
internal import SAMLBindings

/// The page that answers a form: one message, a report of several, or the audit of an app's traffic.
struct FormAnswer: Sendable {
    let documents: [CaptureDocument]
    let view: Submission.View
    let judge: PreparedJudge
    let limits: ServiceLimits
    /// Runs work on threads of its own.
    let work: BoundedWork
    /// A Boolean value that indicates whether the page of one message names the command that gives the same, as where no
    /// script shows it.
    let namesCommand: Bool
    /// Told how far the answer is.
    let progress: @Sendable ((inout JobBoard.Job) -> Void) -> Void

    /// What a look into the documents found.
    private struct Look: Sendable {
        /// The only message; `nil` where there are several or none.
        var only: CapturedRecord?
        var hasMessages = false
        var hasTraffic = false
    }

    /// Returns the page in UTF-8; `ending` ends the work before its time.
    func bytes(until ending: RunEnding) async throws -> [UInt8] {
        let look = try await work.run { [self] in self.look() }
        guard look.hasMessages || look.hasTraffic else { throw ServiceProblem.noMessage }
        let isAudit = look.hasTraffic && (view == .audit || !look.hasMessages)
        let command = command(isAudit: isAudit, only: look.only)
        progress {
            $0.views =
                (look.hasMessages ? ["messages"] : []) + (look.hasTraffic ? ["audit"] : [])
            $0.command = command
        }
        if isAudit { return try await work.run { [self] in audit() } }
        if let only = look.only {
            return try await work.run { [self] in try page(of: only, command) }
        }
        return try await report(until: ending)
    }

    private var title: String { documents.map(\.name).joined(separator: ", ") }

    private func look() -> Look {
        var look = Look()
        var reader = CaptureReader(documents: documents, options: judge.reading)
        var isOnly = true
        while let record = reader.next() {
            guard record.reasonForNoMessage == nil else { continue }
            isOnly = !look.hasMessages
            look.only = isOnly ? record : nil
            look.hasMessages = true
            if !isOnly { break }
        }
        var exchanges = ExchangeReader(documents: documents)
        look.hasTraffic = TrafficSearch.finds(in: &exchanges)
        return look
    }

    /// The command that gives the same answer where the files are.
    private func command(isAudit: Bool, only: CapturedRecord?) -> String {
        // No name is an option.
        let names = documents.map {
            ShellWord.quoted($0.name.hasPrefix("-") ? "./\($0.name)" : $0.name)
        }
        // By the clock, the verdict would change later.
        let hasTime = (try? only?.message())?.source.time != nil
        let isUsual = only == nil || hasTime || judge.words.contains("--now")
        let clock = isUsual ? [] : judge.remedies.clockOptions
        let words =
            isAudit
            ? ["samlkit audit"] + names + judge.words + ["--html audit.html"]
            : only != nil
                ? ["samlkit inspect"] + names + judge.words + clock + judge.readingWords
                    + ["--html message.html"]
                : ["samlkit batch"] + names + judge.words + judge.readingWords
                    + ["--output results.ndjson --report report.html"]
        return words.joined(separator: " ")
    }

    /// The page of `samlkit inspect --html`.
    private func page(of captured: CapturedRecord, _ command: String) throws -> [UInt8] {
        let processor = judge.processor
        var unexplained = processor.unexplainedRecord(of: captured)
        var memory = CauseMemory()
        let explanations = processor.explain(
            &unexplained, remembering: &memory, isWhole: true)
        processor.finish(&unexplained.record)
        let detail = MessageDetail(
            of: unexplained.record, try? captured.message(),
            at: MessageDetail.Place(number: captured.number, index: 0), by: processor,
            remedies: judge.remedies, explanations: explanations)
        let page = MessagePage(
            title: title,
            messages: ReportMessages(
                .all(count: 1), isRedacted: processor.options.redaction != nil,
                remedies: judge.remedies,
                notes: namesCommand ? ["The same in a terminal: \(command)"] : []))
        var bytes: [UInt8] = []
        try page.write(details: MessageDetails([detail.line])) { bytes += $0 }
        return bytes
    }

    /// The page of `samlkit audit --html`.
    private func audit() -> [UInt8] {
        let options = AuditOptions()
        var reading = TrafficReading(
            options: options,
            judging: MessageJudging(
                judge.processor.options, usesTimeOfExchange: judge.usesTimeOfExchange))
        var reader = ExchangeReader(documents: documents)
        while let step = reader.next() {
            if case .exchange(let exchange) = step { reading.add(exchange) }
        }
        let audit = Audit(of: Traffic(reading.exchanges, options: options))
        return AuditPage(
            audit, messages: reading.messages, signOns: reading.signOns, title: title
        ).bytes
    }

    /// The report of `samlkit batch --report`.
    private func report(until ending: RunEnding) async throws -> [UInt8] {
        do {
            return try await spooledReport(until: ending)
        } catch is ResultFileError {
            throw ServiceProblem.outOfSpace
        } catch let error as BatchError where error.code == .outputFailed {
            throw ServiceProblem.outOfSpace
        }
    }

    private func spooledReport(until ending: RunEnding) async throws -> [UInt8] {
        let report = RunReport(of: judge.processor, remedies: judge.remedies)
        var run = BatchRun(processor: judge.processor, format: nil, jobs: ServiceThreads.jobs)
        run.details = DetailSpooling(
            into: try DetailSpool(withoutNameBeside: limits.temporaryFolder + "/report.html"),
            report.detailMaker)
        var sink = NoResults()
        let tally = ReportTally(requiredAttributes: judge.processor.options.requiredAttributes)
        let chosen = run
        let outcome = try await ending.within(seconds: limits.seconds) {
            try await chosen.run(
                BatchAnswer.reader(documents, judge.reading), into: &sink, tallying: tally,
                stopping: ending.request,
                progress: { found in
                    progress {
                        $0.doneByteCount = found.consumedByteCount ?? 0
                        $0.messageCount = found.summary.counts.total
                    }
                })
        }
        return try await work.run {
            var bytes: [UInt8] = []
            try report.write(outcome, signOns: outcome.signOns, at: judge.clock) { bytes += $0 }
            return bytes
        }
    }
}

/// A sink that keeps no record: the report has what it shows.
private struct NoResults: ResultSink {
    mutating func write(_ results: BatchResults) throws(BatchError) {}
}
#endif
