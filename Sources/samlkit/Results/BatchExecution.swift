import BatchEngine
import Captures
import ProfileProcessing
import SAML2
import SystemPackage
import UnixSignals
import WireText

extension Batch {
    /// Starts or resumes a run, and reports.
    ///
    /// - Parameters:
    ///   - tally: An empty tally, to which every record is added.
    ///   - finish: Called with the outcome, the processor and the time of the run before the
    ///     results are renamed. If the run ends in between, a resumed run calls it again.
    /// - Throws: The `ExitStatus` of the run, a `CommandFailure` or a `ResultFileError`.
    func run<Tally: BatchTally>(
        tallying tally: Tally,
        finish: (BatchOutcome<Tally>, ProfileProcessor, SAML.Instant) throws -> Void
    ) async throws {
        let location = ResultLocation(output)
        let saved = location.isStream ? SavedRun() : try SavedRun(at: location, resumes: resume)
        let clock = saved.outline?.identity.now ?? self.clock ?? SAML.Instant.current
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
        if selection.isGiven { run.selects = { [selection] in selection.contains($0) } }
        run.outputLimit = OutputLimit(ratio: outputRatio, freeByteCount: outputFloor)
        if let shard, let total {
            run.range = shard.range(of: total)
            run.writesHeader = shard.number == 1
        } else if let part {
            run.firstIndex = part.firstIndex
            run.range = part.skipCount..<Int.max
        }
        let checkpoint = BatchCheckpoint<Tally>(resuming: saved.checkpoints)
        let outcome: BatchOutcome<Tally>
        if let checkpoint, checkpoint.isFinished {
            outcome = try finished(checkpoint, location)
            try finish(outcome, processor, clock)
            if FileOperations.size(of: location.partial) != nil {
                try name(location)
            }
            saved.journal?.remove()
        } else {
            if resume { note(resuming: checkpoint) }
            outcome = try await results(
                of: run, location, saved, tallying: tally, resuming: checkpoint
            ) { try finish($0, processor, clock) }
        }
        guard !isVoid(outcome) else {
            if outcome.summary.notChosenCount > 0 {
                throw CommandFailure.notChosen(
                    in: inputs, selection.text, foundCount: outcome.summary.notChosenCount)
            }
            throw outcome.summary.hasMessage || outcome.summary.hasFileWithoutMessage
                ? CommandFailure.unreadable(outcome.summary.unread)
                : CommandFailure.noMessage(
                    in: inputs, passedOverCount: outcome.input.passedOverEntries,
                    skippedCount: outcome.input.skippedEntries)
        }
        if !quiet { try report(outcome, options: processor.options, clock: clock) }
        let counts = outcome.summary.counts
        throw counts.failed == 0 ? ExitStatus.accepted : ExitStatus.rejected
    }

    /// Returns whether a run found too little to replace earlier results.
    ///
    /// An input without messages is normal for a part, or with a given format.
    private func isVoid(_ outcome: BatchOutcome<some BatchTally>) -> Bool {
        outcome.input.openedFiles == 0
            || !outcome.summary.hasMessage && shard == nil && part == nil
                && reading.inputFormat == nil
    }

    private func results<Tally: BatchTally>(
        of run: BatchRun, _ location: ResultLocation, _ saved: SavedRun,
        tallying tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>?,
        finish: (BatchOutcome<Tally>) throws -> Void
    ) async throws -> BatchOutcome<Tally> {
        let maker = try detailMaker(of: run.processor)
        guard !location.isStream else {
            var stream = try ResultStream(location)
            var run = run
            run.details = try report.flatMap { report in
                try maker.map {
                    DetailSpooling(into: try DetailSpool(withoutNameBeside: report), $0)
                }
            }
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
        func fill(_ file: consuming some NamedSink & ~Copyable) async throws -> BatchOutcome<Tally>
        {
            var run = run
            run.details = try maker.map {
                // The file holds the lock of the journal by now.
                let length = checkpoint.map { $0.details?.length ?? 0 }
                return DetailSpooling(into: try DetailSpool(location, resumingAt: length), $0)
            }
            let outcome = try await perform(
                run, into: &file, location, tallying: tally, resuming: checkpoint)
            // A missing or empty input must not destroy the results of an earlier run.
            guard !isVoid(outcome) else {
                file.discard()
                return outcome
            }
            try finish(outcome)
            try file.finish()
            return outcome
        }
        #if SQLite
        if location.isDatabase {
            return try await fill(ResultDatabaseFile.opened(location, resuming: saved.journal))
        }
        #endif
        return try await fill(ResultFile(location, resuming: saved.journal))
    }

    /// The outcome of a run that only had to be named, with the details for its report.
    private func finished<Tally: BatchTally>(
        _ checkpoint: BatchCheckpoint<Tally>, _ location: ResultLocation
    ) throws -> BatchOutcome<Tally> {
        var outcome = checkpoint.outcome
        if report != nil, let details = checkpoint.details {
            outcome.details = SpooledDetails(
                try DetailSpool(location, resumingAt: details.length), details.selection)
        }
        return outcome
    }

    /// Renames complete results that do not have their final name yet.
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
        let progress =
            quiet
            ? nil
            : ProgressLine(
                input: InputSize(of: paths, excluding: excluded(location)),
                isVerified: run.processor.options.trust != nil)
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
                "samlkit: Stopped after \(count.counted("message"))."
                    + (location.isStream
                        ? "" : " Repeat the command with --resume to continue."))
        }
        throw await interruption.status ?? ExitStatus.interrupted
    }

    private func failure(_ error: BatchError, _ location: ResultLocation) -> CommandFailure {
        switch error.code {
        case .inputChanged:
            CommandFailure(
                .noInput,
                "\(output): \(error) Finished results stay in \(location.partial). Delete that "
                    + "file to start again.")
        case .outputLimit:
            CommandFailure(
                .outputFailed,
                "\(output): \(error) Check the input. If it is correct, repeat the command with "
                    + "--output-ratio and a number above \(outputRatio)"
                    + (location.isStream ? "." : ", and --resume to continue."))
        case .outputClosed: .readerLeft
        case .outputFailed where !location.isStream:
            CommandFailure(
                .outputFailed,
                "\(output): \(error) Finished results stay in \(location.partial). Repeat the "
                    + "command with --resume to continue.")
        default: CommandFailure(.outputFailed, "\(output): \(error)")
        }
    }

    private func note(resuming checkpoint: BatchCheckpoint<some BatchTally>?) {
        guard !quiet else { return }
        guard let checkpoint else {
            return Console.note(
                "samlkit: There is nothing to resume. Starting from the beginning.")
        }
        let count = checkpoint.position.recordCount.counted("message")
        Console.note("samlkit: Resuming after \(count).")
    }

    /// The run's own output files, which are not inputs.
    private func excluded(_ location: ResultLocation) -> [FilePath] {
        location.isStream ? [] : outputFiles.map { FilePath($0) }
    }

    private func reader(excluding location: ResultLocation) -> CaptureReader {
        var options = CaptureReader.Options(
            format: reading.inputFormat, field: reading.field, excludedFiles: excluded(location))
        options.countsEntriesWithoutMessage = true
        options.firstIndex = part?.firstIndex ?? 0
        return CaptureReader(inputs: paths, options: options)
    }

    private var paths: [FilePath] { inputs.map { FilePath($0) } }

    /// Writes the summary to the stream that the records do not use.
    private func report(
        _ outcome: BatchOutcome<some BatchTally>, options: ProfileProcessor.Options,
        clock: SAML.Instant
    ) throws {
        let report = SummaryReport(
            summary: outcome.summary, signOns: outcome.signOns, input: outcome.input,
            options: options,
            now: options.context.now ?? clock, output: output)
        let isStream = output == "-"
        guard json else {
            return isStream ? Console.note(report.lines) : try Console.show(report.lines)
        }
        let text = TerminalText.safe(json: report.json)
        if isStream {
            Console.note(raw: String(decoding: text, as: UTF8.self))
        } else {
            try Console.write(text)
        }
    }
}

/// A sink whose results get their name at the end.
private protocol NamedSink: ResultSink, ~Copyable {
    /// Gives complete results their name.
    consuming func finish() throws(ResultFileError)

    /// Removes the results.
    consuming func discard()
}

extension ResultFile: NamedSink {}
#if SQLite
extension ResultDatabaseFile: NamedSink {}
#endif

/// The schedule of checkpoints.
private struct CheckpointRhythm {
    let interval: Double
    var last = ContinuousClock.now

    /// Returns whether to write a checkpoint: every few seconds, while the journal stays small.
    mutating func isDue(byteCount: Int, lastSize: Int) -> Bool {
        let now = ContinuousClock.now
        guard interval <= 0 || now - last >= .seconds(interval) && byteCount >= lastSize * 8 else {
            return false
        }
        last = now
        return true
    }
}
