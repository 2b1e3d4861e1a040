import Foundation
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// HAR files of many producers, read as exchanges.
final class HARSampleTests: XCTestCase {
    private static let names = [
        "real/chrome-devtools-156-sanitized.har",
        "real/chrome-devtools-156-with-sensitive-data.har", "real/firefox-153.har",
        "real/mitmproxy-11.0.2.har", "real/mitmproxy-11.0.2.zhar",
        "synthetic/synthetic-charles.har",
        "synthetic/synthetic-fiddler.har", "synthetic/synthetic-har-edge-cases.har",
        "synthetic/synthetic-httptoolkit.har", "synthetic/synthetic-insomnia.har",
        "synthetic/synthetic-proxyman.har", "synthetic/synthetic-pulse.har",
        "synthetic/synthetic-safari.har", "synthetic/synthetic-zap.har",
    ]

    func testEveryExchangeOfEveryProducerIsReadUnderAnyName() throws {
        for name in Self.names {
            try SampleOracle.check(name)
            try SampleOracle.check(name, readAs: "capture.txt")
        }
    }

    func testLookingForMessagesFindsThoseOfTheWholeExchanges() throws {
        for name in Self.names where name.hasSuffix(".har") {
            let bytes = Array(try Data(contentsOf: SampleOracle.folder.appending(path: name)))
            let whole = try SampleOracle.exchanges(of: name).flatMap { exchange in
                exchange.allMessages().filter { $0.part != .header }.map {
                    "\(exchange.source.entry ?? -1) \($0.part)"
                }
            }
            let capture = HARCapture(
                ByteReader(PieceSource(bytes)), CaptureContext(source: .init(), options: .init()))
            var found: [String] = []
            while let step = capture.next() {
                guard case .exchange(let exchange) = step else { continue }
                found += exchange.allMessages().filter { $0.part != .header }.map {
                    "\(exchange.source.entry ?? -1) \($0.part)"
                }
            }
            XCTAssertEqual(found, whole, name)
        }
    }

    func testAMessageThatASignOnShowsSeveralTimesIsOneRecord() throws {
        for (name, count) in [
            ("real/chrome-devtools-156-sanitized.har", 3), ("synthetic/synthetic-pulse.har", 2),
        ] {
            var reader = CaptureReader(inputs: [
                .init(SampleOracle.folder.appending(path: name).path)
            ])
            var records: [CapturedRecord] = []
            while let record = reader.next() { records.append(record) }
            let xml = try records.map {
                try EnvelopeDecoder().envelope(from: try $0.message()).xml
            }
            XCTAssertEqual(Set(xml).count, xml.count, name)
            XCTAssertEqual(xml.count, count, name)
            XCTAssertFalse(records.allSatisfy(\.source.alsoAt.isEmpty), name)
        }
    }

    func testACutOffSampleGivesWhatCameBeforeAndOneFailure() throws {
        let name = "synthetic/synthetic-har-edge-cases.har"
        let bytes = Array(try Data(contentsOf: SampleOracle.folder.appending(path: name)))
        let whole = try SampleOracle.exchanges(of: name)
        for count in stride(from: 100, to: bytes.count - 4, by: 997) {
            let capture = HARCapture(
                ByteReader(PieceSource(Array(bytes.prefix(count)), pieceSize: 61)),
                CaptureContext(source: .init(), options: .init()))
            var exchanges = 0
            var errors: [CaptureError.Code] = []
            while let step = capture.next() {
                switch step {
                case .exchange(let exchange):
                    XCTAssertEqual(exchange.url, whole[exchanges].url)
                    exchanges += 1
                case .entry(let entry):
                    if case .failure(let error) = entry.content { errors.append(error.code) }
                case .passedOver: XCTFail("An exchange was passed over.")
                }
            }
            XCTAssertEqual(errors, [.invalidJSON], "\(count)")
            XCTAssertLessThan(exchanges, whole.count + 1)
        }
    }

    func testABodyInGzipIsReadUpToTheLimit() throws {
        let name = "hostile/hostile-gzip-body-in-har.har"
        let body = try XCTUnwrap(try SampleOracle.exchanges(of: name).first).responseBody
        XCTAssertEqual(body.bytes.count, 8 << 20)
        let bytes = Array(try Data(contentsOf: SampleOracle.folder.appending(path: name)))
        let capture = HARCapture(
            ByteReader(PieceSource(bytes)),
            CaptureContext(source: .init(), options: .init(entryByteCount: 1 << 20)))
        guard case .exchange(let exchange) = capture.next() else { return XCTFail("No exchange") }
        XCTAssertEqual(exchange.responseBody.state, .tooLarge)
        XCTAssertEqual(exchange.responseBody.bytes.count, 1 << 20)
    }
}
