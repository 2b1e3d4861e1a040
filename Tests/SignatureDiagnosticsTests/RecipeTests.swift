import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// What restored one message finds its trial in the next one.
final class RecipeTests: XCTestCase {
    /// The bytes that a trial assumes to have been sent.
    private func bytes(_ trial: HypothesisTrial) -> [UInt8]? {
        guard case .document(let bytes, _)? = trial.material() else { return nil }
        return bytes
    }

    func testEveryTrialOfADocumentIsAmongThoseThatUndoTheSame() throws {
        let text = try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256")
        // As ElementTree numbers them, and as most providers write them.
        let numbered = text.replacing("samlp:", with: "ns0:").replacing(":samlp=", with: ":ns0=")
        XCTAssertNotEqual(numbered, text)
        var count = 0
        for received in [text, numbered] {
            let message = try XCTUnwrap(ComparedMessage(received, received)).received
            for family in [HypothesisFamily.prefixes, .layout, .lineEnds] {
                for trial in family.trials(of: message) {
                    guard let expected = bytes(trial) else { continue }
                    count += 1
                    let found = family.trials(of: message, undoing: trial.finding)
                        .filter { $0.finding == trial.finding }
                    XCTAssertTrue(
                        found.contains { bytes($0) == expected },
                        "\(family): \(trial.undoing)")
                }
            }
        }
        XCTAssertGreaterThan(count, 100)
    }
}
