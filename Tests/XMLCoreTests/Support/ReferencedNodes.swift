import Foundation
import XMLCore

/// The node-set that a reference stands for before it is written.
struct ReferencedNodes {
    let document: XML.Document
    /// The subtree that is meant, `nil` for the whole document.
    private(set) var subtree: XML.Element?
    /// Shorthand references leave comments out (XML Signature, section 4.4.3.3).
    private(set) var keepsComments = true
    /// The enveloped signature.
    var excluded: XML.Element?
    /// What every node has to meet.
    private var conditions: [XPathExpression] = []

    init(document: XML.Document) {
        self.document = document
    }

    /// The node-set of `URI=""`, `#id`, `#xpointer(/)`, `#xpointer(id('x'))`, or of any other
    /// expression in `#xpointer()`, whose nodes then stand for their subtrees.
    init(sameDocument uri: String, in document: XML.Document) throws {
        self.init(document: document)
        guard let pointer = uri.dropFirst().removingPercentEncoding, !pointer.isEmpty else {
            keepsComments = false
            return
        }
        guard pointer.hasPrefix("xpointer("), pointer.hasSuffix(")") else {
            keepsComments = false
            subtree = try Self.element(pointer, in: document)
            return
        }
        let expression = pointer.dropFirst("xpointer(".count).dropLast()
        if expression == "/" { return }
        if expression.hasPrefix("id("), expression.hasSuffix(")") {
            let literal = expression.dropFirst("id(".count).dropLast()
            subtree = try Self.element(
                literal.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")), in: document)
        } else {
            conditions.append(XPathExpression(Self.isInside(String(expression))))
        }
    }

    /// Keeps the nodes for which the expression is true (XML Signature, section 6.6.3).
    mutating func filter(by expression: XPathExpression) throws {
        let bound = conditions.flatMap(\.bindings)
        for (prefix, namespace) in expression.bindings {
            if let other = bound.first(where: { $0.prefix == prefix }),
                other.namespace != namespace
            {
                throw SignedReference.Unsupported(description: "two filters disagree on \(prefix)")
            }
        }
        conditions.append(expression)
    }

    func bytes(using method: XML.CanonicalizationMethod) throws -> [UInt8] {
        let method = XML.CanonicalizationMethod(
            method.algorithm, withComments: method.withComments && keepsComments,
            inclusiveNamespaces: method.inclusiveNamespaces)
        if conditions.isEmpty, let subtree {
            return try subtree.canonicalForm(using: method, excluding: excluded).bytes
        }
        var filters = conditions.map { "[boolean(\($0.text))]" }
        if let subtree { filters.append("[\(isInside(subtree))]") }
        if let excluded { filters.append("[not(\(isInside(excluded)))]") }
        if filters.isEmpty { return try document.canonicalForm(using: method).bytes }
        return try document.canonicalForm(
            ofNodesSelectedBy: "(//. | //@* | //namespace::*)" + filters.joined(),
            bindings: conditions.flatMap(\.bindings), using: method
        ).bytes
    }

    private func isInside(_ element: XML.Element) -> String {
        let elements = document.rootElement.descendantsOrSelf { _ in true }
        let ordinal = elements.firstIndex(of: element).map { $0 + 1 } ?? 0
        return Self.isInside("(//*)[\(ordinal)]")
    }

    /// True for a node that is, or is inside, one that the expression selects.
    private static func isInside(_ expression: String) -> String {
        "count(ancestor-or-self::node() | (\(expression))) "
            + "< count(ancestor-or-self::node()) + count(\(expression))"
    }

    private static func element(
        _ identifier: String, in document: XML.Document
    ) throws -> XML.Element {
        guard let element = document.element(withID: identifier)
        else { throw SignedReference.Unsupported(description: "no element has this identifier") }
        return element
    }
}
