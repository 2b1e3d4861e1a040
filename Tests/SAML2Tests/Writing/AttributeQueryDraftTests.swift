import SAML2
import TestSupport
import XCTest
import XMLCore

/// Queries that are written, read again.
final class AttributeQueryDraftTests: XCTestCase {
    private var draft: SAML.AttributeQuery.Draft {
        SAML.AttributeQuery.Draft(
            id: "_query", issueInstant: SAML.Instant(secondsSinceEpoch: 1_768_478_390),
            issuer: "https://sp.example/saml",
            subject: SAML.NameID(
                "subscriber-1", format: "urn:format", nameQualifier: "urn:idp",
                spNameQualifier: "urn:sp"),
            destination: "https://idp.example/query",
            requestedAttributes: [
                .init("uid", nameFormat: SAML.Attribute.NameFormat.basic, friendlyName: "User"),
                .init("uid"), .init("rating"),
            ])
    }

    private func read(_ draft: SAML.AttributeQuery.Draft) throws -> SAML.AttributeQuery {
        try SAML.AttributeQuery(unverified: XML.Document(parsing: draft.xml()).rootElement)
    }

    private func assertSame(
        _ draft: SAML.AttributeQuery.Draft, line: UInt = #line
    ) throws {
        let query = try read(draft)
        func assertEqual(_ one: String?, _ other: String?) {
            XCTAssertEqual(one.map { Array($0.utf8) }, other.map { Array($0.utf8) }, line: line)
        }
        assertEqual(query.id, draft.id)
        assertEqual(query.version, "2.0")
        XCTAssertEqual(query.issueInstant, draft.issueInstant, line: line)
        assertEqual(query.destination, draft.destination)
        assertEqual(query.issuer?.value, draft.issuer)
        assertEqual(query.subject?.nameID?.value, draft.subject.value)
        assertEqual(query.subject?.nameID?.format, draft.subject.format)
        assertEqual(query.subject?.nameID?.nameQualifier, draft.subject.nameQualifier)
        assertEqual(query.subject?.nameID?.spNameQualifier, draft.subject.spNameQualifier)
        XCTAssertFalse(query.hasSignature, line: line)
        XCTAssertEqual(
            query.requestedAttributes.count, draft.requestedAttributes.count, line: line)
        for (read, written) in zip(query.requestedAttributes, draft.requestedAttributes) {
            assertEqual(read.name, written.name)
            assertEqual(read.nameFormat, written.nameFormat)
            assertEqual(read.friendlyName, written.friendlyName)
            XCTAssertTrue(read.values.isEmpty, line: line)
        }
    }

    func testWhatIsWrittenIsRead() throws {
        try assertSame(draft)
        var small = draft
        small.destination = nil
        small.subject = SAML.NameID("s")
        small.requestedAttributes = []
        try assertSame(small)
        let text = String(decoding: try small.xml(), as: UTF8.self)
        XCTAssertFalse(text.contains("Destination"))
        XCTAssertFalse(text.contains("Format"))
    }

    func testWhatMarkupWouldLoseIsEscaped() throws {
        for text in [
            "", " ", "  ", "a   b", "\t", "\n", "\r\n", "<&>\"'", "]]>", "&amp;", "<!--", "\u{85}",
            "\u{2028}\u{2029}", "\u{7F}\u{80}", "e\u{301}\u{E9}", "\u{1F468}\u{200D}\u{1F469}",
            "\u{FFFD}", "\u{10FFFF}", "x\u{202E}y", "\u{FEFF}",
        ] {
            var draft = draft
            draft.issuer = text
            draft.destination = text
            draft.subject = SAML.NameID(
                text, format: text, nameQualifier: text, spNameQualifier: text)
            draft.requestedAttributes = [.init(text, nameFormat: text, friendlyName: text)]
            try assertSame(draft)
        }
    }

    func testAQueryStandsOnOneLineWithoutRunsOfSpaces() throws {
        var draft = draft
        draft.issuer = "a\n  b\r\n\t c\u{85}\u{2028}\u{2029}  "
        draft.requestedAttributes = [.init("  \n\n  x  ")]
        let text = String(decoding: try draft.xml(), as: UTF8.self)
        XCTAssertFalse(text.contains(where: \.isNewline))
        XCTAssertFalse(text.contains("  "))
        XCTAssertFalse(text.contains("\t"))
        try assertSame(draft)
    }

    func testAnyTextSurvivesTheParser() throws {
        var generator = SeededGenerator("texts of queries")
        let common = Array(" \t\n\r<>&\"'=/;#x\u{85}\u{2028}\u{301}é漢\u{1F600}]-!?".unicodeScalars)
        func text() -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                if Bool.random(using: &generator) {
                    text.unicodeScalars.append(
                        common[Int.random(in: 0..<common.count, using: &generator)])
                    continue
                }
                let limit: UInt32 = Bool.random(using: &generator) ? 0x300 : 0x10FFFF
                let value = UInt32.random(in: 0x20...limit, using: &generator)
                guard let scalar = Unicode.Scalar(value), value != 0xFFFE, value != 0xFFFF else {
                    continue
                }
                text.unicodeScalars.append(scalar)
            }
            return text
        }
        for number in 0..<500 {
            var draft = draft
            draft.issuer = text()
            draft.destination = text()
            draft.subject = SAML.NameID(
                text(), format: text(), nameQualifier: text(), spNameQualifier: text())
            draft.requestedAttributes = (0..<3).map {
                .init("\(number).\($0)" + text(), nameFormat: text(), friendlyName: text())
            }
            try assertSame(draft)
        }
    }

    func testWhatXMLCannotHoldIsRefusedAndNotShown() throws {
        for scalar in ["\u{0}", "\u{1}", "\u{B}", "\u{C}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
            var draft = draft
            draft.subject = SAML.NameID("secret\(scalar)")
            assertError(.invalidCharacter, "NameID", draft)
            draft.subject = SAML.NameID("s", format: "secret\(scalar)")
            assertError(.invalidCharacter, "Format", draft)
        }
    }

    func testAnIdentifierThatIsNoneIsRefused() {
        for id in ["", "1", "a b", "a:b", "-a", "secret\"", "a\n"] {
            var draft = draft
            draft.id = id
            assertError(.invalidIdentifier, "ID", draft)
        }
    }

    func testAnAttributeIsAskedForOnce() throws {
        var draft = draft
        draft.requestedAttributes = [.init("secret"), .init("secret", friendlyName: "other")]
        assertError(.repeatedAttribute, "Attribute", draft)
        draft.requestedAttributes = [.init("a", nameFormat: "b"), .init("a", nameFormat: "b")]
        assertError(.repeatedAttribute, "Attribute", draft)
        draft.requestedAttributes = [.init("\u{E9}"), .init("e\u{301}"), .init("a"), .init("A")]
        XCTAssertEqual(try read(draft).requestedAttributes.count, 4)
    }

    func testDescriptionsShowNothingOfAQuery() {
        XCTAssertEqual("\(draft)", "Draft(3 attributes)")
        XCTAssertEqual(
            "\(draft.requestedAttributes)",
            "[RequestedAttribute, RequestedAttribute, RequestedAttribute]")
        XCTAssertEqual("\(draft.subject)", "NameID(12 bytes)")
    }

    private func assertError(
        _ code: SAML.WritingError.Code, _ part: String, _ draft: SAML.AttributeQuery.Draft,
        line: UInt = #line
    ) {
        XCTAssertThrowsError(try draft.xml(), line: line) { error in
            let error = error as? SAML.WritingError
            XCTAssertEqual(error?.code, code, line: line)
            XCTAssertEqual(error?.part, part, line: line)
            XCTAssertFalse("\(error as Any)".contains("secret"), line: line)
        }
    }
}
