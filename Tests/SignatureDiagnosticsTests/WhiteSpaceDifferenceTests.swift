import Foundation
import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// Causes of layout are named by comparing what was received with what was signed.
final class WhiteSpaceDifferenceTests: XCTestCase {
    private typealias Hypothesis = SignatureExplanation.Hypothesis

    /// Samples that are indented, their signatures too, with the name of what is signed.
    private static let indentedSamples = [
        ("01-pretty-lf-assertion-signed-rsa-sha256", "Assertion"),
        ("04-tab-indented-assertion-signed-rsa-sha256", "Assertion"),
        ("06-default-namespaces-assertion-signed-rsa-sha256", "Assertion"),
        ("08-response-signed-rsa-sha512", "Response"),
        ("18-inclusive-c14n10-assertion-signed", "Assertion"),
        ("19-multi-valued-attributes", "Assertion"),
    ]

    private func indented() throws -> [(message: String, element: String)] {
        var messages = try Self.indentedSamples.map { (try DamagedMessage.sample($0.0), $0.1) }
        for unit in ["  ", "    ", "\t", "   "] {
            messages += [
                (try DamagedMessage.signed(indentedBy: unit), "Assertion"),
                (try DamagedMessage.signed(indentedBy: unit, .response), "Response"),
            ]
        }
        return messages
    }

    private func oneLine() throws -> [(message: String, element: String)] {
        [
            (try SignedFixture.message(), "Assertion"),
            (try SignedFixture.message(.response), "Response"),
            (try SignedFixture.message(.both), "Response"),
            (
                try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256"),
                "Assertion"
            ),
        ]
    }

    private func assertNames(
        _ received: String, of signed: String, _ element: String, _ expected: Set<Hypothesis>,
        _ comment: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let compared = try XCTUnwrap(ComparedMessage(signed, received, element))
        XCTAssertEqual(
            Set(compared.findings().map(\.hypothesis)), expected, comment, file: file, line: line)
    }

    private func isWhatTheCookbookMakes(
        _ received: String, of signed: String, _ element: String
    ) throws -> Bool {
        let one = try XCTUnwrap(ComparedMessage(signed, received, element)).received
        let other = try XCTUnwrap(
            ComparedMessage(signed, DamagedMessage.cookbook(signed), element)
        ).received
        return one.signedInfoBytes == other.signedInfoBytes
            && one.referenceBytes == other.referenceBytes
    }

    func testEveryDamageToAnIndentedMessageHasItsName() throws {
        for (index, (message, element)) in try indented().enumerated() {
            for damage in LayoutDamage.ofIndented + LayoutDamage.ofAllLines {
                let received = try damage.apply(message)
                guard received != message else { continue }
                let isCookbooks = try isWhatTheCookbookMakes(received, of: message, element)
                try assertNames(
                    received, of: message, element,
                    [isCookbooks ? .whitespaceCollapsed : damage.hypothesis],
                    "\(damage.name), message \(index)")
            }
        }
    }

    func testEveryDamageToAMessageOnOneLineHasItsName() throws {
        for (index, (message, element)) in try oneLine().enumerated() {
            for damage in LayoutDamage.ofOneLine {
                let received = try damage.apply(message)
                guard received != message else { continue }
                try assertNames(
                    received, of: message, element, [damage.hypothesis],
                    "\(damage.name), message \(index)")
            }
        }
    }

    func testTwoDamagesAreBothNamed() throws {
        var count = 0
        for (index, (message, element)) in try indented().enumerated() {
            for (number, first) in LayoutDamage.ofIndented.enumerated() {
                for second in LayoutDamage.ofIndented.dropFirst(number + 1)
                where first.aspect != second.aspect {
                    let once = try first.apply(message)
                    let received = try second.apply(once)
                    guard once != message, received != once else { continue }
                    count += 1
                    try assertNames(
                        received, of: message, element, [first.hypothesis, second.hypothesis],
                        "\(first.name) and \(second.name), message \(index)")
                }
            }
        }
        XCTAssertGreaterThan(count, 400)
    }

    /// Steps that trials take, of which none says what happened.
    private static let steps: [Hypothesis] = [
        .whitespaceCollapsed, .newlinesRemoved, .newlinesConverted, .prettyPrinted,
        .carriageReturnsLost, .carriageReturnsAdded, .lineEndingsDoubled, .indentationLost,
        .tabsExpanded, .attributeValuesTrimmed, .spacesAdded,
    ]

    func testNoNameDependsOnTheStepsToTheSignedBytes() throws {
        var generator = SeededGenerator("damages to layout")
        let messages = try indented() + oneLine()
        let damages = LayoutDamage.ofIndented + LayoutDamage.ofAllLines + LayoutDamage.ofOneLine
        var namedCount = 0
        for round in 0..<150 {
            let (message, element) = messages[Int.random(in: messages.indices, using: &generator)]
            var received = message
            var names: [String] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let damage = damages[Int.random(in: damages.indices, using: &generator)]
                received = try damage.apply(received)
                names.append(damage.name)
            }
            guard let compared = try? ComparedMessage(message, received, element) else { continue }
            let expected = compared.findings()
            let isSame =
                compared.received.referenceBytes == compared.signed.referenceBytes
                && compared.received.signedInfoBytes == compared.signed.signedInfoBytes
            guard !isSame else { continue }
            namedCount += 1
            XCTAssertTrue((1...2).contains(expected.count), "\(round): \(names) \(expected)")
            XCTAssertFalse(expected.contains { $0.undoing.contains("trial") }, "\(names)")
            for first in Self.steps {
                XCTAssertEqual(compared.findings(after: first), expected, "\(round): \(names)")
            }
            let second = try XCTUnwrap(Self.steps.randomElement(using: &generator))
            XCTAssertEqual(
                compared.findings(after: .newlinesRemoved, second), expected,
                "\(round): \(names)")
        }
        XCTAssertGreaterThan(namedCount, 100)
    }

    func testNothingButWhatTheCookbookMakesIsCalledThat() throws {
        let message = try DamagedMessage.sample(Self.indentedSamples[0].0)
        let collapsed = DamagedMessage.cookbook(message)
        try assertNames(collapsed, of: message, "Assertion", [.whitespaceCollapsed], "collapsed")
        for received in [
            collapsed.replacing("</saml:Issuer>", with: "</saml:Issuer> "),
            collapsed.replacing("</saml:Issuer> ", with: "</saml:Issuer>"),
            collapsed.replacing("</saml:Issuer>", with: " </saml:Issuer>"),
        ] {
            let findings = try XCTUnwrap(ComparedMessage(message, received)).findings()
            XCTAssertFalse(findings.contains { $0.hypothesis == .whitespaceCollapsed })
        }
    }

    func testOnePlaceIsNotTheLayoutOfAMessage() throws {
        let message = try DamagedMessage.sample(Self.indentedSamples[0].0)
        for (old, new) in [
            ("</saml:Subject>\n", "</saml:Subject>\n\n"),
            ("</saml:Subject>\n", "</saml:Subject>\n      \n"),
            ("\n    <saml:Conditions ", "\n       <saml:Conditions "),
            // Blank lines between the attributes alone leave the other lines as they were.
            ("</saml:Attribute>\n", "</saml:Attribute>\n\n"),
        ] {
            let received = message.replacing(old, with: new)
            XCTAssertNotEqual(received, message)
            try assertNames(received, of: message, "Assertion", [.whitespaceChanged], new)
        }
        let oneLine = try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256")
        try assertNames(
            oneLine.replacing("<saml:Subject>", with: "<saml:Subject>\n"), of: oneLine,
            "Assertion", [.whitespaceChanged], "a line break")
        try assertNames(
            oneLine.replacing("><saml:", with: ">\n<saml:"), of: oneLine, "Assertion",
            [.prettyPrinted], "line breaks")
    }

    func testSpacesForSomeLineBreaksAreNoFolding() throws {
        let message = try DamagedMessage.sample(Self.indentedSamples[0].0)
        let received = message.replacing(
            "</saml:AttributeValue>\n      </", with: "</saml:AttributeValue> </")
        XCTAssertNotEqual(received, message)
        try assertNames(received, of: message, "Assertion", [.whitespaceChanged], "values")
    }

    func testALineBreakDoubledInOneValueIsNoDoublingOfLineEnds() throws {
        let message = try DamagedMessage.sample("27-whitespace-in-signed-text")
        let received = message.replacing("variants\n", with: "variants\n\n")
        XCTAssertNotEqual(received, message)
        try assertNames(received, of: message, "Assertion", [.whitespaceChanged], "one of several")
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", ["a\nb"])]
        let single = try SignedFixture.message(of: ResponseFixture(assertions: [assertion]))
        let doubled = single.replacing("a\nb", with: "a\n\nb")
        XCTAssertNotEqual(doubled, single)
        try assertNames(doubled, of: single, "Assertion", [.whitespaceChanged], "the only one")
    }

    func testAStepThatChangedNoByteIsNoCauseUnlessItIsAMethod() throws {
        let message = try SignedFixture.message()
        let received = try DamagedMessage.indented(message, by: "  ")
        let compared = try XCTUnwrap(ComparedMessage(message, received))
        XCTAssertEqual(
            compared.findings(after: .reencoded, .newlinesRemoved).map(\.hypothesis),
            [.prettyPrinted])
        XCTAssertEqual(
            Set(
                compared.findings(after: .otherSignatureMethod, .newlinesRemoved).map(\.hypothesis)),
            [.prettyPrinted, .otherSignatureMethod])
    }

    func testChangedContentKeepsItsNameBesideWhiteSpaceAndMoreThanTwoCausesAreJoined() throws {
        let message = try DamagedMessage.sample(Self.indentedSamples[0].0)
        let changed = message.replacing("urn:oasis:names:tc:SAML:2.0:cm:bearer", with: "urn:other")
        XCTAssertNotEqual(changed, message)
        let tabs = changed.replacing("  ", with: "\t")
        let compared = try XCTUnwrap(ComparedMessage(message, tabs))
        let named = compared.named(after: .hostReplaced, .prettyPrinted)
        XCTAssertEqual(named.reference?.cause.hypothesis, .tabsInserted)
        XCTAssertEqual(named.reference?.furtherCause?.hypothesis, .hostReplaced)
        XCTAssertEqual(named.signedInfo?.cause, named.reference?.cause)
        XCTAssertNil(named.signedInfo?.furtherCause)
        let trailing = try XCTUnwrap(
            ComparedMessage(message, tabs.replacing(">\n", with: "> \n")))
        let joined = trailing.named(after: .hostReplaced, .prettyPrinted)
        XCTAssertEqual(joined.reference?.cause.hypothesis, .whitespaceChanged)
        XCTAssertEqual(joined.reference?.furtherCause?.hypothesis, .hostReplaced)
        XCTAssertEqual(joined.signedInfo?.cause, joined.reference?.cause)
    }

    func testTheUndoingCountsPlacesAndQuotesNothing() throws {
        let message = try SignedFixture.message(
            of: ResponseFixture(assertions: [AssertionFixture()]))
        let received = message.replacing("<saml:Subject>", with: " <saml:Subject>")
        let compared = try XCTUnwrap(ComparedMessage(message, received))
        XCTAssertEqual(
            compared.findings().map(\.undoing), ["spaces and tabs removed between tags at 1 place"])
    }
}
