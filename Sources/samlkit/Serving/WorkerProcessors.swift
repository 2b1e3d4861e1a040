import ArgumentParser
import BatchEngine
import ProfileProcessing
import SAML2

/// The options of a request to `samlkit worker`.
private struct WorkerOptions: ParsableArguments {
    @OptionGroup var processing: ProcessingOptions

    @Flag var payload = false
}

/// The processors for the options that were asked for, so that trusted keys are not read for each message.
struct WorkerProcessors {
    /// A processor, and what it depends on.
    private struct Prepared {
        var processor: ProfileProcessor
        /// The state of the files when they were read.
        let stamps: [Console.FileStamp?]
        let files: [String]
        /// A Boolean value that indicates whether the options name the time.
        let hasTime: Bool
        let loaded: SAML.Instant
        var now: SAML.Instant
    }

    /// Metadata expires, and a replaced file may look like the one before.
    private static let longestUse: Int64 = 60
    /// The largest number of processors that are kept.
    private static let capacity = 16

    private var prepared: [[String]: Prepared] = [:]
    /// The findings about earlier messages, forgotten after as many requests as a window of a batch has entries.
    var memory = CauseMemory()
    private var requestCount = 0

    /// Returns the processor for the words of a command line.
    mutating func processor(for words: [String]) throws(WorkerFailure) -> ProfileProcessor {
        requestCount += 1
        if requestCount.isMultiple(of: BatchRun.windowCount) { memory = CauseMemory() }
        let now = SAML.Instant.current
        if var known = prepared[words], Self.isCurrent(known, at: now) {
            guard !known.hasTime, known.now.secondsSinceEpoch != now.secondsSinceEpoch else {
                return known.processor
            }
            var options = known.processor.options
            if options.context.now != nil { options.context.now = now }
            known.processor = ProfileProcessor(options: options)
            known.now = now
            prepared[words] = known
            return known.processor
        }
        let made = try Self.prepare(words, at: now)
        if prepared.count >= Self.capacity { prepared.removeAll() }
        prepared[words] = made
        return made.processor
    }

    private static func isCurrent(_ known: Prepared, at now: SAML.Instant) -> Bool {
        let age = now.secondsSinceEpoch - known.loaded.secondsSinceEpoch
        return (0..<longestUse).contains(age)
            && known.files.map { Console.fileStamp(of: $0) } == known.stamps
    }

    private static func prepare(
        _ words: [String], at now: SAML.Instant
    ) throws(WorkerFailure) -> Prepared {
        let options: WorkerOptions
        do {
            options = try WorkerOptions.parse(words)
        } catch {
            throw WorkerFailure(.invalidOptions, WorkerOptions.message(for: error))
        }
        guard !options.processing.files.contains("-") else {
            throw WorkerFailure(
                .invalidOptions, "Standard input holds the requests. Pass the name of a file.")
        }
        // Taken before, so that a change while the files are read is noticed.
        let stamps = options.processing.files.map { Console.fileStamp(of: $0) }
        do throws(CommandFailure) {
            return Prepared(
                processor: try options.processing.processor(
                    includingPayload: options.payload, clock: now),
                stamps: stamps, files: options.processing.files,
                hasTime: options.processing.now != nil,
                loaded: now, now: now)
        } catch {
            throw WorkerFailure(.invalidOptions, error.message)
        }
    }
}
