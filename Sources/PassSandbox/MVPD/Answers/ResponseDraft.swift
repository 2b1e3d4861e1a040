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
    func response(around assertion: String?) -> Markup {
        Markup(
            "samlp:Response",
            [
                ("xmlns:samlp", "urn:oasis:names:tc:SAML:2.0:protocol"),
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"), ("ID", id),
                ("InResponseTo", inResponseTo), ("Version", SAML.version),
                ("IssueInstant", now.description),
                ("Destination", SandboxServiceProvider.assertionConsumer),
            ],
            [Markup("saml:Issuer", text: issuer), status]
                + (assertion.map { [Markup(written: $0)] } ?? []))
    }

    private var status: Markup {
        let prefix = "urn:oasis:names:tc:SAML:2.0:status:"
        guard style == .statusNotSuccess else {
            return Markup(
                "samlp:Status", [],
                [Markup("samlp:StatusCode", [("Value", SAML.StatusCode.success)])])
        }
        return Markup(
            "samlp:Status", [],
            [
                Markup(
                    "samlp:StatusCode", [("Value", prefix + "Responder")],
                    [Markup("samlp:StatusCode", [("Value", prefix + "UnknownPrincipal")])]),
                Markup("samlp:StatusMessage", text: "The subscriber is unknown."),
            ])
    }

    /// The assertion, which declares all the namespaces it uses.
    var assertion: Markup {
        Markup(
            "saml:Assertion",
            [
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"), ("ID", assertionID),
                ("Version", SAML.version), ("IssueInstant", now.description),
            ],
            [
                Markup("saml:Issuer", text: issuer), subject, conditions, authnStatement,
                attributeStatement,
            ].compactMap(\.self))
    }

    private var subject: Markup {
        Markup(
            "saml:Subject", [],
            [
                Markup(
                    "saml:NameID",
                    [
                        ("Format", "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"),
                        ("SPNameQualifier", SandboxServiceProvider.entityID),
                    ], text: subscriber?.userID ?? ""),
                Markup(
                    "saml:SubjectConfirmation", [("Method", SAML.SubjectConfirmation.bearer)],
                    [
                        Markup(
                            "saml:SubjectConfirmationData",
                            [
                                ("InResponseTo", inResponseTo),
                                ("NotOnOrAfter", notOnOrAfter.description),
                                ("Recipient", SandboxServiceProvider.assertionConsumer),
                            ])
                    ]),
            ])
    }

    private var conditions: Markup {
        Markup(
            "saml:Conditions",
            [("NotBefore", notBefore.description), ("NotOnOrAfter", notOnOrAfter.description)],
            [Markup("saml:AudienceRestriction", [], [Markup("saml:Audience", text: audience)])])
    }

    private var authnStatement: Markup {
        let password = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
        return Markup(
            "saml:AuthnStatement",
            [("AuthnInstant", notBefore.description), ("SessionIndex", assertionID)],
            [
                Markup(
                    "saml:AuthnContext", [],
                    [Markup("saml:AuthnContextClassRef", text: password)])
            ])
    }

    /// The requested attributes that exist; `nil` when there are none, as an empty statement is
    /// against the schema.
    private var attributeStatement: Markup? {
        guard style != .missingAttributes, let subscriber else { return nil }
        let known = subscriber.samlAttributes
        let names = attributeNames.isEmpty ? known.keys.sorted() : attributeNames
        let attributes = names.compactMap { name in
            known[name].map { values in
                Markup(
                    "saml:Attribute",
                    [
                        ("Name", name),
                        ("NameFormat", "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"),
                    ], values.map { Markup("saml:AttributeValue", text: $0) })
            }
        }
        return attributes.isEmpty ? nil : Markup("saml:AttributeStatement", [], attributes)
    }
}
