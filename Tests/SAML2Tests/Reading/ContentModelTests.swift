import SAML2
import TestSupport
import XCTest
import XMLCore

/// Whatever is added to a complete message where the schema has no place for it is found.
final class ContentModelTests: XCTestCase, ReachesUnsafeCode {
    /// Elements whose content the schema leaves open, or that are of a kind this module does not
    /// read: encrypted, or a statement or a condition of its own.
    private static let unreadContent: Set<String> = [
        "Advice", "AttributeValue", "AuthnContextDecl", "AuthzDecisionStatement", "Condition",
        "EncryptedAssertion", "EncryptedAttribute", "Extensions", "Signature", "Statement",
        "StatusDetail", "SubjectConfirmationData",
    ]

    /// Elements that the schema lets occur again.
    private static let repeatable: Set<String> = [
        "Assertion", "Attribute", "AttributeStatement", "AttributeValue", "Audience",
        "AudienceRestriction", "AuthenticatingAuthority", "AuthnStatement",
        "AuthzDecisionStatement", "Condition", "EncryptedAssertion", "EncryptedAttribute",
        "Statement", "SubjectConfirmation",
        // Verification decides on several signatures, and says so better.
        "Signature",
    ]

    /// Elements that hold text and nothing else.
    private static let textual: Set<String> = [
        "Audience", "AuthenticatingAuthority", "AuthnContextClassRef", "AuthnContextDeclRef",
        "Issuer", "NameID", "StatusMessage",
    ]

    private func closedPaths(of message: MessageTree) -> [[Int]] {
        message.paths.filter {
            Self.unreadContent.isDisjoint(with: message.names(on: $0))
        }
    }

    private func read(_ message: MessageTree) throws -> SAML.Message {
        try SAML.Message(unverified: root(message.xml))
    }

    func testUnknownChildOfAnyClosedElementIsNamedAndPlaced() throws {
        var count = 0
        for message in [FullMessage.response, FullMessage.query] {
            XCTAssertNoThrow(try read(message))
            for path in closedPaths(of: message) {
                for name in ["unknown", "saml:Unknown", "samlp:Unknown", "Issuer"] {
                    var changed = message
                    changed[path].children.append(MessageTree(name))
                    let place = message.names(on: path).joined(separator: "/")
                    let added = try lastChild(ofElementAt: path, in: changed)
                    assertRefused(
                        .unexpectedElement, added.name.localName, at: added.position, place
                    ) { try read(changed) }
                    count += 1
                }
            }
        }
        XCTAssertGreaterThan(count, 150)
    }

    private func lastChild(
        ofElementAt path: [Int], in message: MessageTree
    ) throws -> XML.Element {
        var element = try root(message.xml)
        for step in path { element = Array(element.childElements)[step] }
        return try XCTUnwrap(Array(element.childElements).last)
    }

    func testUnknownChildBeforeTheOthersIsFoundToo() {
        for message in [FullMessage.response, FullMessage.query] {
            for path in closedPaths(of: message) {
                var changed = message
                changed[path].children.insert(MessageTree("unknown"), at: 0)
                let place = message.names(on: path).joined(separator: "/")
                assertRefused(.unexpectedElement, "unknown", place) { try read(changed) }
            }
        }
    }

    func testEverySingletonThatOccursAgainIsNamed() {
        var names: Set<String> = []
        for message in [FullMessage.response, FullMessage.query] {
            for path in closedPaths(of: message) {
                for child in message[path].children where !Self.repeatable.contains(child.localName)
                {
                    var changed = message
                    changed[path].children.append(child)
                    let place = message.names(on: path).joined(separator: "/")
                    assertRefused(.repeatedElement, child.localName, place) { try read(changed) }
                    names.insert(child.localName)
                }
            }
        }
        XCTAssertEqual(
            names,
            [
                "Advice", "AuthnContext", "AuthnContextClassRef", "AuthnContextDecl",
                "AuthnContextDeclRef", "Conditions", "Extensions", "Issuer", "NameID",
                "OneTimeUse", "ProxyRestriction", "Status", "StatusCode", "StatusDetail",
                "StatusMessage", "Subject",
                "SubjectConfirmationData", "SubjectLocality",
            ])
    }

    func testRepeatableElementsMayOccurAgain() {
        for message in [FullMessage.response, FullMessage.query] {
            for path in closedPaths(of: message) {
                for child in message[path].children where Self.repeatable.contains(child.localName)
                {
                    var copy = child
                    copy.attributes.removeAll { $0.name == "ID" }
                    var changed = message
                    changed[path].children.append(copy)
                    XCTAssertNoThrow(try read(changed), child.localName)
                }
            }
        }
    }

    func testTextInAnyElementOfElementsIsFound() {
        for message in [FullMessage.response, FullMessage.query] {
            for path in closedPaths(of: message)
            where !Self.textual.contains(message[path].localName) {
                var changed = message
                changed[path].text = "stray"
                let place = message.names(on: path).joined(separator: "/")
                assertRefused(.unexpectedText, message[path].localName, place) {
                    try read(changed)
                }
            }
        }
    }

    func testOpenElementsMayHoldAnything() {
        for message in [FullMessage.response, FullMessage.query] {
            for path in message.paths where Self.unreadContent.contains(message[path].localName) {
                var changed = message
                changed[path].text = "text"
                changed[path].children.append(MessageTree("unknown", text: "text"))
                XCTAssertNoThrow(try read(changed), message[path].localName)
            }
        }
    }
}
