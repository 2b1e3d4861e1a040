import BatchEngine
import Captures
import ProfileProcessing
import SAML2
import SystemPackage
import UnixSignals

extension Batch {
    /// Runs, or goes on with a run, and reports.
    ///
    /// - Parameters:
    ///   - tally: What is added up over the records, empty.
    ///   - finish: Called with what was found, how it was judged and the time of the run, before the results get their name, so that a run that
    ///     ends in between does it again when it is resumed.
    /// - Throws: The `ExitStatus` of the run, a `CommandFailure` or a `ResultFileError`.
    func run<Tally: BatchTally>(
        tallying tally: Tally,
        finish: (BatchOutcome<Tally>, ProfileProcessor.Options, SAML.Instant) throws -> Void
    ) async throws {
        let location = ResultLocation(output)
        let saved = location.isStream ? SavedRun() : try SavedRun(at: location, resumes: resume)
        let clock = saved.outline?.identity.now ?? SAML.Instant.current
        let key = try saved.outline?.identity.redactionKey ?? redaction.key()
        let processor = try processing.processor(
            includingPayload: payload, trusting: trustDir.map { try InputFile.names(in: $0) },
            requiring: configuredAttributes.requiredAttributes(),
            redaction: redaction.redaction(key: key), clock: clock)
        let total = shard.map { _ in reader(excluding: location).countEntries() }
        var identity = try identity(of: processor, at: clock, entryCount: total)
        if redaction.redactionKey == nil { identity.redactionKey = key }
        try check(identity, against: saved.outline, location)

        var run = BatchRun(
            processor: processor, format: location.isDatabase ? nil : try format(),
            jobs: jobs ?? Console.processorCount)
        run.identity = identity
        run.deduplicates = deduplicate
        run.outputLimit = OutputLimit(ratio: outputRatio, freeByteCount: outputFloor)
        if let shard, let total {
            run.range = shard.range(of: total)
            run.writesHeader = shard.number == 1
        }
        let checkpoint = BatchCheckpoint<Tally>(resuming: saved.checkpoints)
        let outcome: BatchOutcome<Tally>
        if let checkpoint, checkpoint.isFinished {
            outcome = checkpoint.outcome
            try finish(outcome, processor.options, clock)
            if FileOperations.size(of: location.partial) != nil {
                try name(location)
            }
            saved.journal?.remove()
        } else {
            if resume { note(resuming: checkpoint) }
            outcome = try await results(
                of: run, location, saved, tallying: tally, resuming: checkpoint
            ) { try finish($0, processor.options, clock) }
        }
        let isEmpty = outcome.input.openedFiles == 0 || !isEmptinessExpected
        guard outcome.summary.hasMessage || !isEmpty else {
            throw CommandFailure.noMessage(
                in: inputs, passedOverCount: outcome.input.passedOverEntries)
        }
        guard outcome.input.openedFiles > 0 else {
            throw CommandFailure(.noInput, "No input could be read.")
        }
        if !quiet { try report(outcome, options: processor.options, clock: clock) }
        let counts = outcome.summary.counts
        throw counts.accepted == counts.judged ? ExitStatus.accepted : ExitStatus.rejected
    }

    /// A part of an input may well hold no message, and so may one of many files that a format was
    /// given for.
    private var isEmptinessExpected: Bool { shard != nil || inputFormat != nil }

    /// Whether a run has found so little that earlier results are worth more than its own.
    private func isVoid(_ outcome: BatchOutcome<some BatchTally>) -> Bool {
        outcome.input.openedFiles == 0 || !outcome.summary.hasMessage && !isEmptinessExpected
    }

    private func results<Tally: BatchTally>(
        of run: BatchRun, _ location: ResultLocation, _ saved: SavedRun,
        tallying tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>?,
        finish: (BatchOutcome<Tally>) throws -> Void
    ) async throws -> BatchOutcome<Tally> {
        guard !location.isStream else {
            var stream = try ResultStream(location)
            let outcome = try await perform(
                run, into: &stream, location, tallying: tally, resuming: nil)
            do throws(BatchError) {
                try stream.flush()
            } catch {
                throw failure(error, location)
            }
            try finish(outcome)
            return outcome
        }
        #if SQLite
        if location.isDatabase {
            var file = try ResultDatabaseFile.opened(location, resuming: saved.journal)
            let outcome = try await perform(
                run, into: &file, location, tallying: tally, resuming: checkpoint)
            guard !isVoid(outcome) else {
                file.discard()
                return outcome
            }
            try finish(outcome)
            try file.finish()
            return outcome
        }
        #endif
        var file = try ResultFile(location, resuming: saved.journal)
        let outcome = try await perform(
            run, into: &file, location, tallying: tally, resuming: checkpoint)
        // An input that is not there, or holds no message, must not cost the results of another run.
        guard !isVoid(outcome) else {
            file.discard()
            return outcome
        }
        try finish(outcome)
        try file.finish()
        return outcome
    }

    /// Gives results their name that are whole and do not have it yet.
    private func name(_ location: ResultLocation) throws(ResultFileError) {
        #if SQLite
        if location.isDatabase { return try ResultDatabaseFile.finish(location) }
        #endif
        try ResultFile.finish(location)
    }

    /// Runs until the end of the input, or until a signal comes.
    private func perform<Tally: BatchTally>(
        _ run: BatchRun, into sink: inout some ResultSink & ~Copyable, _ location: ResultLocation,
        tallying tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>?
    ) async throws -> BatchOutcome<Tally> {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let interruption = Interruption(isQuiet: quiet)
        let watching = Task { await interruption.watch(signals) }
        defer { watching.cancel() }
        let progress = quiet ? nil : ProgressLine(input: inputSize(location))
        defer { progress?.clear() }
        var rhythm = CheckpointRhythm(interval: checkpointInterval)
        let outcome: BatchOutcome<Tally>
        do throws(BatchError) {
            outcome = try await run.run(
                reader(excluding: location), into: &sink, tallying: tally, resuming: checkpoint,
                stopping: interruption.stop,
                isCheckpointDue: { rhythm.isDue(byteCount: $0, lastSize: $1) },
                progress: { progress?.show($0) })
        } catch {
            throw failure(error, location)
        }
        guard !outcome.isComplete else { return outcome }
        progress?.clear()
        if !quiet {
            let count = outcome.summary.counts.total + outcome.summary.duplicateCount
            Console.note(
                "samlkit: Stopped after \(TerminalText.count(count, "message"))."
                    + (location.isStream
                        ? "" : " Give the same command with --resume to go on."))
        }
        throw await interruption.status ?? ExitStatus.interrupted
    }

    private func failure(_ error: BatchError, _ location: ResultLocation) -> CommandFailure {
        switch error.code {
        case .inputChanged:
            CommandFailure(
                .noInput,
                "\(output): \(error) What is finished stays in \(location.partial); delete that file "
                    + "to start from the beginning.")
        case .outputLimit:
            CommandFailure(
                .outputFailed,
                "\(output): \(error) Look at the input; if it is what it should be, give the same "
                    + "command with --output-ratio and a number above \(outputRatio)"
                    + (location.isStream ? "." : ", and --resume to go on."))
        case .outputFailed where !location.isStream:
            CommandFailure(
                .outputFailed,
                "\(output): \(error) What is finished stays in \(location.partial); give the same "
                    + "command with --resume to go on.")
        default: CommandFailure(.outputFailed, "\(output): \(error)")
        }
    }

    private func note(resuming checkpoint: BatchCheckpoint<some BatchTally>?) {
        guard !quiet else { return }
        guard let checkpoint else {
            return Console.note(
                "samlkit: There is nothing to resume; the run starts from the beginning.")
        }
        let count = TerminalText.count(checkpoint.position.recordCount, "message")
        Console.note("samlkit: Going on after \(count).")
    }

    /// The results of a run are no input of it.
    private func excluded(_ location: ResultLocation) -> [FilePath] {
        location.isStream ? [] : outputFiles.map { FilePath($0) }
    }

    private func reader(excluding location: ResultLocation) -> CaptureReader {
        var options = CaptureReader.Options(
            format: inputFormat, field: field, excludedFiles: excluded(location))
        options.countsEntriesWithoutMessage = true
        return CaptureReader(inputs: inputs.map { FilePath($0) }, options: options)
    }

    private func inputSize(_ location: ResultLocation) -> InputSize {
        InputSize(of: inputs.map { FilePath($0) }, excluding: excluded(location))
    }

    /// The summary goes where the records do not.
    private func report(
        _ outcome: BatchOutcome<some BatchTally>, options: ProfileProcessor.Options,
        clock: SAML.Instant
    ) throws {
        let algorithms = AlgorithmReport(
            summary: outcome.summary.algorithms, trust: options.trust,
            now: options.context.now ?? clock)
        let report = SummaryReport(
            summary: outcome.summary, skipped: outcome.input.skippedEntries,
            passedOver: outcome.input.passedOverEntries,
            isVerified: options.trust != nil,
            missingChecks: options.context.missingChecks.all,
            hasUniversalKeys: options.trust?.hasUniversalKeys ?? false,
            isEmptyPart: !outcome.summary.hasMessage, algorithms: algorithms, output: output)
        let text = json ? report.json : Array((report.lines.joined(separator: "\n") + "\n").utf8)
        if output == "-" {
            Console.note(raw: String(decoding: text, as: UTF8.self))
        } else {
            try Console.write(text)
        }
    }
}

/// When a run makes checkpoints.
private struct CheckpointRhythm {
    let interval: Double
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant

    init(interval: Double) {
        self.interval = interval
        last = clock.now
    }

    /// Every few seconds, unless the journal would become a burden beside the results.
    mutating func isDue(byteCount: Int, lastSize: Int) -> Bool {
        let now = clock.now
        guard interval <= 0 || now - last >= .seconds(interval) && byteCount >= lastSize * 8 else {
            return false
        }
        last = now
        return true
    }
}
