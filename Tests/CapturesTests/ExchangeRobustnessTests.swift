import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// Captures of exchanges that were changed anywhere.
final class ExchangeRobustnessTests: XCTestCase, ReachesUnsafeCode {
    private static let samples: [(name: String, format: CaptureFormat)] = [
        ("real/mitmproxy-9.0.1.mitm", .mitmproxy),
        ("synthetic/synthetic-charles.chlsj", .charlesJSON),
        ("synthetic/synthetic-charles.trace", .charlesTrace),
        ("real/saml-tracer-1.9.5-none.json", .samlTracer),
        ("synthetic/synthetic-SAMLChromeExport.json", .samlChromePanel),
        ("synthetic/synthetic-newman-run.json", .newman),
        ("real/tshark-4.0-http1.json.gz", .tshark),
        ("real/tshark-4.0-http1.ek.ndjson.gz", .tsharkLines),
        ("real/tshark-4.0-http2.json.gz", .tshark),
    ]

    /// Changes are near one another, so that they fall on structure and not only into long bodies.
    func testChangedFilesEndAndGiveNoMoreThanTheyHad() throws {
        var generator = SeededGenerator("captures of exchanges, mutated")
        var errorCount = 0
        for (name, format) in Self.samples {
            let bytes = try captureSample(name)
            let count = ExchangeReading(bytes, as: format).exchanges.count
            for _ in 0..<40 {
                var changed = bytes
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let near = min(
                        bytes.count - 1, place + Int.random(in: 0..<40, using: &generator))
                    changed[near] = UInt8.random(in: 0...255, using: &generator)
                }
                let reading = ExchangeReading(changed, pieceSize: 4097, as: format)
                XCTAssertLessThanOrEqual(
                    reading.exchanges.count, count + 4, "\(name) at \(place)")
                errorCount += reading.errors.count
                for exchange in reading.exchanges { _ = exchange.messages() }
            }
        }
        XCTAssertGreaterThan(errorCount, 20)
    }

    func testEachHostileFileIsOneClearLine() throws {
        for (name, description) in [
            (
                "hostile-tnetstring-length.mitm",
                "The structure of mitmproxy flows is damaged, cut off, or nests too deeply here (at byte 0)."
            ),
            (
                "hostile-tnetstring-depth.mitm",
                "The structure of mitmproxy flows is damaged, cut off, or nests too deeply here (at byte 0)."
            ),
            (
                "hostile-deep.chlsj",
                "The structure of a JSON session of Charles is damaged, cut off, or nests too deeply here (at byte 65)."
            ),
            (
                "hostile-trace-endless-heredoc.trace",
                "The structure of a trace of Charles is damaged, cut off, or nests too deeply here (at byte 120)."
            ),
        ] {
            var reader = CaptureReader(inputs: [
                FilePath(SampleOracle.folder.appending(path: "hostile/\(name)").path)
            ])
            let record = try XCTUnwrap(reader.next())
            XCTAssertThrowsError(try record.message()) { XCTAssertEqual("\($0)", description) }
            XCTAssertNil(reader.next(), name)
        }
    }

    /// Each sample under a name without an extension, whatever else its content looks like.
    func testEverySampleIsDetectedByItsContent() throws {
        for (name, format) in Self.samples {
            XCTAssertEqual(detectedFormat(try captureSample(name)), format, name)
        }
    }
}
