internal import PayloadCoding

extension SimulatedMVPD {
    /// Its SAML metadata: who it is, with which keys it signs, and where it answers.
    var metadata: String {
        let keys = [key, p256Key].map { key in
            let certificate = Markup("ds:X509Certificate", text: Base64.text(key.certificate))
            let info = Markup(
                "ds:KeyInfo", [("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#")],
                [Markup("ds:X509Data", [], [certificate])])
            return Markup("md:KeyDescriptor", [("use", "signing")], [info])
        }
        let protocols = [
            ("protocolSupportEnumeration", "urn:oasis:names:tc:SAML:2.0:protocol")
        ]
        let persistent = Markup(
            "md:NameIDFormat", text: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
        let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"
        let signOn = Markup(
            "md:SingleSignOnService",
            [("Binding", bindings + "HTTP-Redirect"), ("Location", entityID + "/sign-in")])
        let attributes = Markup(
            "md:AttributeService",
            [("Binding", bindings + "SOAP"), ("Location", attributeService)])
        return Markup(
            "md:EntityDescriptor",
            [
                ("xmlns:md", "urn:oasis:names:tc:SAML:2.0:metadata"), ("entityID", entityID),
            ],
            [
                Markup("md:IDPSSODescriptor", protocols, keys + [persistent, signOn]),
                Markup(
                    "md:AttributeAuthorityDescriptor", protocols, keys + [attributes, persistent]),
            ]
        ).text(.indented) + "\n"
    }
}
