import Foundation
import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// Explanations of messages whose layout was damaged name what differs, in both parts and in the headline.
final class LayoutNamingTests: XCTestCase {
    private typealias Hypothesis = SignatureExplanation.Hypothesis

    /// Samples on one line, and indented ones whose signatures are indented, too.
    private static let oneLine = "02-single-line-assertion-signed-rsa-sha256"
    private static let indented = [
        "01-pretty-lf-assertion-signed-rsa-sha256",
        "04-tab-indented-assertion-signed-rsa-sha256",
        "08-response-signed-rsa-sha512", "18-inclusive-c14n10-assertion-signed",
        "19-multi-valued-attributes",
    ]

    /// Asserts that these causes are named, the first one in the headline, and nothing else.
    private func assertCauses(
        of message: String, _ expected: [Hypothesis], _ comment: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let explanations = try DamagedMessage.explanations(
            of: message, trusting: SampleTrust.everyIssuer())
        XCTAssertFalse(explanations.isEmpty, comment, file: file, line: line)
        for explanation in explanations {
            let parts = [
                explanation.signedInfo?.cause, explanation.signedInfo?.furtherCause,
                explanation.reference?.cause, explanation.reference?.furtherCause,
            ]
            XCTAssertEqual(
                Set(parts.compactMap { $0?.hypothesis }), Set(expected), comment, file: file,
                line: line)
            XCTAssertEqual(
                explanation.likelyCause?.hypothesis, expected.first, comment, file: file,
                line: line)
            // Where layout alone differs, both parts say the same of the whole message.
            if expected.count == 1, explanation.signedInfo?.cause != nil {
                XCTAssertEqual(
                    explanation.signedInfo?.cause, explanation.reference?.cause, comment,
                    file: file, line: line)
            }
            XCTAssertNil(explanation.remainder, comment, file: file, line: line)
            XCTAssertEqual(
                explanation.isPartial, expected.count > 1, comment, file: file, line: line)
        }
    }

    func testWhiteSpaceBetweenTheTagsOfAMessageOnOneLineIsNoCollapse() throws {
        let message = try DamagedMessage.sample(Self.oneLine)
        for space in [" ", "\t", "  ", " \t"] {
            try assertCauses(
                of: message.replacing("><", with: ">\(space)<"), [.spacesBetweenTags],
                "\(Array(space.utf8))")
        }
    }

    func testLineEndsBetweenTheTagsOfAMessageOnOneLineArePrettyPrinting() throws {
        let message = try DamagedMessage.sample(Self.oneLine)
        for newline in ["\n", "\r\n", "\n\n", "\r\n\t"] {
            try assertCauses(
                of: message.replacing("><", with: ">\(newline)<"), [.prettyPrinted],
                "\(Array(newline.utf8))")
        }
    }

    func testLineEndsBetweenTheTagsOfAnIndentedMessageAreNoRemoval() throws {
        for unit in ["  ", "\t"] {
            // The signature is on one line.
            for message in [
                try DamagedMessage.signed(indentedBy: unit),
                try DamagedMessage.signed(indentedBy: unit, .response),
                // No rule gives these lines back.
                try DamagedMessage.indented(ResponseFixture().xml, by: unit)
                    .replacing("\n\(unit)\(unit)<saml:S", with: "\n <saml:S").signing("_assertion"),
            ] {
                for newline in ["\r\n", "\n", " "] {
                    let received = message.replacing("><", with: ">\(newline)<")
                    let explanation = try XCTUnwrap(DamagedMessage.explanations(of: received).first)
                    XCTAssertEqual(
                        explanation.likelyCause?.hypothesis,
                        newline == " " ? .spacesBetweenTags : .prettyPrinted)
                    XCTAssertFalse(explanation.isPartial, explanation.sentence ?? "")
                }
            }
        }
    }

    func testSpacesThatBecameTabsAreNoCollapse() throws {
        for name in Self.indented {
            let message = try DamagedMessage.sample(name)
            let received = message.replacing("  ", with: "\t")
            guard received != message else { continue }
            try assertCauses(of: received, [.tabsInserted], name)
        }
    }

    func testTabsThatBecameSpacesAreFoundAtEveryWidth() throws {
        let message = try DamagedMessage.sample("04-tab-indented-assertion-signed-rsa-sha256")
        for width in [1, 2, 3, 4, 8] {
            let spaces = String(repeating: " ", count: width)
            try assertCauses(
                of: message.replacing("\t", with: spaces), [.tabsExpanded], "\(width)")
        }
    }

    func testSpacesAtLineEndsAreNoConversion() throws {
        for name in Self.indented {
            let message = try DamagedMessage.sample(name)
            for space in [" ", "\t", "   "] {
                try assertCauses(
                    of: message.replacing(">\n", with: ">\(space)\n"), [.trailingSpacesAdded], name)
            }
        }
    }

    func testLinesThatWereIndentedFurtherAreFound() throws {
        for name in Self.indented {
            let message = try DamagedMessage.sample(name)
            for prefix in ["    ", "\t"] {
                try assertCauses(
                    of: message.replacing("\n", with: "\n\(prefix)"), [.indentationAdded], name)
            }
        }
    }

    func testOtherDamageToIndentedSamplesKeepsItsName() throws {
        for name in Self.indented {
            let message = try DamagedMessage.sample(name)
            for damage in LayoutDamage.ofAllLines where damage.hypothesis != .whitespaceFolded {
                try assertCauses(
                    of: damage.apply(message), [damage.hypothesis], "\(name) \(damage.name)")
            }
            try assertCauses(
                of: message.replacing("\n", with: "\n\n"), [.lineEndingsDoubled], name)
            try assertCauses(
                of: message.replacing(try Regex("\n[ \t]+"), with: "\n"), [.indentationLost], name)
        }
    }

    func testTwoDifferencesOfLayoutAreBothNamed() throws {
        let message = try DamagedMessage.sample(Self.indented[0])
        try assertCauses(
            of: message.replacing("  ", with: "\t").replacing(">\n", with: "> \n"),
            [.trailingSpacesAdded, .tabsInserted])
        try assertCauses(
            of: message.replacing(">\n ", with: ">&#13;\n ").replacing("  ", with: "\t"),
            [.tabsInserted, .carriageReturnsAdded])
    }

    func testADifferenceOfContentIsNamedBesideTheLayout() throws {
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", ["Zo\u{EB}"])]
        let signed = try ResponseFixture(assertions: [assertion]).xml.signing("_assertion")
        let received = signed.replacing("\u{EB}", with: "\u{C3}\u{AB}")
            .replacing("><", with: "> <")
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: received).first)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .spacesBetweenTags)
        XCTAssertEqual(explanation.signedInfo?.cause, explanation.reference?.cause)
        XCTAssertNil(explanation.signedInfo?.furtherCause)
        XCTAssertEqual(explanation.reference?.furtherCause?.hypothesis, .reencoded)
    }

    func testWhiteSpaceAroundADigestIsFoundAtOnce() throws {
        for name in [Self.oneLine] + Self.indented {
            let message = try DamagedMessage.sample(name)
            let received = message.replacing(
                try Regex("(DigestValue>)([^<\\s]+)<", as: (Substring, Substring, Substring).self)
            ) { "\($0.1)\n\($0.2)\n<" }
            // A long digest may be signed in several lines.
            guard received != message else { continue }
            let explanation = try XCTUnwrap(
                DamagedMessage.explanations(
                    of: received, trusting: SampleTrust.everyIssuer(), within: .brief
                ).first)
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .spacesAdded, name)
            XCTAssertEqual(explanation.reference?.isValid, true, name)
        }
    }

    func testRunsSeeTheSameCausesAsASearchOfOneMessage() throws {
        let message = try DamagedMessage.sample(Self.oneLine)
        let indented = try DamagedMessage.sample(Self.indented[0])
        for (received, cause) in [
            (message.replacing("><", with: "> <"), Hypothesis.spacesBetweenTags),
            (message.replacing("><", with: ">\t<"), .spacesBetweenTags),
            (message.replacing("><", with: ">\r\n<"), .prettyPrinted),
            (indented.replacing("  ", with: "\t"), .tabsInserted),
            (indented.replacing(">\n", with: "> \n"), .trailingSpacesAdded),
            (indented.replacing("\n", with: "\n    "), .indentationAdded),
        ] {
            for budget in [SignatureExplanation.Budget.brief, .thorough] {
                let explanation = try XCTUnwrap(
                    DamagedMessage.explanations(
                        of: received, trusting: SampleTrust.everyIssuer(), within: budget
                    ).first)
                XCTAssertEqual(explanation.likelyCause?.hypothesis, cause)
                XCTAssertEqual(explanation.signedInfo?.cause, explanation.reference?.cause)
            }
        }
    }
}
