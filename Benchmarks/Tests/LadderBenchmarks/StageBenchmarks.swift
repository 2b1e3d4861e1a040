import Foundation
import PayloadCoding
import SAML2
import SAMLBindings
import XCTest
import XMLCore

/// One performance test for each stage a message passes, on the 7 KB sample with many attributes.
///
/// Each measures a thousand messages and prints the throughput beside XCTest's own figures.
final class StageBenchmarks: XCTestCase {
    private static let repetitions = 1000

    private func sample() throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Samples/captures/19-multi-valued-attributes.xml")
        return try Array(Data(contentsOf: file))
    }

    private func measure(_ stage: String, octetCount: Int, _ body: () throws -> Void) {
        var best = Duration.seconds(1_000_000)
        measure {
            let clock = ContinuousClock()
            let elapsed = clock.measure {
                for _ in 0..<Self.repetitions {
                    do { try body() } catch { XCTFail("\(error)") }
                }
            }
            best = min(best, elapsed)
        }
        let seconds = best / .seconds(1)
        let megabytes = Double(octetCount * Self.repetitions) / 1e6 / seconds
        let microseconds = seconds / Double(Self.repetitions) * 1e6
        let figures = String(format: "%.1f us, %.0f MB/s", microseconds, megabytes)
        print("\(stage) (\(octetCount) octets): \(figures)")
    }

    func testParse() throws {
        let message = try sample()
        measure("parse", octetCount: message.count) {
            _ = try XML.Document(parsing: message)
        }
    }

    func testCanonicalizeExclusively() throws {
        let message = try sample()
        let document = try XML.Document(parsing: message)
        measure("canonicalize", octetCount: message.count) {
            _ = try document.canonicalForm(using: XML.CanonicalizationMethod(.exclusive))
        }
    }

    func testReadResponse() throws {
        let message = try sample()
        let document = try XML.Document(parsing: message)
        measure("read", octetCount: message.count) {
            _ = try SAML.Response(unverified: document.rootElement)
        }
    }

    func testEncodeCookbookPayload() throws {
        let message = try sample()
        let encoder = PayloadEncoder()
        var output: [UInt8] = []
        measure("encode", octetCount: message.count) {
            output.removeAll(keepingCapacity: true)
            encoder.encode(message, into: &output)
        }
    }

    func testUnpackBase64() throws {
        let message = try sample()
        let captured = CapturedMessage(octets: Base64.encoding(message))
        measure("unpack", octetCount: message.count) {
            _ = try EnvelopeDecoder().envelope(from: captured)
        }
    }

    func testParseReadSelectAndEncode() throws {
        let message = try sample()
        let encoder = PayloadEncoder()
        var output: [UInt8] = []
        measure("parse, read, select, encode", octetCount: message.count) {
            let document = try XML.Document(parsing: message)
            let response = try SAML.Response(unverified: document.rootElement)
            _ = SAML.AttributeSelection(
                requiring: ["uid", "uniqueId"], from: response.assertion?.attributes ?? [])
            output.removeAll(keepingCapacity: true)
            encoder.encode(message, into: &output)
        }
    }
}
