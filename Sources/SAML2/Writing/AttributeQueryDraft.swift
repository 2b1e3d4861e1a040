internal import XMLCore
package import XMLSecurity

extension SAML.AttributeQuery {
    /// A query to send (SAML Core, section 3.3.2.3).
    ///
    /// It is written on one line and survives the cookbook's normalization unchanged. The caller
    /// chooses the identifier and the time.
    package struct Draft: Hashable, Sendable, CustomStringConvertible {
        /// `ID`, which must not be guessable and not be used again.
        package var id: String
        /// `IssueInstant`.
        package var issueInstant: SAML.Instant
        /// `Destination`, the address it is sent to.
        package var destination: String?
        /// `Issuer`, the service provider that asks.
        package var issuer: String
        /// The subject's name, whose attributes are asked for.
        package var subject: SAML.NameID
        /// The attributes asked for; none asks for all there are.
        package var requestedAttributes: [RequestedAttribute]

        /// Creates a draft.
        ///
        /// - Parameters:
        ///   - id: The identifier: random, at least 128 bits of it (SAML Core, section 1.3.4).
        ///   - issueInstant: The time.
        ///   - issuer: The service provider that asks.
        ///   - subject: Whose attributes are asked for.
        ///   - destination: The address it is sent to.
        ///   - requestedAttributes: The attributes asked for; none asks for all there are.
        package init(
            id: String, issueInstant: SAML.Instant, issuer: String, subject: SAML.NameID,
            destination: String? = nil, requestedAttributes: [RequestedAttribute] = []
        ) {
            self.id = id
            self.issueInstant = issueInstant
            self.destination = destination
            self.issuer = issuer
            self.subject = subject
            self.requestedAttributes = requestedAttributes
        }

        /// The query as XML in UTF-8, without a signature.
        ///
        /// - Returns: One element on one line.
        /// - Throws: A `SAML.WritingError` when XML or the schema has no place for a value.
        package func xml() throws(SAML.WritingError) -> [UInt8] {
            guard id.isNCName else {
                throw SAML.WritingError(code: .invalidIdentifier, part: "ID")
            }
            try refuseRepetitions()
            let nameID = try MessageMarkup.element(
                "saml:NameID",
                [
                    ("NameQualifier", subject.nameQualifier),
                    ("SPNameQualifier", subject.spNameQualifier), ("Format", subject.format),
                ], MessageMarkup.text(subject.value, of: "saml:NameID"))
            let issuer = try MessageMarkup.element(
                "saml:Issuer", [], MessageMarkup.text(issuer, of: "saml:Issuer"))
            let requested = try requestedAttributes.map { attribute throws(SAML.WritingError) in
                try MessageMarkup.element(
                    "saml:Attribute",
                    [
                        ("Name", attribute.name), ("NameFormat", attribute.nameFormat),
                        ("FriendlyName", attribute.friendlyName),
                    ])
            }
            let query = try MessageMarkup.element(
                "samlp:AttributeQuery",
                [
                    ("xmlns:samlp", XML.Namespace.protocol.rawValue),
                    ("xmlns:saml", XML.Namespace.assertion.rawValue), ("ID", id),
                    ("Version", SAML.version), ("IssueInstant", issueInstant.description),
                    ("Destination", destination),
                ], issuer + MessageMarkup.element("saml:Subject", [], nameID) + requested.joined())
            return Array(query.utf8)
        }

        /// The query as XML, signed where SAML wants the signature: after the issuer.
        ///
        /// - Parameter signer: What signs it.
        /// - Returns: One element on one line.
        /// - Throws: A `SAML.WritingError`, or what signing throws.
        package func signed(by signer: EnvelopedSigner) throws -> [UInt8] {
            try signer.signing(id, in: xml(), after: .issuer)
        }

        /// A query asks for each attribute once (SAML Core, section 3.3.2.3).
        private func refuseRepetitions() throws(SAML.WritingError) {
            var seen: Set<[[UInt8]?]> = []
            for attribute in requestedAttributes {
                let key = [attribute.name, attribute.nameFormat].map { $0.map { Array($0.utf8) } }
                guard seen.insert(key).inserted else {
                    throw SAML.WritingError(code: .repeatedAttribute, part: "Attribute")
                }
            }
        }

        /// The number of attributes asked for; never their names.
        package var description: String { "Draft(\(requestedAttributes.count) attributes)" }
    }
}

extension SAML.NameID {
    /// Creates a name, as for a query.
    ///
    /// - Parameters:
    ///   - value: The name.
    ///   - format: `Format`.
    ///   - nameQualifier: `NameQualifier`.
    ///   - spNameQualifier: `SPNameQualifier`.
    package init(
        _ value: String, format: String? = nil, nameQualifier: String? = nil,
        spNameQualifier: String? = nil
    ) {
        self.value = value
        self.format = format
        self.nameQualifier = nameQualifier
        self.spNameQualifier = spNameQualifier
    }
}

extension SAML.AttributeQuery.Draft {
    /// An attribute to ask for; its values are for the responder to say.
    package struct RequestedAttribute: Hashable, Sendable, CustomStringConvertible {
        /// `Name`.
        package let name: String
        /// `NameFormat`, how to understand the name.
        package let nameFormat: String?
        /// `FriendlyName`, for people.
        package let friendlyName: String?

        /// Creates an attribute.
        package init(_ name: String, nameFormat: String? = nil, friendlyName: String? = nil) {
            self.name = name
            self.nameFormat = nameFormat
            self.friendlyName = friendlyName
        }

        /// The kind of the value; never the name.
        package var description: String { "RequestedAttribute" }
    }
}

extension SAML.Attribute {
    /// The URIs of `NameFormat` that SAML Core, section 8.2, defines.
    package enum NameFormat {
        /// The parties agree on the interpretation of the name.
        package static let unspecified = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"
        /// The name is a URI reference.
        package static let uri = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri"
        /// The name is from the set of values of `xs:Name`.
        package static let basic = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
    }
}
