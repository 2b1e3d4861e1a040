package import Captures

/// The search for calls to Adobe Pass, before anybody asks for an audit.
package enum TrafficSearch {
    /// Returns whether a capture has a call; it is read up to the first.
    package static func finds(in reader: inout ExchangeReader) -> Bool {
        var reading = TrafficReading(options: AuditOptions())
        while let step = reader.next() {
            guard case .exchange(let exchange) = step else { continue }
            reading.add(exchange)
            if let kind = reading.exchanges.last?.kind, kind != .foreign, kind != .framework {
                return true
            }
            reading.removeExchanges(from: 0)
        }
        return false
    }
}
