import BatchEngine
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

/// The cost of a record, from the captured bytes to its output, grows with the message and with
/// nothing else.
final class RecordWorkTests: XCTestCase, ReachesUnsafeCode {
    private func work(_ bytes: [UInt8], _ processor: ProfileProcessor) -> XML.Work {
        XML.Work.measuring {
            let record = processor.record(of: CapturedMessage(bytes: bytes))
            var output: [UInt8] = []
            RecordFormat.ndjson.append(record, to: &output)
            RecordFormat.csv.append(record, to: &output)
        }.work
    }

    private func check(_ processor: ProfileProcessor, _ name: String) throws {
        for flood in try Flood.all() {
            let (small, large) = (flood.document(ofSize: 20_000), flood.document(ofSize: 80_000))
            let (one, four) = (work(small, processor).total, work(large, processor).total)
            let growth = Double(large.count) / Double(small.count)
            XCTAssertLessThanOrEqual(
                Double(four), Double(one) * growth * 1.125 + 65_536, "\(flood.name), \(name)")
        }
    }

    func testRecordsWithoutTrustCostInProportionToTheirMessages() throws {
        try check(ProfileProcessor.unchecked, "without trust")
    }

    func testRecordsWithTrustCostInProportionToTheirMessages() throws {
        try check(.reference(trust: ProfileProcessor.sampleTrust()), "with trust")
    }

    func testRedactedRecordsCostInProportionToTheirMessages() throws {
        var options = ProfileProcessor.unchecked.options
        options.redaction = try Redaction(key: Array("sixteen bytes!!!".utf8))
        try check(ProfileProcessor(options: options), "redacted")
    }

    func testAQueryThatListsManyValuesCostsInProportionToBothMessages() throws {
        func attribute(_ count: Int) -> String {
            let values = (0..<count).map { number in
                "<saml:AttributeValue><a\(number % 50)/></saml:AttributeValue>"
            }
            return "<saml:Attribute Name=\"one\">\(values.joined())</saml:Attribute>"
        }
        func cost(_ count: Int) throws -> UInt64 {
            let query = """
                <samlp:AttributeQuery xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
                xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_q" Version="2.0">\
                \(attribute(50))</samlp:AttributeQuery>
                """
            var context = SAML.ProcessingContext.unchecked
            context.query = try SAML.AttributeQuery(
                unverified: XML.Document(parsing: Array(query.utf8)).rootElement)
            let processor = ProfileProcessor(options: .init(context: context))
            let message = HandmadeMessage.response(attributes: attribute(count))
            return UInt64(work(Array(message.utf8), processor).total)
        }
        XCTAssertLessThanOrEqual(Double(try cost(2000)), Double(try cost(500)) * 4.5)
    }
}
