/// Responses made up for one test, in the fewest elements that are accepted.
package enum HandmadeMessage {
    /// A response with one assertion.
    package static func response(
        attributes: String = attribute("uid", "u-1"), signature: String = "",
        issuer: String = "https://idp.example", conditions: String = "",
        subject: String = "", statements: String = ""
    ) -> String {
        let assertion =
            "<saml:Assertion ID=\"_a\" Version=\"2.0\"><saml:Issuer>\(issuer)</saml:Issuer>"
            + signature + subject + conditions
            + "<saml:AttributeStatement>\(attributes)</saml:AttributeStatement>" + statements
            + "</saml:Assertion>"
        return response(body: assertion, issuer: issuer)
    }

    /// A successful response with this after its status.
    package static func response(
        body: String, issuer: String = "https://idp.example", rootSignature: String = ""
    ) -> String {
        "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" "
            + "xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" "
            + "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\" ID=\"_r\" Version=\"2.0\">"
            + "<saml:Issuer>\(issuer)</saml:Issuer>\(rootSignature)<samlp:Status><samlp:StatusCode "
            + "Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/></samlp:Status>"
            + body + "</samlp:Response>"
    }

    /// An `Attribute` with one value, taken as it is.
    package static func attribute(_ name: String, _ value: String) -> String {
        "<saml:Attribute Name=\"\(name)\"><saml:AttributeValue>\(value)</saml:AttributeValue>"
            + "</saml:Attribute>"
    }

    /// A `Signature` that nobody could verify, with these bytes in its parts.
    package static func signature(
        signedInfo: String = "", value: String = "AAAA", keyName: String = "k"
    ) -> String {
        "<ds:Signature><ds:SignedInfo>\(signedInfo)"
            + "<ds:CanonicalizationMethod Algorithm=\"urn:example:canonicalization\"/>"
            + "<ds:SignatureMethod Algorithm=\"urn:example:signature\"/>"
            + "<ds:Reference URI=\"#_a\"><ds:DigestMethod Algorithm=\"urn:example:digest\"/>"
            + "<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference></ds:SignedInfo>"
            + "<ds:SignatureValue>\(value)</ds:SignatureValue>"
            + "<ds:KeyInfo><ds:KeyName>\(keyName)</ds:KeyName></ds:KeyInfo></ds:Signature>"
    }
}
