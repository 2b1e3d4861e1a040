import Foundation
import XCTest

@testable import Captures

/// A comparison of exchanges with those of the separate reader that wrote `expected.ndjson.gz`.
enum ProvisionalOracle {
    static func check(_ name: String, _ reading: ExchangeReading, _ test: XCTestCase) throws {
        let lines = try test.captureSample("expected.ndjson.gz").split(separator: 0x0A)
        let rows = lines.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
        }.filter { $0["file"] as? String == name }
        XCTAssertGreaterThan(rows.count, 0, name)
        XCTAssertEqual(reading.exchanges.count, rows.count, name)
        for (index, (row, exchange)) in zip(rows, reading.exchanges).enumerated() {
            let place = "\(name) \(index)"
            XCTAssertEqual(exchange.method, row["method"] as? String, place)
            XCTAssertEqual(
                String(decoding: exchange.url, as: UTF8.self), row["url"] as? String, place)
            let status: Int? =
                if case .response(let status, _) = exchange.outcome { status } else { nil }
            XCTAssertEqual(status, row["status"] as? Int, place)
            XCTAssertEqual(
                exchange.requestHeaders.fields.count + exchange.requestHeaders.pseudoFields.count,
                row["requestHeaders"] as? Int, place)
            XCTAssertEqual(
                exchange.responseHeaders.fields.count + exchange.responseHeaders.pseudoFields.count,
                row["responseHeaders"] as? Int, place)
            if let start = row["start"] as? String {
                let expected = CaptureTime(iso8601: start).microseconds ?? 0
                let found = exchange.start?.microseconds ?? 0
                XCTAssertLessThanOrEqual(abs(found - expected), 1000, place)
            } else {
                XCTAssertNil(exchange.start?.microseconds, place)
            }
            if let duration = row["durationMs"] as? Double {
                XCTAssertEqual(exchange.duration ?? -1, duration, accuracy: 0.01, place)
            }
            for (key, body) in [
                ("requestBody", exchange.requestBody), ("responseBody", exchange.responseBody),
            ] {
                let expected = row[key] as? [String: Any]
                let state =
                    switch body.state {
                    case .present: "present"
                    case .empty: "absent"
                    case .notRecorded: "notRecorded"
                    case .dropped: "dropped"
                    case .redacted: "redacted"
                    case .truncated: "truncated"
                    case .undecodable(let coding): "undecodable \(coding)"
                    }
                XCTAssertEqual(state, expected?["state"] as? String, "\(place) \(key)")
                if state == "present" {
                    XCTAssertEqual(body.bytes.count, expected?["length"] as? Int, "\(place) \(key)")
                }
            }
        }
    }
}
