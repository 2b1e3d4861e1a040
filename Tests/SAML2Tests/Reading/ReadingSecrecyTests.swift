import SAML2
import TestSupport
import XCTest
import XMLCore

/// What is printed of a message never holds what the message says.
final class ReadingSecrecyTests: XCTestCase {
    /// Whatever it stands in, no name and no number contains it.
    private static let secret = "s3cr3t"

    /// The complete message with a secret in every text and in every attribute value, but for
    /// instants and numbers, which could not be read.
    private func planted(_ message: MessageTree) -> MessageTree {
        var planted = message
        for path in message.paths {
            if planted[path].children.isEmpty { planted[path].text = Self.secret }
            for index in planted[path].attributes.indices {
                let (name, value) = planted[path].attributes[index]
                if name.hasPrefix("xmlns") || SAML.Instant(parsing: value) != nil
                    || Int(value) != nil
                {
                    continue
                }
                planted[path].attributes[index].value += Self.secret
            }
        }
        for path in planted.paths where Self.holdsNoText.contains(planted[path].localName) {
            planted[path].text = ""
        }
        return planted
    }

    private static let holdsNoText: Set<String> = [
        "AudienceRestriction", "Attribute", "OneTimeUse", "StatusCode", "SubjectConfirmation",
        "SubjectLocality",
    ]

    /// `value` and every value of this module inside it, which mirrors do not lead to.
    private func values(in value: Any) -> [Any] {
        [value] + parts(of: value).flatMap { values(in: $0) }
    }

    private func parts(of value: Any) -> [Any] {
        switch value {
        case SAML.Message.response(let response): [response]
        case SAML.Message.attributeQuery(let query): [query]
        case let response as SAML.Response:
            present(response.issueInstant, response.issuer, response.status) + response.assertions
        case let query as SAML.AttributeQuery:
            present(query.issueInstant, query.issuer, query.subject) + query.requestedAttributes
        case let status as SAML.Status: present(status.code)
        case let assertion as SAML.Assertion:
            present(
                assertion.issueInstant, assertion.issuer, assertion.subject, assertion.conditions)
                + assertion.authnStatements as [Any] + assertion.attributeStatements
        case let subject as SAML.Subject: present(subject.nameID) + subject.confirmations
        case let confirmation as SAML.SubjectConfirmation:
            present(confirmation.nameID, confirmation.data)
        case let statement as SAML.AttributeStatement: statement.attributes
        case let attribute as SAML.Attribute: attribute.values
        case let attribute as SAML.AttributeValue: [attribute.content]
        case let selection as SAML.AttributeSelection: selection.items
        case let item as SAML.SelectedAttribute: item.values
        case let several as [SAML.Attribute]: several
        default: []
        }
    }

    private func present(_ parts: Any?...) -> [Any] { parts.compactMap(\.self) }

    private func assertNoSecret(
        _ value: Any, file: StaticString = #filePath, line: UInt = #line
    ) {
        for text in printings(of: value) {
            XCTAssertFalse(
                text.contains(Self.secret), "\(type(of: value)): \(text)", file: file, line: line)
        }
    }

    private func assertNoSecretInside(
        _ value: Any, _ expectedTypes: Set<String>, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let values = values(in: value)
        values.forEach { assertNoSecret($0, file: file, line: line) }
        let types = Set(values.map { String(describing: type(of: $0)) })
        XCTAssertTrue(
            types.isSuperset(of: expectedTypes), "\(expectedTypes.subtracting(types))",
            file: file, line: line)
    }

    func testNoDescriptionOfAResponseHoldsAValue() throws {
        let message = try SAML.Message(unverified: root(planted(FullMessage.response).xml))
        assertNoSecretInside(
            message,
            [
                "Message", "Response", "Status", "StatusCode", "NameID", "Assertion", "Subject",
                "SubjectConfirmation", "SubjectConfirmationData", "Conditions", "AuthnStatement",
                "AttributeStatement", "Attribute", "AttributeValue", "Content", "Instant",
            ])
    }

    func testNoDescriptionOfAQueryHoldsAValue() throws {
        let message = try SAML.Message(unverified: root(planted(FullMessage.query).xml))
        assertNoSecretInside(message, ["Message", "AttributeQuery", "Attribute", "NameID"])
    }

    func testNoDescriptionOfASelectionHoldsAValue() throws {
        let assertion = try XCTUnwrap(response(planted(FullMessage.response).xml).assertion)
        assertNoSecretInside(
            SAML.AttributeSelection(all: assertion.attributes),
            ["AttributeSelection", "SelectedAttribute", "AttributeValue", "Content"])
        assertNoSecretInside(
            SAML.AttributeSelection(
                requiring: ["NameID", "uid" + Self.secret, "absent"],
                from: assertion.attributes, nameID: assertion.subject?.nameID),
            ["AttributeSelection", "SelectedAttribute", "AttributeValue", "Content"])
    }

    func testNoDescriptionOfAnXMLValueHoldsIt() throws {
        let values = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue><x a="\(Self.secret)">\(Self.secret)</x>\
            </saml:AttributeValue></saml:Attribute>
            """)
        assertNoSecretInside(values, ["Attribute", "AttributeValue", "Content"])
    }

    func testNoErrorHoldsAValue() throws {
        var codes: Set<SAML.StructureError.Code> = []
        for message in [FullMessage.response, FullMessage.query] {
            let message = planted(message)
            for changed in damaged(message) {
                do {
                    _ = try SAML.Message(unverified: root(changed.xml))
                } catch let error as SAML.StructureError {
                    codes.insert(error.code)
                    assertNoSecret(error)
                    assertNoSecret(error.code)
                    assertNoSecret(error.element)
                    assertNoSecret(error.attribute ?? "")
                }
            }
        }
        var secret = ResponseFixture(assertions: [])
        secret.id = Self.secret
        let body = ProtocolFixture.soap(secret.xml + ResponseFixture().xml)
        let header = ProtocolFixture.soap("", header: "<x a=\"\(Self.secret)\">\(secret.xml)</x>")
        let empty = ProtocolFixture.soap("<!--\(Self.secret)-->")
        let sent = ProtocolFixture.soap(secret.xml)
        let query = try SignedQueryFixture(sent).query
        for (wrapper, query) in [(body, nil), (header, nil), (empty, nil), (sent, query)] {
            let document = try XML.Document(parsing: Array(wrapper.utf8))
            XCTAssertThrowsError(
                try SAML.CarriedMessage(in: document, sentIn: query)
            ) { error in
                guard let error = error as? SAML.StructureError else { return XCTFail("\(error)") }
                codes.insert(error.code)
                assertNoSecret(error)
                assertNoSecret(error.element)
            }
        }
        // Metadata alone repeats entities.
        XCTAssertEqual(codes.union([.repeatedEntity]), Set(SAML.StructureError.Code.allCases))
    }

    /// The message damaged in every way at every element.
    private func damaged(_ message: MessageTree) -> [MessageTree] {
        message.paths.flatMap { path in
            let element = message[path]
            var changes = [element, element, element]
            changes[0].text += Self.secret
            changes[1].children.append(
                MessageTree("unknown", ["a": Self.secret], text: Self.secret))
            changes[2].name = "unknown"
            changes += element.children.filter { child in
                child.attributes.allSatisfy { $0.name != "ID" }
            }.map { child in
                var change = element
                change.children.append(child)
                return change
            }
            for index in element.attributes.indices
            where !element.attributes[index].name.hasPrefix("xmlns") {
                var change = element
                change.attributes[index].value = Self.secret
                changes.append(change)
                change.attributes.remove(at: index)
                changes.append(change)
            }
            return changes.map { change in
                var changed = message
                changed[path] = change
                return changed
            }
        }
    }
}
