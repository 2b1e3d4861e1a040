import SAML2
import TestSupport
import XCTest
import XMLCore

/// Whether a response answers the query it should answer.
final class QueryAnswerTests: XCTestCase {
    /// Each way not to answer ``asked``, by one change to the response that does.
    static let changes:
        [(failure: SAML.ConditionsFailure, change: @Sendable (inout ResponseFixture) -> Void)] = [
            (.subjectMismatch, { $0.assertions[0].nameID = "subscriber-2" }),
            (.subjectMismatch, { $0.assertions[0].nameID = "subscriber-1 " }),
            (.subjectMismatch, { $0.assertions[0].nameID = nil }),
            (.unrequestedAttribute, { $0.assertions[0].attributes.append(("zip", ["8001"])) }),
            (.requestedAttributesMissing, { $0.assertions[0].attributes = [] }),
            (
                .subjectUnreadable,
                { fixture in
                    // An encrypted name stands where the name would.
                    fixture.assertions[0].nameID = nil
                    fixture.assertions[0].subjectXML = "<saml:EncryptedID/>"
                }
            ),
            (.inResponseToMismatch, { $0.inResponseTo = "_other" }),
            (.inResponseToMismatch, { $0.assertions[0].confirmations[0].inResponseTo = "_other" }),
        ]

    private static let asked = query(attributes: "<saml:Attribute Name=\"uid\"/>\(rating)")
    private static let rating = "<saml:Attribute Name=\"rating\"/>"
    private static let subject = "<saml:NameID>subscriber-1</saml:NameID>"

    /// A query for attributes of a subject.
    private static func query(
        subject: String = subject, attributes: String = "", id: String? = ResponseFixture.request
    ) -> String {
        let name = id.map { "ID=\"\($0)\"" } ?? ""
        return """
            <samlp:AttributeQuery xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
            xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \(name) Version="2.0">\
            <saml:Issuer>\(ResponseFixture.audience)</saml:Issuer>\
            <saml:Subject>\(subject)</saml:Subject>\(attributes)</samlp:AttributeQuery>
            """
    }

    private func context(_ query: String) throws -> SAML.ProcessingContext {
        SAML.ProcessingContext.fixture.with(\.inResponseTo, nil)
            .with(\.query, try SAML.AttributeQuery(unverified: root(query)))
    }

    private func assertFailures(
        _ fixture: ResponseFixture = ResponseFixture(), to query: String,
        _ expected: [SAML.ConditionsFailure], _ message: String = "", line: UInt = #line
    ) throws {
        XCTAssertEqual(
            try response(fixture.xml).failures(in: context(query)), expected, message, line: line)
    }

    func testEachChangeCausesItsFailureAndNoOther() throws {
        try assertFailures(to: Self.asked, [])
        for (failure, change) in Self.changes {
            var fixture = ResponseFixture()
            change(&fixture)
            try assertFailures(fixture, to: Self.asked, [failure], "\(failure)")
        }
    }

    func testAContextWithAQueryIsNotEmpty() throws {
        let query = try SAML.AttributeQuery(unverified: root(Self.asked))
        XCTAssertFalse(SAML.ProcessingContext(now: nil, audience: nil, query: query).isEmpty)
    }

    func testTheIDAndTheQueryMustBothBeAnswered() throws {
        let context = try context(Self.asked).with(\.inResponseTo, "_another")
        XCTAssertEqual(
            try response(ResponseFixture().xml).failures(in: context), [.inResponseToMismatch])
    }

    func testAQueryWithoutAnIDCannotBeAnswered() throws {
        try assertFailures(to: Self.query(id: nil), [.inResponseToMismatch])
    }

    func testEveryAttributeAnswersAQueryThatNamesNone() throws {
        try assertFailures(to: Self.query(), [])
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = []
        try assertFailures(fixture, to: Self.query(), [])
    }

    func testSomeOfTheAttributesAreAnAnswer() throws {
        let more = "<saml:Attribute Name=\"zip\"/><saml:Attribute Name=\"NameID\"/>"
        let query = Self.query(attributes: "<saml:Attribute Name=\"uid\"/>\(Self.rating)\(more)")
        try assertFailures(to: query, [])
        let missing = try response(ResponseFixture().xml).unansweredAttributes(
            of: SAML.AttributeQuery(unverified: root(query)))
        // The subject's identifier is there.
        XCTAssertEqual(missing.map(\.name), ["zip"])
    }

    func testNamesOfDifferentFormatsAreDifferentUnlessOneIsUnspecified() throws {
        func query(_ format: String?) -> String {
            let attribute = format.map { " NameFormat=\"\($0)\"" } ?? ""
            return Self.query(
                attributes: "<saml:Attribute Name=\"uid\"\(attribute)/>")
        }
        func stated(_ format: String?) -> ResponseFixture {
            let attribute = format.map { " NameFormat=\"\($0)\"" } ?? ""
            var fixture = ResponseFixture()
            fixture.assertions[0].attributes = []
            fixture.assertions[0].trailerXML =
                "<saml:AttributeStatement><saml:Attribute Name=\"uid\"\(attribute)>"
                + "</saml:Attribute></saml:AttributeStatement>"
            return fixture
        }
        let unspecified = SAML.Attribute.NameFormat.unspecified
        let basic = SAML.Attribute.NameFormat.basic
        let uri = SAML.Attribute.NameFormat.uri
        for (asked, answered) in [
            (basic, basic), (nil, basic), (basic, nil), (unspecified, uri), (nil, nil),
            (uri, unspecified),
        ] as [(String?, String?)] {
            try assertFailures(stated(answered), to: query(asked), [], "\(asked ?? "")")
        }
        try assertFailures(
            stated(uri), to: query(basic), [.unrequestedAttribute, .requestedAttributesMissing])
    }

    func testNamesAreComparedByTheirBytes() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = [("caf\u{E9}", ["x"])]
        let query = Self.query(attributes: "<saml:Attribute Name=\"cafe\u{301}\"/>")
        try assertFailures(
            fixture, to: query, [.unrequestedAttribute, .requestedAttributesMissing])
        fixture.assertions[0].attributes = []
        fixture.assertions[0].nameID = "caf\u{E9}"
        try assertFailures(
            fixture, to: Self.query(subject: "<saml:NameID>cafe\u{301}</saml:NameID>"),
            [.subjectMismatch])
    }

    func testAQueryThatListsValuesWantsNoOthers() throws {
        func query(_ values: String...) -> String {
            let list = values.map { "<saml:AttributeValue>\($0)</saml:AttributeValue>" }.joined()
            return Self.query(
                attributes: "<saml:Attribute Name=\"rating\">\(list)</saml:Attribute>"
                    + "<saml:Attribute Name=\"uid\"/>")
        }
        try assertFailures(to: query("tv-14", "pg-13"), [])
        try assertFailures(to: query("pg-13", "tv-14", "g"), [])
        try assertFailures(to: query("tv-14"), [.unrequestedAttribute])
        try assertFailures(to: query("TV-14", "pg-13"), [.unrequestedAttribute])
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = [("rating", ["a<b"])]
        try assertFailures(fixture, to: query("<b/>"), [.unrequestedAttribute])
        fixture.assertions[0].attributes = []
        fixture.assertions[0].trailerXML =
            "<saml:AttributeStatement><saml:Attribute Name=\"rating\"><saml:AttributeValue>"
            + "<y:b xmlns:y=\"urn:y\">1</y:b></saml:AttributeValue></saml:Attribute>"
            + "</saml:AttributeStatement>"
        try assertFailures(fixture, to: query("<y:b   xmlns:y='urn:y'>1</y:b>"), [])
        try assertFailures(
            fixture, to: query("<y:b xmlns:y='urn:y'>2</y:b>"), [.unrequestedAttribute])
    }

    func testEveryAttributeOfTheSubjectsNameMustBeTheSame() throws {
        let attributes = [
            "Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\"",
            "NameQualifier=\"urn:a\"", "SPNameQualifier=\"urn:a\"",
        ]
        for attribute in attributes {
            let subject = "<saml:NameID \(attribute)>subscriber-1</saml:NameID>"
            try assertFailures(to: Self.query(subject: subject), [.subjectMismatch], attribute)
            var fixture = ResponseFixture()
            fixture.assertions[0].nameID = nil
            fixture.assertions[0].subjectXML = subject
            try assertFailures(fixture, to: Self.query(subject: subject), [], attribute)
            try assertFailures(fixture, to: Self.query(), [.subjectMismatch], attribute)
        }
        // The format that is in effect when there is none.
        try assertFailures(
            to: Self.query(
                subject: "<saml:NameID Format=\"urn:oasis:names:tc:SAML:1.1:nameid-format:"
                    + "unspecified\">subscriber-1</saml:NameID>"), [])
    }

    func testAnEncryptedNameIsNotKnownToBeTheSame() throws {
        try assertFailures(
            to: Self.query(subject: "<saml:EncryptedID/>"), [.subjectUnreadable])
    }

    func testAQueryThatAsksForAConfirmationWantsOneOfThatMethod() throws {
        func query(_ method: String) -> String {
            Self.query(
                subject: Self.subject + "<saml:SubjectConfirmation Method=\"urn:other\"/>"
                    + "<saml:SubjectConfirmation Method=\"\(method)\"/>")
        }
        try assertFailures(to: query(SAML.SubjectConfirmation.bearer), [])
        try assertFailures(to: query("urn:third"), [.subjectMismatch])
    }

    func testEncryptedAttributesAreNotKnownToBeMissing() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = []
        fixture.assertions[0].trailerXML =
            "<saml:AttributeStatement><saml:EncryptedAttribute/></saml:AttributeStatement>"
        try assertFailures(fixture, to: Self.asked, [])
    }
}
