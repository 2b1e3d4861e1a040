@_spi(Measurement) import BatchEngine
import Foundation
import PayloadCoding
import ProfileProcessing
@_spi(Measurement) import SAML2
import SAMLBindings
import XCTest
import XMLCore
import XMLSecurity

/// One performance test for each stage a message passes and each of three sizes.
///
/// Each prints the time of one message and the throughput beside XCTest's own figures.
final class StageBenchmarks: XCTestCase {
    /// How large the message is.
    private enum Size: Int {
        case small = 2048
        case usual = 8192
        case large = 65536

        /// Enough messages for a tenth of a second or so.
        ///
        /// XCTest fails where measurements differ by more than a tenth of a second and a tenth of their mean,
        /// which the long ones of a debug build do on a busy machine.
        var repetitions: Int {
            #if DEBUG
            800_000 / rawValue
            #else
            8_000_000 / rawValue
            #endif
        }
    }

    func testParse2KB() throws { try measureParsing(.small) }
    func testParse8KB() throws { try measureParsing(.usual) }
    func testParse64KB() throws { try measureParsing(.large) }

    func testCanonicalize2KB() throws { try measureCanonicalization(.small) }
    func testCanonicalize8KB() throws { try measureCanonicalization(.usual) }
    func testCanonicalize64KB() throws { try measureCanonicalization(.large) }

    func testVerify2KB() throws { try measureVerification(.small) }
    func testVerify8KB() throws { try measureVerification(.usual) }
    func testVerify64KB() throws { try measureVerification(.large) }

    func testExtract2KB() throws { try measureExtraction(.small) }
    func testExtract8KB() throws { try measureExtraction(.usual) }
    func testExtract64KB() throws { try measureExtraction(.large) }

    func testEncode2KB() throws { try measureEncoding(.small) }
    func testEncode8KB() throws { try measureEncoding(.usual) }
    func testEncode64KB() throws { try measureEncoding(.large) }

    func testUnpack2KB() throws { try measureUnpacking(.small) }
    func testUnpack8KB() throws { try measureUnpacking(.usual) }
    func testUnpack64KB() throws { try measureUnpacking(.large) }

    func testWholeLadder2KB() throws { try measureLadder(.small) }
    func testWholeLadder8KB() throws { try measureLadder(.usual) }
    func testWholeLadder64KB() throws { try measureLadder(.large) }

    private func measureParsing(_ size: Size) throws {
        let message = try SignedMessage(byteCount: size.rawValue).bytes
        measure("parse", size) { _ = try XML.Document(parsing: message) }
    }

    private func measureCanonicalization(_ size: Size) throws {
        let document = try XML.Document(
            parsing: SignedMessage(byteCount: size.rawValue).bytes)
        measure("canonicalize", size) {
            _ = try document.canonicalForm(using: XML.CanonicalizationMethod(.exclusive))
        }
    }

    /// The signature of the assertion, which is read again from what was signed.
    private func measureVerification(_ size: Size) throws {
        let message = try SignedMessage(byteCount: size.rawValue)
        let document = try XML.Document(parsing: message.bytes)
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer([message.key])
        let ladder = SAML.Ladder(trusting: trust, policy: .standard)
        measure("verify", size) {
            XCTAssertEqual(ladder.finding(in: document)?.signedForms.count, 1)
        }
    }

    private func measureExtraction(_ size: Size) throws {
        let document = try XML.Document(
            parsing: SignedMessage(byteCount: size.rawValue).bytes)
        measure("extract", size) {
            let claims = try XCTUnwrap(SAML.Ladder.claims(in: document))
            XCTAssertFalse(claims["attribute-000000"].isEmpty)
        }
    }

    private func measureEncoding(_ size: Size) throws {
        let message = try SignedMessage(byteCount: size.rawValue).bytes
        let encoder = PayloadEncoder()
        var output: [UInt8] = []
        measure("encode", size) {
            output.removeAll(keepingCapacity: true)
            encoder.encode(message, into: &output)
        }
    }

    private func measureUnpacking(_ size: Size) throws {
        let message = try SignedMessage(byteCount: size.rawValue).bytes
        let captured = CapturedMessage(bytes: Base64.encoding(message))
        measure("unpack", size) { _ = try EnvelopeDecoder().envelope(from: captured) }
    }

    /// Everything from the captured Base64 to the written record.
    private func measureLadder(_ size: Size) throws {
        let message = try SignedMessage(byteCount: size.rawValue)
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer([message.key])
        let processor = ProfileProcessor(
            trust: trust, audience: SignedMessage.audience, expecting: .answerToAnyQuery,
            now: try XCTUnwrap(SAML.Instant(parsing: SignedMessage.now)),
            requiredAttributes: ["attribute-000000"])
        let captured = CapturedMessage(bytes: Base64.encoding(message.bytes))
        XCTAssertEqual(processor.record(of: captured).outcome, .accepted)
        var output: [UInt8] = []
        measure("whole ladder", size) {
            output.removeAll(keepingCapacity: true)
            processor.record(of: captured).appendLine(to: &output)
        }
    }

    private func measure(_ stage: String, _ size: Size, _ body: () throws -> Void) {
        var best = Duration.seconds(1_000_000)
        measure {
            let clock = ContinuousClock()
            let elapsed = clock.measure {
                for _ in 0..<size.repetitions {
                    do { try body() } catch { XCTFail("\(error)") }
                }
            }
            best = min(best, elapsed)
        }
        let seconds = best / .seconds(1)
        let megabytes = Double(size.rawValue * size.repetitions) / 1e6 / seconds
        let microseconds = seconds / Double(size.repetitions) * 1e6
        let figures = String(format: "%.1f us, %.0f MB/s", microseconds, megabytes)
        print("\(stage) (\(size.rawValue) bytes): \(figures)")
    }
}
