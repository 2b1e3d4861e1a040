import Foundation
import ProfileProcessing
@_spi(Measurement) import SAML2
import SAMLBindings
import XMLCore

// What verification costs when nothing is read and nothing is written: the messages are in memory
// before the clock starts, unpacked. Two ladders, each in one thread and in several:
//
//   verify   parse, verify every signature, read again what was signed
//   process  all that `samlkit batch` does to a message, without unpacking it and writing its record
//
//   VerifierAlone MESSAGES METADATA NOW AUDIENCE THREADS SECONDS
//
// MESSAGES has one message a line, in Base64. Prints one JSON object.

/// One ladder in a number of threads.
struct Measurement: Encodable {
    let ladder: String
    let threads: Int
    let messages: Int
    let seconds: Double
    let processorSeconds: Double
    /// How many were verified, or accepted, so that no faster way of failing is measured.
    let good: Int
}

/// What the messages are, and what was measured.
struct Report: Encodable {
    let distinct: Int
    let bytes: Int
    let measurements: [Measurement]
}

/// Goes through the messages in turns, one part for each thread, until the time is over.
func measure(
    _ ladder: String, threads: Int, seconds: Double, count: Int,
    _ isGood: @escaping @Sendable (Int) -> Bool
) async -> Measurement {
    let clock = ContinuousClock()
    let start = clock.now
    let processorStart = processorSeconds()
    let totals = await withTaskGroup(of: (done: Int, good: Int).self) { group in
        for thread in 0..<threads {
            group.addTask {
                var done = 0
                var good = 0
                var next = thread
                while done % 64 != 0 || clock.now - start < .seconds(seconds) {
                    if isGood(next % count) { good += 1 }
                    done += 1
                    next += threads
                }
                return (done, good)
            }
        }
        return await group.reduce(into: (done: 0, good: 0)) { total, part in
            total.done += part.done
            total.good += part.good
        }
    }
    let elapsed = clock.now - start
    return Measurement(
        ladder: ladder, threads: threads, messages: totals.done, seconds: elapsed / .seconds(1),
        processorSeconds: processorSeconds() - processorStart, good: totals.good)
}

/// The processor time of this process, user and system.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

func run() async throws -> Int32 {
    let arguments = CommandLine.arguments
    guard arguments.count == 7, let now = SAML.Instant(parsing: arguments[3]),
        let threads = Int(arguments[5]), threads >= 1, let seconds = Double(arguments[6])
    else {
        print("VerifierAlone MESSAGES METADATA NOW AUDIENCE THREADS SECONDS")
        return 2
    }
    let decoder = EnvelopeDecoder()
    let messages = try Data(contentsOf: URL(filePath: arguments[1]))
        .split(separator: UInt8(ascii: "\n"))
        .map { try decoder.envelope(from: CapturedMessage(bytes: Array($0))).xml }
    guard !messages.isEmpty else { return 2 }
    let trust = try SAML.TrustStore(metadata: Data(contentsOf: URL(filePath: arguments[2])))

    let verifier = SAML.Ladder(trusting: trust, policy: .standard, now: now)
    let processor = ProfileProcessor(
        trust: trust, audience: arguments[4], expecting: .answerToAnyQuery, now: now,
        requiredAttributes: ["uid", "uniqueId"])
    let captured = messages.map { CapturedMessage(bytes: $0) }

    var measurements: [Measurement] = []
    for count in Set([1, threads]).sorted() {
        measurements.append(
            await measure("verify", threads: count, seconds: seconds, count: messages.count) {
                guard let document = try? XML.Document(parsing: messages[$0]) else { return false }
                return verifier.finding(in: document) != nil
            })
        measurements.append(
            await measure("process", threads: count, seconds: seconds, count: messages.count) {
                processor.record(of: captured[$0]).outcome == .accepted
            })
    }
    let report = Report(
        distinct: messages.count, bytes: messages.reduce(0) { $0 + $1.count },
        measurements: measurements)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    return 0
}

exit(try await run())
