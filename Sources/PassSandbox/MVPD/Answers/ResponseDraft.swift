internal import SAML2

/// The content of a response before signing.
struct ResponseDraft {
    let id: String
    let assertionID: String
    let inResponseTo: String
    let issuer: String
    let now: SAML.Instant
    let style: ResponseStyle
    let subscriber: SandboxConfiguration.Subscriber?
    let attributeNames: [String]

    /// The beginning of the validity: a little early, because clocks differ.
    private var notBefore: SAML.Instant {
        now.advanced(bySeconds: style == .expired ? -2 * 3600 : -30)
    }

    private var notOnOrAfter: SAML.Instant {
        now.advanced(bySeconds: style == .expired ? -3600 : 10 * 60)
    }

    private var audience: String {
        style == .wrongAudience ? "https://other.example.com/saml" : SandboxServiceProvider.entityID
    }

    /// The response around its assertion.
    ///
    /// - Parameter assertion: The assertion, or what it was encrypted to; `nil` leaves it out.
    /// - Returns: The element.
    func response(around assertion: String?) -> ElementMarkup {
        ElementMarkup(
            "samlp:Response",
            [
                ("xmlns:samlp", "urn:oasis:names:tc:SAML:2.0:protocol"),
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"), ("ID", id),
                ("InResponseTo", inResponseTo), ("Version", SAML.version),
                ("IssueInstant", now.description),
                ("Destination", SandboxServiceProvider.assertionConsumer),
            ],
            [ElementMarkup("saml:Issuer", text: issuer), status]
                + (assertion.map { [ElementMarkup(written: $0)] } ?? []))
    }

    private var status: ElementMarkup {
        let prefix = "urn:oasis:names:tc:SAML:2.0:status:"
        guard style == .statusNotSuccess else {
            return ElementMarkup(
                "samlp:Status", [],
                [ElementMarkup("samlp:StatusCode", [("Value", SAML.StatusCode.success)])])
        }
        return ElementMarkup(
            "samlp:Status", [],
            [
                ElementMarkup(
                    "samlp:StatusCode", [("Value", prefix + "Responder")],
                    [ElementMarkup("samlp:StatusCode", [("Value", prefix + "UnknownPrincipal")])]),
                ElementMarkup("samlp:StatusMessage", text: "The subscriber is unknown."),
            ])
    }

    /// The assertion, which declares all the namespaces it uses.
    var assertion: ElementMarkup {
        ElementMarkup(
            "saml:Assertion",
            [
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"), ("ID", assertionID),
                ("Version", SAML.version), ("IssueInstant", now.description),
            ],
            [
                ElementMarkup("saml:Issuer", text: issuer), subject, conditions, authnStatement,
                attributeStatement,
            ].compactMap(\.self))
    }

    private var subject: ElementMarkup {
        ElementMarkup(
            "saml:Subject", [],
            [
                ElementMarkup(
                    "saml:NameID",
                    [
                        ("Format", "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"),
                        ("SPNameQualifier", SandboxServiceProvider.entityID),
                    ], text: subscriber?.userID ?? ""),
                ElementMarkup(
                    "saml:SubjectConfirmation", [("Method", SAML.SubjectConfirmation.bearer)],
                    [
                        ElementMarkup(
                            "saml:SubjectConfirmationData",
                            [
                                ("InResponseTo", inResponseTo),
                                ("NotOnOrAfter", notOnOrAfter.description),
                                ("Recipient", SandboxServiceProvider.assertionConsumer),
                            ])
                    ]),
            ])
    }

    private var conditions: ElementMarkup {
        ElementMarkup(
            "saml:Conditions",
            [("NotBefore", notBefore.description), ("NotOnOrAfter", notOnOrAfter.description)],
            [
                ElementMarkup(
                    "saml:AudienceRestriction", [], [ElementMarkup("saml:Audience", text: audience)]
                )
            ])
    }

    private var authnStatement: ElementMarkup {
        let password = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
        return ElementMarkup(
            "saml:AuthnStatement",
            [("AuthnInstant", notBefore.description), ("SessionIndex", assertionID)],
            [
                ElementMarkup(
                    "saml:AuthnContext", [],
                    [ElementMarkup("saml:AuthnContextClassRef", text: password)])
            ])
    }

    /// The requested attributes that exist; `nil` when there are none, as an empty statement is
    /// against the schema.
    private var attributeStatement: ElementMarkup? {
        guard style != .missingAttributes, let subscriber else { return nil }
        let known = subscriber.samlAttributes
        let names = attributeNames.isEmpty ? known.keys.sorted() : attributeNames
        let attributes = names.compactMap { name in
            known[name].map { values in
                ElementMarkup(
                    "saml:Attribute",
                    [
                        ("Name", name),
                        ("NameFormat", "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"),
                    ], values.map { ElementMarkup("saml:AttributeValue", text: $0) })
            }
        }
        return attributes.isEmpty ? nil : ElementMarkup("saml:AttributeStatement", [], attributes)
    }
}
