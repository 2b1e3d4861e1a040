import ArgumentParser
import BatchEngine
import ProfileProcessing
import SAML2

/// The options of a request to `samlkit worker`.
private struct WorkerOptions: ParsableArguments {
    @OptionGroup var processing: ProcessingOptions

    @Flag var payload = false
}

/// A processor for options, and what it depends on, so that trusted keys are not read for each message.
struct PreparedProcessor {
    private(set) var processor: ProfileProcessor
    /// The state of the files when they were read.
    private let stamps: [Console.FileStamp?]
    private let files: [String]
    /// A Boolean value that indicates whether the options name the time.
    private let hasTime: Bool
    private let loaded: SAML.Instant
    private var now: SAML.Instant

    /// Metadata expires, and a replaced file may look like the one before.
    private static let longestUse: Int64 = 60

    /// Makes a processor by options, which name no standard input.
    init(
        _ options: ProcessingOptions, at now: SAML.Instant,
        _ make: (SAML.Instant) throws(CommandFailure) -> ProfileProcessor
    ) throws(CommandFailure) {
        files = options.files
        // Taken before, so that a change while the files are read is noticed.
        stamps = files.map { Console.fileStamp(of: $0) }
        processor = try make(now)
        hasTime = options.now?.instant != nil
        loaded = now
        self.now = now
    }

    /// Returns the processor at a time; `nil` where it is to be made again.
    mutating func processor(at now: SAML.Instant) -> ProfileProcessor? {
        let age = now.secondsSinceEpoch - loaded.secondsSinceEpoch
        guard (0..<Self.longestUse).contains(age),
            files.map({ Console.fileStamp(of: $0) }) == stamps
        else { return nil }
        guard !hasTime, self.now.secondsSinceEpoch != now.secondsSinceEpoch else {
            return processor
        }
        var options = processor.options
        if options.context.now != nil { options.context.now = now }
        processor = ProfileProcessor(options: options)
        self.now = now
        return processor
    }
}

/// The processors for the options that were asked for.
struct WorkerProcessors {
    /// The largest number of processors that are kept.
    private static let capacity = 16

    private var prepared: [[String]: PreparedProcessor] = [:]
    /// The findings about earlier messages, forgotten after as many requests as a window of a batch has entries.
    var memory = CauseMemory()
    private var requestCount = 0

    /// Returns the processor for the words of a command line.
    mutating func processor(for words: [String]) throws(WorkerFailure) -> ProfileProcessor {
        requestCount += 1
        if requestCount.isMultiple(of: BatchRun.windowCount) { memory = CauseMemory() }
        let now = SAML.Instant.current
        if let known = prepared[words]?.processor(at: now) { return known }
        let made = try Self.prepare(words, at: now)
        if prepared.count >= Self.capacity { prepared.removeAll() }
        prepared[words] = made
        return made.processor
    }

    private static func prepare(
        _ words: [String], at now: SAML.Instant
    ) throws(WorkerFailure) -> PreparedProcessor {
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
        do throws(CommandFailure) {
            return try PreparedProcessor(options.processing, at: now) {
                now throws(CommandFailure) in
                try options.processing.processor(includingPayload: options.payload, clock: now)
            }
        } catch {
            throw WorkerFailure(.invalidOptions, error.message)
        }
    }
}
