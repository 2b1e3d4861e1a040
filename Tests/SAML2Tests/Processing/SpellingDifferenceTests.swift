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

    func testWhatNobodySeesIsWhiteSpaceAndIsNamed() {
        let others: KeyValuePairs<String, String> = [
            "\u{A0}" + address: "U+00A0", address + "\u{200B}": "U+200B",
            "\u{FEFF}" + address: "U+FEFF", address + "\u{AD}": "U+00AD",
        ]
        for (other, code) in others {
            XCTAssertEqual(difference(other), .whiteSpace, code)
            XCTAssertEqual(
                SAML.SpellingDifference.words([.whiteSpace], between: other, and: address),
                "white space (\(code))")
            XCTAssertFalse(SAML.SpellingDifference.isPlain(other, besides: address), code)
        }
        XCTAssertTrue(SAML.SpellingDifference.isPlain(" " + address, besides: address))
    }

    func testLettersThatLookAlikeAreNoOtherHost() {
        let imitated = "https://sp.ex\u{430}mple/saml"
        XCTAssertEqual(difference(imitated), .lookAlike)
        XCTAssertEqual(
            SAML.SpellingDifference.words([.lookAlike], between: imitated, and: address),
            "letters that look alike (U+0430)")
        XCTAssertFalse(SAML.SpellingDifference.isPlain(imitated, besides: address))
        XCTAssertEqual(difference("https://sp.exämple/saml"), .host)
        XCTAssertFalse(
            SAML.SpellingDifference.isPlain("https://sp.exämple/saml", besides: address))
    }

    func testParametersAndTheirEscapesAreNamed() {
        XCTAssertEqual(difference(address + "?a=1&b=2"), .query)
        XCTAssertEqual(
            SAML.SpellingDifference(
                between: address + "?a=1&amp;amp;b=2", and: address + "?a=1&b=2",
                among: SAML.SpellingDifference.ofAddresses), .escaped)
    }

    func testSeveralDifferencesAreListedAndNoMore() {
        func all(_ other: String) -> [SAML.SpellingDifference] {
            SAML.SpellingDifference.all(
                between: other, and: address, among: SAML.SpellingDifference.ofAddresses)
        }
        XCTAssertEqual(all("HTTP://SP.example/saml/"), [.letterCase, .scheme, .slash])
        XCTAssertEqual(all("\u{A0}https://sp.example:443/saml"), [.whiteSpace, .port])
        XCTAssertEqual(all("https://sp.example/saml/"), [.slash])
        XCTAssertEqual(all(address), [])
        XCTAssertEqual(all("https://other.example/else"), [])
        XCTAssertEqual(
            SAML.SpellingDifference.words(
                [.letterCase, .scheme, .slash], between: "", and: ""),
            "letter case, http and https and a trailing slash")
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
