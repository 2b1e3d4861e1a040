package import XMLCore

extension SAML {
    /// A message that is shown and not judged: a request, a logout, an artifact.
    ///
    /// Reading one refuses nothing. What cannot be read is skipped, and all of it is a claim.
    package struct ProtocolMessage: Hashable, Sendable, CustomStringConvertible {
        /// A further statement of a message, by its name in the schema.
        package struct Detail: Hashable, Sendable, CustomStringConvertible {
            /// The name of an element or attribute.
            package let name: String
            /// Its value.
            package let value: String

            /// The name; never the value.
            package var description: String { "Detail(\(name))" }
        }

        /// The kind.
        package let kind: MessageKind
        /// `ID`.
        package let id: String?
        /// `IssueInstant`.
        package let issueInstant: Instant?
        /// `InResponseTo`, the ID of the request.
        package let inResponseTo: String?
        /// `Destination`, the address it is sent to.
        package let destination: String?
        /// `NotOnOrAfter` of a logout request.
        package let notOnOrAfter: Instant?
        /// `Issuer`.
        package let issuer: String?
        /// The subject's identifier.
        package let nameID: NameID?
        /// The value of the top-level status code.
        package let status: String?
        /// `AssertionConsumerServiceURL`, the address to which a request wants its answer.
        package let assertionConsumerServiceURL: String?
        /// The other details of the kind of message, in the order of the schema.
        package let details: [Detail]

        /// Reads a message.
        ///
        /// - Parameters:
        ///   - element: The message.
        ///   - kind: Its kind.
        package init(unverified element: XML.Element, kind: MessageKind) {
            self.kind = kind
            id = element.attribute("ID")
            issueInstant = element.attribute("IssueInstant").flatMap { Instant(parsing: $0) }
            inResponseTo = element.attribute("InResponseTo")
            destination = element.attribute("Destination")
            notOnOrAfter = element.attribute("NotOnOrAfter").flatMap { Instant(parsing: $0) }
            issuer = element.firstChild(named: .issuer)?.plainText?.trimmingXMLSpace()
            // A request for authentication names its subject in an element of its own.
            let subject = element.firstChild(named: .subject) ?? element
            nameID = (try? NameID(subject.firstChild(named: .nameID))) ?? nil
            status = element.firstChild(named: .status)?.firstChild(named: .statusCode)?
                .attribute("Value")
            assertionConsumerServiceURL = element.attribute("AssertionConsumerServiceURL")
            details = Self.details(of: element)
        }

        /// The number of details; never what they say.
        package var description: String { "ProtocolMessage(\(kind), \(details.count) details)" }
    }
}

extension SAML.ProtocolMessage {
    /// The attributes of requests that say where the answer goes and how the user signs in or out.
    private static let attributes = [
        "AssertionConsumerServiceURL", "AssertionConsumerServiceIndex", "ProtocolBinding",
        "AttributeConsumingServiceIndex", "ProviderName", "ForceAuthn", "IsPassive", "Reason",
    ]

    /// The largest number of details; a logout request can name any number of sessions.
    private static let mostDetails = 24

    private static func details(of element: XML.Element) -> [Detail] {
        var details: [Detail] = []
        func add(_ name: String, _ value: String?) {
            guard let value, details.count < mostDetails else { return }
            details.append(Detail(name: name, value: value))
        }
        for name in attributes { add(name, element.attribute(name)) }
        for child in element.childElements {
            if child.isNamed(.nameIDPolicy) {
                add("NameIDPolicy Format", child.attribute("Format"))
                add("NameIDPolicy AllowCreate", child.attribute("AllowCreate"))
                add("NameIDPolicy SPNameQualifier", child.attribute("SPNameQualifier"))
            } else if child.isNamed(.requestedAuthnContext) {
                add("RequestedAuthnContext Comparison", child.attribute("Comparison"))
                for reference in child.childElements {
                    add(reference.name.localName, reference.plainText?.trimmingXMLSpace())
                }
            } else if child.isNamed(.sessionIndex) || child.isNamed(.artifact) {
                add(child.name.localName, child.plainText?.trimmingXMLSpace())
            } else if child.isNamed(.status) {
                add("StatusMessage", child.firstChild(named: .statusMessage)?.textContent)
            }
        }
        return details
    }
}
