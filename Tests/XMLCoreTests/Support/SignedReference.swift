import Foundation
import XMLCore

/// One `Reference` of an XML signature and the bytes its digest is made of.
///
/// It knows what conformance vectors use and nothing that a verifier needs. Everything it writes
/// comes out of the canonicalization under test.
struct SignedReference {
    let element: XML.Element
    let document: XML.Document
    let folder: URL

    /// What the helper has no implementation of.
    struct Unsupported: Error, CustomStringConvertible {
        let description: String
    }

    /// The reference with this ordinal, counted from 0 in document order.
    init(_ ordinal: Int, of document: XML.Document, in folder: URL) throws {
        let references = document.rootElement.descendantsOrSelf {
            $0.isNamed(Self.name("Reference"))
        }
        guard references.indices.contains(ordinal) else {
            throw Unsupported(description: "there is no reference \(ordinal)")
        }
        element = references[ordinal]
        self.document = document
        self.folder = folder
    }

    /// What is hashed (XML Signature, section 4.4.3.2).
    func bytes() throws -> [UInt8] {
        var transforms =
            element.firstChild(named: Self.name("Transforms"))
            .map { $0.childElements(named: Self.name("Transform")) }?[...] ?? []
        var method = XML.CanonicalizationMethod(.canonicalXML10)
        if let last = transforms.last, let named = try canonicalization(last) {
            method = named
            transforms.removeLast()
        }
        let uri = element[attribute: XML.QualifiedName("URI")] ?? ""
        var nodes: ReferencedNodes
        if uri.isEmpty || uri.hasPrefix("#") {
            nodes = try ReferencedNodes(sameDocument: uri, in: document)
        } else {
            let file = try Array(Data(contentsOf: folder.appending(path: uri)))
            if element.firstChild(named: Self.name("Transforms")) == nil { return file }
            nodes = ReferencedNodes(document: try XML.Document(parsing: file))
        }
        for transform in transforms { try apply(transform, to: &nodes) }
        return try nodes.bytes(using: method)
    }

    private func apply(_ transform: XML.Element, to nodes: inout ReferencedNodes) throws {
        switch transform[attribute: Self.algorithm] {
        case "http://www.w3.org/2000/09/xmldsig#enveloped-signature":
            var signature: XML.Element? = element
            while let outer = signature, !outer.isNamed(Self.name("Signature")) {
                signature = outer.parent
            }
            guard nodes.document.rootElement == document.rootElement, nodes.excluded == nil else {
                throw Unsupported(description: "the signature is not in the referenced document")
            }
            nodes.excluded = signature
        case "http://www.w3.org/TR/1999/REC-xpath-19991116":
            guard let filter = transform.firstChild(named: Self.name("XPath")) else {
                throw Unsupported(description: "an XPath transform has no XPath")
            }
            try nodes.filter(by: XPathExpression(filter))
        case let other:
            throw Unsupported(description: "no transform \(other ?? "without a name") here")
        }
    }

    private func canonicalization(
        _ transform: XML.Element
    ) throws -> XML.CanonicalizationMethod? {
        guard let identifier = transform[attribute: Self.algorithm] else { return nil }
        let exclusive = XML.Namespace(rawValue: "http://www.w3.org/2001/10/xml-exc-c14n#")
        let parameter = transform.firstChild(
            named: XML.QualifiedName("InclusiveNamespaces", in: exclusive))
        let prefixList = parameter?[attribute: XML.QualifiedName("PrefixList")]
        return XML.CanonicalizationMethod(
            algorithmIdentifier: identifier,
            inclusiveNamespaces: prefixList.map(XML.InclusiveNamespaces.init(parsing:)))
    }

    private static let algorithm = XML.QualifiedName("Algorithm")

    private static func name(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(
            localName, in: XML.Namespace(rawValue: "http://www.w3.org/2000/09/xmldsig#"))
    }
}

extension XML.Element {
    /// The elements of the subtree that meet a condition, in document order.
    func descendantsOrSelf(where condition: (XML.Element) -> Bool) -> [XML.Element] {
        (condition(self) ? [self] : [])
            + childElements.flatMap { $0.descendantsOrSelf(where: condition) }
    }
}
