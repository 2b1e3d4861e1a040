import ArgumentParser
import Dispatch
import MessageService
import ProfileProcessing
import Reports
import SAML2

/// The options of a request to `samlkit serve`.
private struct ServiceOptions: ParsableArguments {
    @OptionGroup var processing: ProcessingOptions
    @OptionGroup var reading: ReadingOptions

    @Flag var payload = false
}

/// Judges by the options of `samlkit serve` and those of a request, which replace them.
final class ServedJudge: MessageJudge {
    let defaults: [RequestOptions.Option]
    let trustNames: [String]
    private let redaction: Redaction?
    private let kept = KeptProcessors()

    /// Creates a judge, and reads the files of the options once.
    ///
    /// - Throws: A `CommandFailure` when a file cannot be used.
    init(_ options: ProcessingOptions, redaction: Redaction?) throws(CommandFailure) {
        guard !options.files.contains("-") else {
            throw CommandFailure(
                .usage,
                "Metadata and keys are read again when they change, so they cannot be standard input. "
                    + "Pass the name of a file.")
        }
        defaults = options.named(trusting: [], requiring: [], at: nil).map {
            RequestOptions.Option($0.name, $0.value)
        }
        trustNames = options.trustOptions.trust + options.trustOptions.trustKey
        self.redaction = redaction
        _ = try options.processor(redaction: redaction)
    }

    func prepare(_ request: RequestOptions) throws(ServiceProblem) -> PreparedJudge {
        let now = SAML.Instant.current
        let (processor, options) = try made(for: request, at: now)
        let names = request.trust?.map(\.name) ?? []
        let processing = options.processing
        return PreparedJudge(
            processor: processor, reading: options.reading.options,
            remedies: processing.remedies(
                trusting: names, requiring: [], judging: processor.options, options.reading),
            words: processing.words(
                trusting: names, requiring: [], at: processor.options.context.now),
            readingWords: options.reading.words,
            usesTimeOfExchange: processing.now == nil && processor.options.context.now != nil,
            clock: now)
    }

    func processor(for request: RequestOptions) throws(ServiceProblem) -> ProfileProcessor {
        try made(for: request, at: SAML.Instant.current).processor
    }

    private func made(
        for request: RequestOptions, at now: SAML.Instant
    ) throws(ServiceProblem) -> (processor: ProfileProcessor, options: ServiceOptions) {
        if let known = kept.processor(for: request, at: now) { return known }
        let options: ServiceOptions
        do {
            options = try ServiceOptions.parse(words(of: request))
        } catch {
            throw ServiceProblem(.invalidOptions, ServiceOptions.message(for: error))
        }
        let contents = request.trust
        let redaction = redaction
        let prepared: PreparedProcessor
        do throws(CommandFailure) {
            prepared = try PreparedProcessor(options.processing, at: now) {
                now throws(CommandFailure) in
                // What is wrong with sent metadata is told its sender, and not the server's terminal.
                try options.processing.processor(
                    includingPayload: options.payload, contents: contents, redaction: redaction,
                    clock: now, noting: { _ in })
            }
        } catch {
            throw ServiceProblem(.invalidOptions, error.message)
        }
        kept.keep(KeptProcessors.Entry(prepared: prepared, options: options), for: request)
        return (prepared.processor, options)
    }

    /// The words of a command line for a request; no value can be taken for an option.
    private func words(of request: RequestOptions) -> [String] {
        let replaced = Set(request.options.map(\.name))
        let own = defaults.filter {
            !replaced.contains($0.name)
                && !(request.trust != nil && ["trust", "trust-key"].contains($0.name))
        }
        return (own + request.options.filter { $0.value != "" })
            .map { option in option.value.map { "--\(option.name)=\($0)" } ?? "--\(option.name)" }
    }
}

/// The processors that were made for earlier requests.
private final class KeptProcessors: @unchecked Sendable {
    struct Entry {
        var prepared: PreparedProcessor
        let options: ServiceOptions
    }

    private let queue = DispatchQueue(label: "samlkit.serve.processors")
    /// Only the queue reaches it.
    private var entries: [RequestOptions: Entry] = [:]
    private var isSweeping = false
    private static let capacity = 32
    /// What is larger is not kept.
    private static let largestRequest = 1 << 20

    func processor(
        for request: RequestOptions, at now: SAML.Instant
    ) -> (processor: ProfileProcessor, options: ServiceOptions)? {
        guard request.byteCount <= Self.largestRequest else { return nil }
        return queue.sync {
            guard let processor = entries[request]?.prepared.processor(at: now),
                let options = entries[request]?.options
            else { return nil }
            return (processor, options)
        }
    }

    /// Keeps a processor for a minute at most: nothing of a request stays.
    func keep(_ entry: Entry, for request: RequestOptions) {
        guard request.byteCount <= Self.largestRequest else { return }
        queue.sync {
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[request] = entry
            guard !isSweeping else { return }
            isSweeping = true
            queue.asyncAfter(deadline: .now() + 60) { [self] in
                entries.removeAll()
                isSweeping = false
            }
        }
    }
}

extension RequestOptions {
    /// The bytes of the values and the trust.
    fileprivate var byteCount: Int {
        options.reduce(0) { $0 + ($1.value?.utf8.count ?? 0) }
            + (trust ?? []).reduce(0) { $0 + $1.bytes.count }
    }
}
