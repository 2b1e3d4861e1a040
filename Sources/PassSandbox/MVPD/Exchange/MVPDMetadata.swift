internal import PayloadCoding

extension SimulatedMVPD {
    /// Its SAML metadata: who it is, with which keys it signs, and where it answers.
    var metadata: String {
        let keys = [key, p256Key].map { key in
            let certificate = ElementMarkup(
                "ds:X509Certificate", text: Base64.text(key.certificate))
            let info = ElementMarkup(
                "ds:KeyInfo", [("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#")],
                [ElementMarkup("ds:X509Data", [], [certificate])])
            return ElementMarkup("md:KeyDescriptor", [("use", "signing")], [info])
        }
        let protocols = [
            ("protocolSupportEnumeration", "urn:oasis:names:tc:SAML:2.0:protocol")
        ]
        let persistent = ElementMarkup(
            "md:NameIDFormat", text: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
        let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"
        let signOn = ElementMarkup(
            "md:SingleSignOnService",
            [("Binding", bindings + "HTTP-Redirect"), ("Location", entityID + "/sign-in")])
        let attributes = ElementMarkup(
            "md:AttributeService",
            [("Binding", bindings + "SOAP"), ("Location", attributeService)])
        return ElementMarkup(
            "md:EntityDescriptor",
            [
                ("xmlns:md", "urn:oasis:names:tc:SAML:2.0:metadata"), ("entityID", entityID),
            ],
            [
                ElementMarkup("md:IDPSSODescriptor", protocols, keys + [persistent, signOn]),
                ElementMarkup(
                    "md:AttributeAuthorityDescriptor", protocols, keys + [attributes, persistent]),
            ]
        ).text(.indented) + "\n"
    }
}
