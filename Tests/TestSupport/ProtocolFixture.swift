/// Messages of every kind that is shown and not judged, and the wrappers that carry messages.
public enum ProtocolFixture {
    private static let namespaces =
        #"xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" "#
        + #"xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#
    private static let metadata = #"xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata""#

    /// A message of the protocol.
    public static func message(
        _ name: String, _ attributes: String = "", _ content: String, id: String = "_message"
    ) -> String {
        "<samlp:\(name) \(namespaces) ID=\"\(id)\" Version=\"2.0\" "
            + "IssueInstant=\"\(ResponseFixture.now)\" \(attributes)>"
            + "<saml:Issuer>\(ResponseFixture.audience)</saml:Issuer>\(content)</samlp:\(name)>"
    }

    private static let success =
        #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>"#
        + "</samlp:Status>"

    /// A request for a sign-on in a browser.
    public static let authnRequest = message(
        "AuthnRequest",
        #"Destination="https://idp.example/sso" ForceAuthn="true" "#
            + #"AssertionConsumerServiceURL="https://sp.example/acs""#,
        #"<samlp:NameIDPolicy Format="urn:transient" AllowCreate="true"/>"#
            + #"<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>"#
            + "urn:password</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>",
        id: ResponseFixture.request)

    /// A request to end two sessions.
    public static let logoutRequest = message(
        "LogoutRequest", #"NotOnOrAfter="2026-01-15T12:05:00Z""#,
        "<saml:NameID>subscriber-1</saml:NameID><samlp:SessionIndex>_s1</samlp:SessionIndex>"
            + "<samlp:SessionIndex>_s2</samlp:SessionIndex>")

    /// The answer to a request to end a session.
    public static let logoutResponse = message(
        "LogoutResponse", #"InResponseTo="_logout" Destination="https://sp.example/slo""#, success)

    /// A request for the message that an artifact stands for.
    public static let artifactResolve = message(
        "ArtifactResolve", #"Destination="https://idp.example/artifact""#,
        "<samlp:Artifact>AAQAAA==</samlp:Artifact>")

    /// An answer that carries a message, or none.
    public static func artifactResponse(_ content: String, id: String = "_resolved") -> String {
        message(
            "ArtifactResponse", #"InResponseTo="_resolve""#, success + content, id: id)
    }

    /// An assertion outside any response.
    public static let assertion = AssertionFixture().xml.replacing(
        "<saml:Assertion ", with: "<saml:Assertion \(namespaces) ")

    /// Metadata of two entities.
    public static let entities =
        "<md:EntitiesDescriptor \(metadata) ID=\"_metadata\">"
        + #"<md:EntityDescriptor entityID="https://idp.example/saml"><md:IDPSSODescriptor "#
        + #"protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">"#
        + #"<md:KeyDescriptor use="signing"/><md:KeyDescriptor/></md:IDPSSODescriptor>"#
        + "</md:EntityDescriptor>"
        + #"<md:EntityDescriptor entityID="https://sp.example/saml"><md:SPSSODescriptor/>"#
        + "</md:EntityDescriptor></md:EntitiesDescriptor>"

    /// A message of each kind that is not judged, by the name of its kind in records.
    public static let unjudged: KeyValuePairs = [
        "authnRequest": authnRequest, "logoutRequest": logoutRequest,
        "logoutResponse": logoutResponse, "artifactResolve": artifactResolve,
        "artifactResponse": artifactResponse(""), "assertion": assertion, "metadata": entities,
    ]

    /// A SOAP envelope, version 1.1 unless given.
    public static func soap(
        _ body: String, header: String = "",
        namespace: String = "http://schemas.xmlsoap.org/soap/envelope/"
    ) -> String {
        let header = header.isEmpty ? "" : "<s:Header>\(header)</s:Header>"
        return "<s:Envelope xmlns:s=\"\(namespace)\" xmlns:unused=\"urn:unused\">\(header)"
            + "<s:Body>\(body)</s:Body></s:Envelope>"
    }
}
