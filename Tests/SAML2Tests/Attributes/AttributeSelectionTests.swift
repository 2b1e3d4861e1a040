import SAML2
import TestSupport
import XCTest

/// Required attributes picked out of what an identity provider sent.
final class AttributeSelectionTests: XCTestCase {
    private func attribute(_ attributes: String, _ values: String...) -> String {
        let values = values.map { "<saml:AttributeValue>\($0)</saml:AttributeValue>" }
        return "<saml:Attribute \(attributes)>\(values.joined())</saml:Attribute>"
    }

    private func nameID(_ name: String = "subscriber") throws -> SAML.NameID {
        var fixture = ResponseFixture()
        fixture.assertions[0].nameID = name
        return try XCTUnwrap(response(fixture.xml).assertion?.subject?.nameID)
    }

    private func texts(_ selection: SAML.AttributeSelection) -> [[String?]] {
        selection.items.map { $0.values.map(\.text) }
    }

    func testItemsComeInTheOrderOfTheNames() throws {
        let attributes = try attributes(
            attribute(#"Name="a""#, "1") + attribute(#"Name="b""#, "2")
                + attribute(#"Name="c""#, "3"))
        let selection = SAML.AttributeSelection(requiring: ["c", "a"], from: attributes)
        XCTAssertEqual(selection.items.map(\.name), ["c", "a"])
        XCTAssertEqual(texts(selection), [["3"], ["1"]])
        XCTAssertTrue(selection.missing.isEmpty)
    }

    func testNameComesBeforeFriendlyName() throws {
        let attributes = try attributes(
            attribute(#"Name="urn:1" FriendlyName="uid""#, "friendly")
                + attribute(#"Name="uid""#, "named"))
        let selection = SAML.AttributeSelection(requiring: ["uid"], from: attributes)
        XCTAssertEqual(texts(selection), [["named"]])
    }

    func testAFriendlyNameOfSeveralAttributesSelectsNone() throws {
        let attributes = try attributes(
            attribute(#"Name="urn:1" FriendlyName="uid""#, "1")
                + attribute(#"Name="urn:2" FriendlyName="uid""#, "2"))
        let selection = SAML.AttributeSelection(requiring: ["uid"], from: attributes)
        XCTAssertEqual(selection.items, [])
        XCTAssertEqual(selection.missing, ["uid"])
        XCTAssertEqual(selection.ambiguous, ["uid"])
    }

    func testFriendlyNameCountsWhenNoNameDoes() throws {
        let attributes = try attributes(
            attribute(#"Name="urn:1" FriendlyName="uid""#, "1")
                + attribute(#"Name="urn:1" FriendlyName="uid""#, "2"))
        let selection = SAML.AttributeSelection(requiring: ["uid"], from: attributes)
        XCTAssertEqual(selection.items.map(\.name), ["uid"])
        XCTAssertEqual(texts(selection), [["1", "2"]])
    }

    func testNamesAreComparedExactly() throws {
        let attributes = try attributes(attribute(#"Name="uid" FriendlyName="User""#, "1"))
        for name in ["UID", " uid", "uid ", "user", "ui", ""] {
            let selection = SAML.AttributeSelection(requiring: [name], from: attributes)
            XCTAssertEqual(selection.missing, [name])
        }
    }

    func testNameIDIsTheSubjectsIdentifier() throws {
        let selection = SAML.AttributeSelection(
            requiring: ["NameID"], from: [], nameID: try nameID(" subscriber "))
        XCTAssertEqual(selection.items.map(\.name), [SAML.AttributeSelection.nameIDName])
        XCTAssertEqual(selection.items.first?.values.map(\.content), [.text(" subscriber ")])
        XCTAssertEqual(selection.items.first?.values.map(\.type), [nil])
    }

    func testAnAttributeCalledNameIDIsNeverTheSubject() throws {
        for name in [#"Name="NameID""#, #"Name="urn:1" FriendlyName="NameID""#] {
            let selection = SAML.AttributeSelection(
                requiring: ["NameID"], from: try attributes(attribute(name, "attribute")),
                nameID: try nameID())
            XCTAssertEqual(texts(selection), [["subscriber"]], name)
            let without = SAML.AttributeSelection(
                requiring: ["NameID"], from: try attributes(attribute(name, "attribute")))
            XCTAssertEqual(without.missing, ["NameID"], name)
        }
    }

    func testNameIDIsMissingWithoutASubject() {
        let selection = SAML.AttributeSelection(requiring: ["NameID"], from: [])
        XCTAssertEqual(selection.missing, ["NameID"])
        XCTAssertTrue(selection.items.isEmpty)
    }

    func testAnIdentifierOfNothingButWhiteSpaceIsNone() throws {
        for name in ["", " ", "\n\t ", "\u{A0}", "\u{2003}\u{2028}"] {
            let selection = SAML.AttributeSelection(
                requiring: ["NameID"], from: [], nameID: try nameID(name))
            XCTAssertEqual(selection.missing, ["NameID"], "\(Array(name.utf8))")
        }
    }

    func testOtherNamesDoNotSelectTheSubject() throws {
        let selection = SAML.AttributeSelection(
            requiring: ["nameID", "nameid", "Subject"], from: [], nameID: try nameID())
        XCTAssertEqual(selection.missing, ["nameID", "nameid", "Subject"])
    }

    func testValuesKeepTheirOrder() throws {
        let attributes = try attributes(attribute(#"Name="a""#, "3", "1", "2", "1"))
        let selection = SAML.AttributeSelection(requiring: ["a"], from: attributes)
        XCTAssertEqual(texts(selection), [["3", "1", "2", "1"]])
    }

    func testAttributesThatOccurAgainAreMergedInDocumentOrder() throws {
        let attributes = try attributes(
            attribute(#"Name="a""#, "1", "2") + attribute(#"Name="b""#, "x")
                + attribute(#"Name="a" NameFormat="urn:other""#, "3"))
        let required = SAML.AttributeSelection(requiring: ["a"], from: attributes)
        XCTAssertEqual(texts(required), [["1", "2", "3"]])
        let all = SAML.AttributeSelection(all: attributes)
        XCTAssertEqual(all.items.map(\.name), ["a", "b"])
        XCTAssertEqual(texts(all), [["1", "2", "3"], ["x"]])
    }

    func testMissingNamesAreListedInOrder() throws {
        let attributes = try attributes(attribute(#"Name="b""#, "1"))
        let selection = SAML.AttributeSelection(
            requiring: ["c", "b", "a", "NameID"], from: attributes)
        XCTAssertEqual(selection.missing, ["c", "a", "NameID"])
        XCTAssertEqual(selection.items.map(\.name), ["b"])
    }

    func testNameGivenTwiceCountsOnce() throws {
        let attributes = try attributes(attribute(#"Name="a""#, "1"))
        let selection = SAML.AttributeSelection(
            requiring: ["a", "b", "a", "b"], from: attributes)
        XCTAssertEqual(selection.items.map(\.name), ["a"])
        XCTAssertEqual(selection.missing, ["b"])
    }

    func testAttributeWithoutValuesIsNotMissing() throws {
        let attributes = try attributes(attribute(#"Name="a""#))
        let selection = SAML.AttributeSelection(requiring: ["a"], from: attributes)
        XCTAssertEqual(texts(selection), [[]])
        XCTAssertTrue(selection.missing.isEmpty)
    }

    func testEmptyNullAndXMLValuesAreKept() throws {
        let attributes = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue/><saml:AttributeValue xsi:nil="1"/>\
            <saml:AttributeValue>x<y>y</y></saml:AttributeValue></saml:Attribute>
            """)
        let selection = SAML.AttributeSelection(requiring: ["a"], from: attributes)
        XCTAssertEqual(selection.items.first?.values, attributes.first?.values)
        XCTAssertEqual(texts(selection), [["", nil, "xy"]])
    }

    func testAllTakesEveryAttributeUnderItsName() throws {
        let attributes = try attributes(
            attribute(#"Name="b" FriendlyName="a""#, "1") + attribute(#"Name="a""#))
        let selection = SAML.AttributeSelection(all: attributes)
        XCTAssertEqual(selection.items.map(\.name), ["b", "a"])
        XCTAssertEqual(texts(selection), [["1"], []])
        XCTAssertTrue(selection.missing.isEmpty)
    }

    func testNothingRequiredSelectsNothing() throws {
        let attributes = try attributes(attribute(#"Name="a""#, "1"))
        let selection = SAML.AttributeSelection(
            requiring: [], from: attributes, nameID: try nameID())
        XCTAssertTrue(selection.items.isEmpty)
        XCTAssertTrue(selection.missing.isEmpty)
    }
}
