import SAML2
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLSecurity

/// White space that was lost, added or changed on the way is found out.
final class WhiteSpaceExplanationTests: XCTestCase, ReachesUnsafeCode {
    private let units = ["  ", "    ", "\t", " ", "   "]
    /// Samples whose signatures are laid out as the messages are.
    private let samples = [
        "01-pretty-lf-assertion-signed-rsa-sha256", "03-pretty-crlf-assertion-signed-rsa-sha256",
        "04-tab-indented-assertion-signed-rsa-sha256",
        "06-default-namespaces-assertion-signed-rsa-sha256", "08-response-signed-rsa-sha512",
        "13-assertion-signed-ecdsa-p256-sha256", "18-inclusive-c14n10-assertion-signed",
        "19-multi-valued-attributes",
    ]

    func testCookbookNormalizationOfIndentedMessagesIsFound() throws {
        for layout in [SignedFixture.Layout.assertion, .response] {
            for unit in units {
                let message = try DamagedMessage.signed(indentedBy: unit, layout)
                XCTAssertEqual(try SignedFixture.verdict(message), .accepted)
                try assertCause(
                    of: DamagedMessage.cookbook(message), .whitespaceCollapsed,
                    "\(layout) \(unit.utf8.count)")
            }
        }
    }

    func testCookbookNormalizationOfSamplesIsFound() throws {
        for name in samples {
            try assertCause(
                of: DamagedMessage.cookbook(DamagedMessage.sample(name)), .whitespaceCollapsed,
                trusting: SampleTrust.everyIssuer(), name)
        }
    }

    func testTheLikeliestLayoutsAreFoundWithinTheBudgetOfARun() throws {
        for unit in ["  ", "    ", "\t"] {
            let message = try DamagedMessage.signed(indentedBy: unit)
            try assertCause(
                of: DamagedMessage.cookbook(message), .whitespaceCollapsed, within: .brief)
        }
    }

    func testRemovedLineBreaksAreFound() throws {
        for layout in [SignedFixture.Layout.assertion, .response] {
            for unit in units {
                let message = try DamagedMessage.signed(indentedBy: unit, layout)
                try assertCause(
                    of: message.replacing("\n", with: ""), .newlinesRemoved, "\(layout) \(unit)")
            }
            let message = try DamagedMessage.signed(indentedBy: "", layout)
            try assertCause(of: message.replacing("\n", with: ""), .newlinesRemoved, "\(layout)")
        }
        for name in samples {
            // A carriage return and a line feed are one character of a String.
            var message = try DamagedMessage.sample(name)
            message.unicodeScalars.removeAll { $0 == "\n" || $0 == "\r" }
            try assertCause(
                of: message, .newlinesRemoved, trusting: SampleTrust.everyIssuer(), name)
        }
    }

    func testRemovedIndentationIsFound() throws {
        for unit in units {
            let message = try DamagedMessage.signed(indentedBy: unit)
            try assertCause(of: message.replacing(try Regex("\\s+<"), with: "<"), .newlinesRemoved)
        }
    }

    func testLineBreaksThatBecameSpacesAreFound() throws {
        for unit in ["  ", "    ", "   "] {
            let message = try DamagedMessage.signed(indentedBy: unit)
            try assertCause(of: message.replacing("\n", with: " "), .newlinesConverted, unit)
        }
    }

    func testPrettyPrintingIsFound() throws {
        for layout in [SignedFixture.Layout.assertion, .response] {
            let message = try SignedFixture.message(layout)
            for unit in units + [""] {
                try assertCause(
                    of: DamagedMessage.indented(message, by: unit), .prettyPrinted, "\(layout)")
            }
        }
    }

    func testTextsOnLinesOfTheirOwnAreFound() throws {
        let message = try DamagedMessage.indented(SignedFixture.message(), by: "  ")
            .replacing(try Regex("([^>\\s])</"), maxReplacements: 100) { match in
                "\(match[1].substring ?? "")\n</"
            }
        try assertCause(of: message, .prettyPrinted)
    }

    func testOtherIndentationIsFound() throws {
        for unit in units {
            let message = try DamagedMessage.signed(indentedBy: unit)
            let bare = message.replacing(try Regex(">\\s+<"), with: "><")
            let other = unit == "  " ? "\t" : "  "
            try assertCause(
                of: DamagedMessage.indented(bare, by: other), .prettyPrinted, "\(unit.utf8.count)")
        }
    }

    func testCollapsedTextIsNotFoundAndSaidToLookCollapsed() throws {
        let sample = try DamagedMessage.sample("01-pretty-lf-assertion-signed-rsa-sha256")
        let message = DamagedMessage.cookbook(sample.replacing("HH-0048151623", with: "changed"))
        for explanation in try DamagedMessage.explanations(
            of: message, trusting: SampleTrust.everyIssuer())
        {
            XCTAssertNil(explanation.reference?.cause)
            // SignedInfo is whole but for its white space.
            XCTAssertEqual(explanation.signedInfo?.cause?.hypothesis, .whitespaceCollapsed)
        }
        let signed = try DamagedMessage.signed(indentedBy: "  ")
        let tampered = DamagedMessage.cookbook(signed).replacing("u-1", with: "u-2")
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: tampered).first)
        XCTAssertNil(explanation.likelyCause)
        XCTAssertEqual(explanation.observations, [.collapsedWhitespace])
    }

    func testCarriageReturnsThatWereLostAreFound() throws {
        let message = try DamagedMessage.signed(indentedBy: "  ", newline: "&#13;\n")
        XCTAssertEqual(try SignedFixture.verdict(message), .accepted)
        try assertCause(of: message.replacing("&#13;", with: ""), .carriageReturnsLost)
    }

    func testCarriageReturnsThatWereLostInASignedSignatureAreFound() throws {
        var message = try SignedFixture.message(.assertion)
        let value = try message.text(of: "ds:SignatureValue")
        message = try message.changing(
            value, to: value.prefix(76) + "&#13;\n" + value.dropFirst(76))
        let signed = String(
            decoding: try EnvelopedSigner(key: SignedFixture.p256)
                .signing("_response", in: Array(message.utf8)), as: UTF8.self)
        XCTAssertEqual(try SignedFixture.verdict(signed), .accepted)
        for damaged in [
            signed.replacing("&#13;", with: ""), signed.replacing("&#13;\n", with: ""),
        ] {
            let explanation = try XCTUnwrap(DamagedMessage.explanations(of: damaged).first)
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .carriageReturnsLost)
        }
    }

    func testCarriageReturnsThatWereAddedAreFound() throws {
        let message = try DamagedMessage.signed(indentedBy: "  ")
        try assertCause(of: message.replacing("\n", with: "&#13;\n"), .carriageReturnsAdded)
    }

    func testTrimmedValuesAreFound() throws {
        for value in [" u-1", "u-1 ", " u-1 ", "\nu-1\n"] {
            var fixture = AssertionFixture()
            fixture.attributes = [("uid", [value]), ("rating", ["tv-14"])]
            let message = try SignedFixture.message(of: ResponseFixture(assertions: [fixture]))
            XCTAssertEqual(try SignedFixture.verdict(message), .accepted)
            try assertCause(of: message.changing(value, to: "u-1"), .attributeValuesTrimmed)
        }
        let fixture = AssertionFixture()
        let xml = ResponseFixture(assertions: [fixture]).xml
            .replacing("Name=\"uid\"", with: "Name=\" uid \"")
        let signer = EnvelopedSigner(key: SignedFixture.p256)
        let message = String(
            decoding: try signer.signing("_assertion", in: Array(xml.utf8)), as: UTF8.self)
        try assertCause(
            of: message.changing("\" uid \"", to: "\"uid\""), .attributeValuesTrimmed)
    }
}
