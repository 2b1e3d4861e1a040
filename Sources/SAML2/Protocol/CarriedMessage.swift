package import PayloadCoding
package import XMLCore

extension SAML {
    /// The message of a document, and the wrappers around it.
    ///
    /// A wrapper carries exactly one message. Where it could be taken for carrying another one, it is
    /// refused: two readers of it must not read different messages.
    package struct CarriedMessage: Sendable {
        /// A document that carries a message.
        package enum Wrapper: String, Hashable, Sendable, CaseIterable {
            /// A SOAP envelope, version 1.1 or 1.2 (SAML Bindings, section 3.2).
            case soap
            /// A `samlp:ArtifactResponse` with a message in it (SAML Core, section 3.5.2).
            case artifactResponse
        }

        /// The message, where it stands in the document.
        package let element: XML.Element
        /// The wrappers, the outermost first.
        package let wrappers: [Wrapper]
        /// The `samlp:ArtifactResponse` around the message.
        package let artifactResponse: XML.Element?

        /// Finds the message of a document; without a wrapper, it is the root element.
        ///
        /// - Parameters:
        ///   - document: The document as it was received.
        ///   - query: The query string that it came in, when that carries a signature over itself. The
        ///     HTTP-Redirect binding has no wrapper: its signature is one over the message.
        /// - Throws: A ``StructureError`` when a wrapper does not carry exactly one message, or stands
        ///   in a signed query string.
        package init(
            in document: XML.Document, sentIn query: SignedQuery? = nil
        ) throws(StructureError) {
            let root = document.rootElement
            // Most documents are nothing else.
            if root.isNamed(.response) {
                element = root
                wrappers = []
                artifactResponse = nil
                return
            }
            var message = root
            var artifactResponse: XML.Element?
            var wrappers: [Wrapper] = []
            if let names = SOAPNames.all.first(where: { root.isNamed($0.envelope) }) {
                message = try Self.message(inEnvelope: root, names)
                wrappers.append(.soap)
            }
            if message.isNamed(.artifactResponse), let inner = try Self.message(in: message) {
                artifactResponse = message
                message = inner
                wrappers.append(.artifactResponse)
            }
            if query != nil, !wrappers.isEmpty {
                throw StructureError(.wrapperInSignedQuery, root)
            }
            element = message
            self.wrappers = wrappers
            self.artifactResponse = artifactResponse
        }

        /// The message as a document of its own, in UTF-8, with the namespaces in scope where it stands.
        package var standaloneUTF8: [UInt8] {
            let bytes = Array(element.documentUTF8[element.sourceRange])
            return NamespaceDeclarations.adding(element.namespacesInScope, to: bytes) ?? bytes
        }

        private static func message(
            inEnvelope envelope: XML.Element, _ names: SOAPNames
        ) throws(StructureError) -> XML.Element {
            var reader = try ElementReader(envelope)
            let header = try reader.optional(names.header)
            let body = try reader.optional(names.body)
            try reader.finish()
            if let hidden = header?.firstProtocolMessage {
                throw StructureError(.messageInHeader, hidden)
            }
            guard let body else { throw StructureError(.emptyWrapper, envelope) }
            let children = Array(body.childElements)
            guard !body.hasOwnText else { throw StructureError(.unexpectedText, body) }
            guard let message = children.first else { throw StructureError(.emptyWrapper, body) }
            guard children.count == 1 else { throw StructureError(.severalMessages, children[1]) }
            guard MessageKind(of: message) != nil else {
                throw StructureError(.unexpectedElement, message)
            }
            return message
        }

        /// The message that an `ArtifactResponse` carries; `nil` if it carries none.
        static func message(
            in response: XML.Element
        ) throws(StructureError) -> XML.Element? {
            let own: [XML.QualifiedName] = [.issuer, .signature, .extensions, .status]
            var message: XML.Element?
            for child in response.childElements {
                if own.contains(where: { child.isNamed($0) }) {
                    guard let hidden = child.firstProtocolMessage else { continue }
                    throw StructureError(.severalMessages, hidden)
                }
                guard message == nil else { throw StructureError(.severalMessages, child) }
                message = child
            }
            guard let message else { return nil }
            guard !response.hasOwnText else { throw StructureError(.unexpectedText, response) }
            guard let kind = MessageKind(of: message), kind != .artifactResponse else {
                throw StructureError(.unexpectedElement, message)
            }
            return message
        }
    }
}

/// The names of a version of SOAP.
private struct SOAPNames: Sendable {
    let envelope: XML.QualifiedName
    let header: XML.QualifiedName
    let body: XML.QualifiedName

    static let all = [
        "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope",
    ].map { SOAPNames(namespace: XML.Namespace(rawValue: $0)) }

    private init(namespace: XML.Namespace) {
        envelope = XML.QualifiedName("Envelope", in: namespace)
        header = XML.QualifiedName("Header", in: namespace)
        body = XML.QualifiedName("Body", in: namespace)
    }
}

extension XML.Element {
    /// The first message of the protocol inside the element, at any depth.
    ///
    /// Assertions do not count: senders of SOAP messages authenticate themselves with them
    /// (WS-Security).
    fileprivate var firstProtocolMessage: XML.Element? {
        var pending = Array(childElements)
        while let element = pending.popLast() {
            if element.isIn(.protocol), SAML.MessageKind(of: element) != nil { return element }
            pending += element.childElements
        }
        return nil
    }
}
