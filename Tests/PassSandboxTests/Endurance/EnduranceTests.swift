#if Sandbox
import AdobePass
import AdobePassHTTP
import Foundation
import Logging
import TestSupport
import XCTest

@testable import PassSandbox

/// Exchanges with a sandbox in which one request in ten goes wrong.
///
/// `ENDURANCE_EXCHANGES` says how many; `Scripts/check.sh endurance` makes ten thousand.
final class EnduranceTests: XCTestCase, SharesState {
    private static let count =
        ProcessInfo.processInfo.environment["ENDURANCE_EXCHANGES"].flatMap { Int($0) } ?? 200

    /// More than this in three quarters of a run is a leak, at whatever length.
    private static let allowedGrowth = 256 * 1024

    private func sandbox(_ clock: SharedClock, _ texts: ToldTexts, seed: UInt64) async throws
        -> Sandbox
    {
        try await SandboxCase.make(
            EnduranceRun.configuration(faults: FaultMix.plan(seed: seed)), clock: clock,
            logger: texts.logger)
    }

    private func assertGood(_ result: EnduranceRun.Result, _ run: EnduranceRun, _ way: String) {
        let texts = run.texts.all
        var lines = ["\(run.count) exchanges \(way), \(EnduranceRun.concurrency) at a time"]
        lines += result.ends.sorted { $0.key < $1.key }.map { "  \($0.value) ended: \($0.key)" }
        lines += result.counts.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" }
        lines += [
            "  \(run.clock.latencies) answers held back",
            "  \(result.lostAnswers) answers to an exchange lost, \(result.foundAfterLoss) with "
                + "the profile there, \(result.repetitions) presented again nevertheless",
            "  \(texts.total) texts logged or told (\(texts.different.count) different), "
                + "\(result.secrets) secrets looked for",
        ]
        lines += result.memory.enumerated().map { index, memory in
            "  memory after quarter \(index + 1): VmRSS \(memory.resident) KiB, "
                + "VmHWM \(memory.highest) KiB"
        }
        print(lines.map { "endurance: \($0)" }.joined(separator: "\n"))

        XCTAssertEqual(result.ends.values.reduce(0, +), run.count, "every exchange ends")
        for (defect, number) in Dictionary(grouping: result.defects, by: \.self)
            .mapValues(\.count)
        {
            XCTFail("\(number) times: \(defect)")
        }
        XCTAssertGreaterThan(result.ends["profile"] ?? 0, run.count / 2)
        XCTAssertGreaterThan(texts.total, run.count)
        XCTAssertGreaterThan(result.secrets, run.count * 8)
        if let first = result.memory.first, let last = result.memory.last {
            XCTAssertLessThan(last.resident - first.resident, Self.allowedGrowth, "KiB")
        }
    }

    func testExchangesEndAndNoneIsLostDoubledOrTold() async throws {
        var generator = SeededGenerator("endurance")
        let clock = SharedClock()
        let texts = ToldTexts()
        let sandbox = try await sandbox(clock, texts, seed: generator.next())
        let run = EnduranceRun(
            count: Self.count, sandbox: sandbox, clock: clock, transport: sandbox.transport,
            authority: "127.0.0.1:8765", texts: texts)
        let result = try await run.run()
        assertGood(result, run, "in memory")
        // Each kind of fault did happen, or the run would show nothing.
        if run.count >= 100 {
            for kind in [
                "answered 403", "answered 429", "answered 500", "answered 503", "dropped",
                "token expired",
            ] { XCTAssertGreaterThan(result.counts[kind] ?? 0, 0, kind) }
            XCTAssertGreaterThan(clock.latencies, 0)
        }
    }

    func testExchangesOverASocketEndInTheSameWays() async throws {
        var generator = SeededGenerator("endurance over a socket")
        let clock = SharedClock()
        let texts = ToldTexts()
        let sandbox = try await sandbox(clock, texts, seed: generator.next())
        let count = min(1_000, max(40, Self.count / 10))
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = Task {
            try await sandbox.run(port: 0) { port in
                continuation.yield(port)
                continuation.finish()
            }
        }
        var iterator = ports.makeAsyncIterator()
        let port = try XCTUnwrapped(await iterator.next())
        #if AsyncHTTPClient
        let transport = AsyncHTTPClientTransport()
        let way = "through AsyncHTTPClient"
        #else
        let transport = URLSessionTransport()
        let way = "through URLSession"
        #endif
        let run = EnduranceRun(
            count: count, sandbox: sandbox, clock: clock, transport: transport,
            authority: "127.0.0.1:\(port)", texts: texts)
        // Whatever comes of it, nothing is left open.
        let outcome = await Task { try await run.run() }.result
        #if AsyncHTTPClient
        try await transport.shutdown()
        #endif
        server.cancel()
        _ = try? await server.value
        assertGood(try outcome.get(), run, way)
    }

    func testTheSearchFindsASecretInALogLine() {
        let texts = ToldTexts()
        let secret = "0123456789abcdef0123456789abcdef"
        texts.logger.trace("said", metadata: ["token": "x\(secret.dropFirst(5).prefix(20))x"])
        texts.logger.trace("said", metadata: ["duration": "17 ms"])
        texts.logger.trace("said", metadata: ["duration": "18 ms"])
        XCTAssertEqual(texts.all.different.count, 2)
        XCTAssertEqual(texts.all.total, 3)
        let search = LeakSearch(in: texts.all.different)
        XCTAssertTrue(search.shows(secret))
        XCTAssertFalse(search.shows(String(secret.reversed())))
    }
}

private func XCTUnwrapped<Value>(_ value: Value?) throws -> Value { try XCTUnwrap(value) }
#endif
