import Captures
import PassAudit
import SystemPackage
import UnixSignals

/// The audit of a file that grows while an app is used.
///
/// The file is read from its beginning whenever it has grown, and the pauses grow with the time that takes; only what was
/// appended is judged.
struct LiveAudit: Sendable {
    let path: String
    let options: AuditOptions
    let isJSON: Bool

    /// Judges the file whenever it has grown, until a signal comes, and returns the last audit.
    func run() async throws -> Audit? {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return try await withThrowingTaskGroup(of: Audit?.self) { group in
            group.addTask { try await follow() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            // The first task that ends is the one that waits for a signal, unless output failed.
            _ = try await group.next()
            group.cancelAll()
            var last: Audit?
            while let audit = try await group.next() { last = audit ?? last }
            return last
        }
    }

    private func follow() async throws -> Audit? {
        let clock = ContinuousClock()
        var traffic = GrowingTraffic(options: options)
        var known: Set<String> = []
        var (size, last) = (-1, nil as Audit?)
        while !Task.isCancelled {
            var spent = Duration.zero
            let now = InputWalk.byteCount(of: FilePath(path)) ?? 0
            if now != size {
                size = now
                let begin = clock.now
                last = try judge(&traffic, &known)
                spent = clock.now - begin
            }
            let pause = max(Duration.milliseconds(250), spent * 4)
            try? await clock.sleep(for: pause)
        }
        return last
    }

    private func judge(_ traffic: inout GrowingTraffic, _ known: inout Set<String>) throws -> Audit
    {
        var reader = ExchangeReader(inputs: [FilePath(path)])
        // The last exchange may be half written; it is read with the next ones.
        while let step = reader.next() {
            if case .exchange(let exchange) = step { traffic.add(exchange) }
        }
        let audit = traffic.audit()
        for finding in audit.findings where known.insert(finding.identity).inserted {
            try Console.show(
                finding.json, or: AuditScreen.lines(of: finding) + [""], isJSON: isJSON)
        }
        return audit
    }
}
