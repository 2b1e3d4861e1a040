package import Captures

/// The audit of an input that grows while it is read from its beginning again and again.
package struct GrowingTraffic: Sendable {
    private let options: AuditOptions
    private var reading: TrafficReading
    /// A hash of each exchange that was read, as the input had it.
    private var known: [Int] = []
    private var place = 0
    private var judging = Judging()

    /// Creates an audit that has seen nothing.
    package init(options: AuditOptions) {
        self.options = options
        reading = TrafficReading(options: options)
    }

    /// Takes the next exchange of the input: what was there before is left as it is.
    package mutating func add(_ exchange: HTTPExchange) {
        guard exchange.kind == .http else { return }
        defer { place += 1 }
        let hash = Self.hash(of: exchange)
        if place < known.count {
            guard known[place] != hash else { return }
            // It was half written; so may be what came after it.
            known.removeSubrange(place...)
            reading.removeExchanges(from: place)
        }
        known.append(hash)
        reading.add(exchange)
    }

    /// Judges what was read, and begins at the beginning of the input again.
    package mutating func audit() -> Audit {
        // What the input no longer has is not judged.
        known.removeSubrange(place...)
        reading.removeExchanges(from: place)
        place = 0
        return judging.audit(of: Traffic(reading.exchanges, options: options))
    }

    private static func hash(of exchange: HTTPExchange) -> Int {
        var hasher = Hasher()
        hasher.combine(exchange.start)
        hasher.combine(exchange.duration)
        hasher.combine(exchange.method)
        hasher.combine(exchange.url)
        hasher.combine(exchange.outcome)
        hasher.combine(exchange.requestHeaders)
        hasher.combine(exchange.responseHeaders)
        for body in [exchange.requestBody, exchange.responseBody] {
            hasher.combine(body.state)
            hasher.combine(body.bytes)
        }
        return hasher.finalize()
    }
}
