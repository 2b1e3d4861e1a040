import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// Damage in few places is named by what differs, with the places.
final class DamagePlaceTests: XCTestCase {
    private static let oneLine = "02-single-line-assertion-signed-rsa-sha256"
    private static let indented = "01-pretty-lf-assertion-signed-rsa-sha256"

    private func signed(_ value: String) throws -> String {
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", [value]), ("rating", ["tv-14"]), ("kids", ["true"])]
        return try DamagedMessage.signed(
            indentedBy: "  ", .assertion, response: ResponseFixture(assertions: [assertion]))
    }

    private func sentence(of message: String) throws -> String? {
        try DamagedMessage.explanations(of: message).first { $0.likelyCause != nil }?.sentence
    }

    func testNoBreakSpacesThatWereAddedAreNotSaidToBeThoseThatWereSigned() throws {
        try SignatureDiagnosticsTests.assertCause(
            of: signed("a b").replacing("a b", with: "\u{A0}a b"), .nonBreakingSpaces)
        for message in [
            try DamagedMessage.sample(Self.indented),
            try DamagedMessage.sample(Self.oneLine),
        ] {
            let explanation = try DamagedMessage.explanation(
                ofSample: message.replacing("</saml:Subject>", with: "</saml:Subject>\u{A0}"))
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .nonBreakingSpaces)
            XCTAssertEqual(explanation.likelyCause?.undoing, "no-break spaces removed")
            XCTAssertEqual(explanation.sentence?.hasSuffix("This is in Assertion."), true)
        }
    }

    func testEscapesInOneValueAreNoDamageToTheWholeMessage() throws {
        let cases: [(value: String, escaped: String, cause: SignatureExplanation.Hypothesis)] = [
            ("Z\u{FC}rich", "Z\\u00fcrich", .bytesEscaped),
            ("Z\u{FC}rich", "Z=C3=BCrich", .bytesEscaped),
            ("Z\u{FC}rich a=b", "Z=C3=BCrich a=3Db", .bytesEscaped),
            ("https://one.example/a", "https:\\/\\/one.example\\/a", .quotesBackslashed),
            ("it's", "it\\'s", .quotesBackslashed),
        ]
        for (value, escaped, cause) in cases {
            let damaged = try signed(value).replacing(value, with: escaped)
            try SignatureDiagnosticsTests.assertCause(of: damaged, cause, escaped)
            XCTAssertEqual(
                try sentence(of: damaged)?.hasSuffix("This is in the attribute uid."), true, escaped
            )
        }
    }

    func testOneValueThatWasBrokenOverLinesIsNamed() throws {
        for (value, broken) in [
            ("HH-0048151623", "HH-0048\n151623"), ("HH-0048151623", "HH-0048\n      151623"),
            ("HH-0048151623", "HH\n-0048\n151623"), ("a b", "a\nb"), ("a\nb", "a\n\nb"),
        ] {
            let damaged = try signed(value).replacing(value, with: broken)
            try SignatureDiagnosticsTests.assertCause(of: damaged, .whitespaceChanged, broken)
            XCTAssertEqual(
                try sentence(of: damaged)?.hasSuffix("This is in the attribute uid."), true, broken)
        }
        let oneLine = try DamagedMessage.sample(Self.oneLine)
        let lines = try DamagedMessage.sample("27-whitespace-in-signed-text")
        for (damaged, place) in [
            (
                oneLine.replacing("HH-0048151623", with: "HH-0048\n151623"),
                "the attribute householdID"
            ),
            (
                oneLine.replacing("Recipient=\"https://sp", with: "Recipient=\"https://sp\n"),
                "Recipient of SubjectConfirmationData"
            ),
            (lines.replacing("variants\n", with: "variants\n\n"), "the attribute note"),
        ] {
            let explanation = try DamagedMessage.explanation(ofSample: damaged)
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .whitespaceChanged, place)
            XCTAssertEqual(explanation.sentence?.hasSuffix("This is in \(place)."), true, place)
        }
    }

    func testFewPlacesOfWhiteSpaceAreNamed() throws {
        let message = try DamagedMessage.sample(Self.indented)
        for (old, new, place) in [
            ("</saml:Subject>\n", "</saml:Subject>\n\n", "Assertion"),
            ("</saml:Subject>\n", "</saml:Subject> \n", "Assertion"),
            (">\n      <saml:NameID", "><saml:NameID", "Subject"),
        ] {
            let explanation = try DamagedMessage.explanation(
                ofSample: message.replacing(old, with: new))
            XCTAssertEqual(explanation.sentence?.hasSuffix("This is in \(place)."), true, new)
        }
    }

    func testAFewLineBreaksMoreAreNoLayout() throws {
        let message = try DamagedMessage.sample(Self.indented)
        let damaged = message.replacing("</saml:Issuer>", with: "</saml:Issuer>\n")
            .replacing("</saml:Subject>", with: "\n</saml:Subject>")
        let explanation = try DamagedMessage.explanation(ofSample: damaged)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .whitespaceChanged)
    }

    func testThePlaceOfOneCauseIsNotSaidOfAnother() throws {
        let damaged = try DamagedMessage.sample(Self.indented)
            .replacing("Z\u{FC}rich", with: "Z%C3%BCrich")
            .replacing("<saml:Conditions", with: "\n<saml:Conditions")
        let explanation = try DamagedMessage.explanation(ofSample: damaged)
        XCTAssertEqual(
            Set([explanation.likelyCause, explanation.furtherCause].compactMap { $0?.hypothesis }),
            [.whitespaceChanged, .percentEncoded])
        XCTAssertEqual(explanation.sentence?.contains("This is in"), false)
    }
}
