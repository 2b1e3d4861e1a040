import SAML2
import TestSupport
import XCTest
import XMLCore

/// What is printed of a message never holds what the message says.
final class SecrecyTests: XCTestCase {
    /// Whatever it stands in, no name and no number contains it.
    private static let secret = "s3cr3t"

    /// The complete message with a secret in every text and in every attribute value, but for
    /// instants, which could not be read.
    private func planted(_ message: MessageTree) -> MessageTree {
        var planted = message
        for path in message.paths {
            if planted[path].children.isEmpty { planted[path].text = Self.secret }
            for index in planted[path].attributes.indices {
                let (name, value) = planted[path].attributes[index]
                if name.hasPrefix("xmlns") || SAML.Instant(parsing: value) != nil { continue }
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

    /// Every value of this module inside `value`, itself included.
    private func values(in value: Any) -> [Any] {
        let isOurs = String(reflecting: type(of: value)).hasPrefix("SAML2.")
        return (isOurs ? [value] : [])
            + Mirror(reflecting: value).children.flatMap { values(in: $0.value) }
    }

    private func assertNoSecret(
        _ value: Any, file: StaticString = #filePath, line: UInt = #line
    ) {
        for text in [String(describing: value), String(reflecting: value), "\(value)"] {
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
            ["AttributeSelection", "Item", "AttributeValue", "Content"])
        assertNoSecretInside(
            SAML.AttributeSelection(
                requiring: ["NameID", "uid" + Self.secret, "absent"],
                from: assertion.attributes, nameID: assertion.subject?.nameID),
            ["AttributeSelection", "Item", "AttributeValue", "Content"])
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
        XCTAssertEqual(codes, Set(SAML.StructureError.Code.allCases))
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
