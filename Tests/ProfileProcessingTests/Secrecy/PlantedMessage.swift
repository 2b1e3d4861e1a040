import SAML2
import TestSupport
import XMLCore
import XMLSecurity

/// A signed response with a secret wherever a sender can put a text.
enum PlantedMessage {
    /// The response, which `key` signed; only issuers, instants and algorithms hold no secret.
    static func bytes(signedBy key: SigningKey) throws -> [UInt8] {
        var response = ResponseFixture(assertions: [assertion])
        response.id = "_" + Secret.planted("response-id")
        response.inResponseTo = "_" + Secret.planted("request")
        response.destination = "https://sp.example/" + Secret.planted("destination")
        response.trailerXML = FixtureXML.text(
            "saml:EncryptedAssertion", Secret.planted("encrypted"))
        let signer = EnvelopedSigner(key: key)
        let issuer = XML.QualifiedName("Issuer", in: .assertion)
        let signed = try signer.signing(
            "_" + Secret.planted("assertion-id"), in: Array(response.xml.utf8), after: issuer)
        let keyInfo = FixtureXML.element(
            "ds:KeyInfo", [], FixtureXML.text("ds:KeyName", Secret.planted("key-name")))
        return Array(
            String(decoding: signed, as: UTF8.self)
                .replacing("</ds:Signature>", with: keyInfo + "</ds:Signature>").utf8)
    }

    private static var assertion: AssertionFixture {
        var assertion = AssertionFixture(id: "_" + Secret.planted("assertion-id"))
        assertion.nameID = Secret.planted("name-id")
        assertion.attributes = [
            ("uid", [Secret.planted("value"), ""]),
            (Secret.planted("attribute"), [Secret.planted("another-value")]),
        ]
        assertion.audienceRestrictions = [[ResponseFixture.audience, Secret.planted("audience")]]
        assertion.confirmations[0].recipient = "https://sp.example/" + Secret.planted("recipient")
        assertion.confirmations[0].inResponseTo = "_" + Secret.planted("confirmed")
        assertion.trailerXML = """
            <!-- \(Secret.planted("comment")) --><?pi \(Secret.planted("instruction"))?>\
            <saml:AttributeStatement><saml:Attribute Name="xml"><saml:AttributeValue>\
            <p:x xmlns:p="urn:p" p:a="\(Secret.planted("xml-attribute"))">\
            <![CDATA[\(Secret.planted("cdata"))]]></p:x></saml:AttributeValue></saml:Attribute>\
            </saml:AttributeStatement><saml:AuthnStatement \
            AuthnInstant="2026-01-15T11:59:00Z" SessionIndex="\(Secret.planted("session"))">\
            <saml:AuthnContext><saml:AuthnContextClassRef>\(Secret.planted("class"))\
            </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
            """
        return assertion
    }

    /// An attribute query with secrets.
    static let query = Array(
        """
        <samlp:AttributeQuery xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
        xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_\(Secret.planted("query-id"))" \
        Version="2.0" IssueInstant="\(ResponseFixture.now)">\
        <saml:Issuer>https://sp.example/saml</saml:Issuer>\
        <saml:Subject><saml:NameID>\(Secret.planted("name-id"))</saml:NameID></saml:Subject>\
        <saml:Attribute Name="\(Secret.planted("attribute"))"/></samlp:AttributeQuery>
        """.utf8)

    /// A response that reports a failure, with secrets in what it says about it.
    static let failure = Array(
        """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
        ID="_\(Secret.planted("response-id"))" Version="2.0"><samlp:Status>\
        <samlp:StatusCode Value="\(Secret.planted("status"))"/>\
        <samlp:StatusMessage>\(Secret.planted("status-message"))</samlp:StatusMessage>\
        </samlp:Status></samlp:Response>
        """.utf8)
}
