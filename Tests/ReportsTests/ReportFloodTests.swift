import ProfileProcessing
import ProfileTestSupport
import Reports
import SAML2
import SAMLBindings
import TestSupport
import XCTest

/// What a flood costs a report that shows it.
final class ReportFloodTests: XCTestCase {
    private func excesses(_ processor: ProfileProcessor) throws -> [String] {
        try FloodCost.excesses { bytes in
            let message = CapturedMessage(bytes: bytes)
            _ = MessageDetail(
                of: processor.record(of: message), message, at: MessageDetail.Place(number: 1),
                by: processor, remedies: ReportRemedies(),
                explanations: nil)
        }
    }

    func testFloodsAreShownInProportionToTheirSize() throws {
        XCTAssertEqual(try excesses(.reference(trust: ProfileProcessor.sampleTrust())), [])
    }

    func testRedactedFloodsAreShownInProportionToTheirSize() throws {
        var options = ProfileProcessor.unchecked.options
        options.redaction = try Redaction(key: Array("sixteen bytes!!!".utf8))
        XCTAssertEqual(try excesses(ProfileProcessor(options: options)), [])
    }
}
