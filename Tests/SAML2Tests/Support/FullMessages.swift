/// A message of each kind with every element and attribute that is read.
enum FullMessage {
    static let response = MessageTree(
        "samlp:Response",
        [
            "xmlns:samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
            "xmlns:saml": "urn:oasis:names:tc:SAML:2.0:assertion",
            "xmlns:ds": "http://www.w3.org/2000/09/xmldsig#",
            "xmlns:xs": "http://www.w3.org/2001/XMLSchema",
            "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
            "ID": "_response", "Version": "2.0", "IssueInstant": "2026-01-15T11:59:57Z",
            "InResponseTo": "_request", "Destination": "https://sp.example/acs",
            "Consent": "urn:oasis:names:tc:SAML:2.0:consent:obtained",
        ],
        [
            issuer, signature,
            MessageTree("samlp:Extensions", [MessageTree("saml:Advice")]),
            MessageTree(
                "samlp:Status",
                [
                    MessageTree(
                        "samlp:StatusCode", ["Value": "urn:outer"],
                        [
                            MessageTree(
                                "samlp:StatusCode", ["Value": "urn:middle"],
                                [MessageTree("samlp:StatusCode", ["Value": "urn:inner"])])
                        ]),
                    MessageTree("samlp:StatusMessage", text: "a status message"),
                    MessageTree("samlp:StatusDetail", text: "a detail"),
                ]),
            assertion,
            MessageTree("saml:EncryptedAssertion", text: "encrypted"),
        ])

    static let query = MessageTree(
        "samlp:AttributeQuery",
        [
            "xmlns:samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
            "xmlns:saml": "urn:oasis:names:tc:SAML:2.0:assertion",
            "xmlns:ds": "http://www.w3.org/2000/09/xmldsig#",
            "ID": "_query", "Version": "2.0", "IssueInstant": "2026-01-15T11:59:50Z",
            "Destination": "https://idp.example/query",
            "Consent": "urn:oasis:names:tc:SAML:2.0:consent:prior",
        ],
        [
            issuer, signature, MessageTree("samlp:Extensions", text: "extended"), subject,
            MessageTree("saml:Attribute", ["Name": "uid", "NameFormat": "urn:format"]),
            MessageTree(
                "saml:Attribute", ["Name": "rating", "FriendlyName": "Rating"],
                [MessageTree("saml:AttributeValue", text: "tv-14")]),
        ])

    static let assertion = MessageTree(
        "saml:Assertion",
        ["ID": "_assertion", "Version": "2.0", "IssueInstant": "2026-01-15T11:59:58Z"],
        [
            issuer, signature, subject, conditions,
            MessageTree("saml:Advice", text: "advice"),
            MessageTree(
                "saml:AuthnStatement",
                [
                    "AuthnInstant": "2026-01-15T09:00:00Z", "SessionIndex": "_session",
                    "SessionNotOnOrAfter": "2026-01-15T21:00:00Z",
                ],
                [
                    MessageTree("saml:SubjectLocality", ["Address": "192.0.2.1"]),
                    MessageTree(
                        "saml:AuthnContext",
                        [
                            MessageTree("saml:AuthnContextClassRef", text: "urn:password"),
                            MessageTree("saml:AuthnContextDecl", text: "declaration"),
                            MessageTree("saml:AuthnContextDeclRef", text: "urn:declaration"),
                            MessageTree("saml:AuthenticatingAuthority", text: "urn:authority"),
                        ]),
                ]),
            attributeStatement,
            MessageTree("saml:AuthzDecisionStatement", ["Decision": "Deny"]),
            MessageTree("saml:Statement", ["xsi:type": "xs:anyType"]),
        ])

    private static let issuer = MessageTree("saml:Issuer", text: "https://idp.example/saml")

    private static let signature = MessageTree("ds:Signature", [MessageTree("ds:SignedInfo")])

    private static let subject = MessageTree(
        "saml:Subject",
        [
            nameID("subscriber"),
            MessageTree(
                "saml:SubjectConfirmation", ["Method": "urn:oasis:names:tc:SAML:2.0:cm:bearer"],
                [
                    nameID("confirmer"),
                    MessageTree(
                        "saml:SubjectConfirmationData",
                        [
                            "NotBefore": "2026-01-15T11:58:00Z",
                            "NotOnOrAfter": "2026-01-15T12:05:00Z",
                            "Recipient": "https://sp.example/acs", "InResponseTo": "_request",
                            "Address": "192.0.2.2",
                        ]),
                ]),
            MessageTree("saml:SubjectConfirmation", ["Method": "urn:other"]),
        ])

    private static func nameID(_ name: String) -> MessageTree {
        MessageTree(
            "saml:NameID",
            ["Format": "urn:format", "NameQualifier": "urn:idp", "SPNameQualifier": "urn:sp"],
            text: name)
    }

    private static let conditions = MessageTree(
        "saml:Conditions",
        ["NotBefore": "2026-01-15T11:59:00Z", "NotOnOrAfter": "2026-01-15T12:10:00Z"],
        [
            MessageTree(
                "saml:AudienceRestriction",
                [
                    MessageTree("saml:Audience", text: "https://sp.example/saml"),
                    MessageTree("saml:Audience", text: " https://other.example/saml\n"),
                ]),
            MessageTree(
                "saml:AudienceRestriction",
                [MessageTree("saml:Audience", text: "https://sp.example/saml")]),
            MessageTree("saml:OneTimeUse"),
            MessageTree(
                "saml:ProxyRestriction", ["Count": "1"],
                [MessageTree("saml:Audience", text: "https://proxy.example/saml")]),
            MessageTree("saml:Condition", ["xsi:type": "xs:anyType"]),
        ])

    private static let attributeStatement = MessageTree(
        "saml:AttributeStatement",
        [
            MessageTree(
                "saml:Attribute",
                ["Name": "uid", "NameFormat": "urn:format", "FriendlyName": "User"],
                [MessageTree("saml:AttributeValue", ["xsi:type": "xs:string"], text: "u-1")]),
            MessageTree("saml:EncryptedAttribute", text: "encrypted"),
            MessageTree(
                "saml:Attribute", ["Name": "rating"],
                [
                    MessageTree("saml:AttributeValue", text: "tv-14"),
                    MessageTree("saml:AttributeValue", ["xsi:nil": "true"]),
                ]),
        ])
}
