import SAML2
import XCTest

/// In what two names differ that were meant to be equal.
final class SpellingDifferenceTests: XCTestCase {
    private let address = "https://sp.example/saml"

    private func difference(_ other: String) -> SAML.SpellingDifference? {
        SAML.SpellingDifference(
            between: other, and: address, among: SAML.SpellingDifference.ofAddresses)
    }

    func testOneDifferenceIsNamed() {
        let others: KeyValuePairs<String, SAML.SpellingDifference> = [
            "https://sp.example/saml/": .slash, "http://sp.example/saml": .scheme,
            "https://sp.example/SAML": .letterCase, "https://SP.example/saml": .letterCase,
            "https://sp.example:443/saml": .port, "https://sp.example:8443/saml": .port,
            "https://www.sp.example/saml": .host, "https://other.example/saml": .host,
            " https://sp.example/saml\n": .whiteSpace,
            "https%3A%2F%2Fsp.example%2Fsaml": .percentEncoded,
        ]
        for (other, expected) in others { XCTAssertEqual(difference(other), expected, other) }
    }

    func testEqualNamesAndNamesWithSeveralDifferencesHaveNone() {
        let others = [
            address, "", "http://sp.example/saml/", "urn:sp", "https://other.example/else",
        ]
        for other in others {
            XCTAssertNil(difference(other), other)
        }
        XCTAssertNil(SAML.SpellingDifference(between: "", and: "/", among: [.slash]))
    }

    func testIdentifiersDifferInOtherWays() {
        func difference(_ one: String, _ other: String) -> SAML.SpellingDifference? {
            SAML.SpellingDifference(
                between: one, and: other, among: SAML.SpellingDifference.ofIdentifiers)
        }
        XCTAssertEqual(difference("_ab1", "ab1"), .underscore)
        XCTAssertEqual(difference("_AB1", "_ab1"), .letterCase)
        XCTAssertNil(difference("_ab1", "_ab1/"))
    }

    func testEveryCauseHasACodeOfItsOwn() {
        let codes = SAML.FailureCause.all.map(\.rawValue)
        XCTAssertEqual(Set(codes).count, codes.count)
        XCTAssertTrue(codes.contains("audienceLetterCase"))
        XCTAssertTrue(codes.contains("requestUnderscore"))
        XCTAssertFalse(codes.contains("requestSlash"))
    }
}
