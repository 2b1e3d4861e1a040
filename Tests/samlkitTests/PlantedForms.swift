import Foundation
import TestSupport
import XMLSecurity

/// One value in every form in which a message can say something about its subject.
enum PlantedForms {
    /// What redaction promises to replace, by where it is planted.
    static let places = [
        "value", "second", "comment", "cdata", "reference", "markup", "markup-attribute",
        "markup-name", "markup-namespace", "issuer-in-value", "name-id-in-value", "hash-like",
        "name-id", "confirming", "qualifier", "sp-qualifier", "provided-id", "extension",
        "extension-attribute", "extension-audience", "address", "session", "declaration", "advice",
        "foreign-attribute", "status-message", "status-detail",
    ]

    private static func planted(_ place: String) -> String { Secret.planted(place) }

    /// The text with a reference in place of each character.
    private static func referenced(_ text: String) -> String {
        text.utf8.enumerated().map { number, byte in
            number % 2 == 0 ? "&#\(byte);" : "&#x\(String(byte, radix: 16));"
        }.joined()
    }

    /// The values of an attribute each.
    private static var values: [String] {
        [
            "\(planted("value"))</saml:AttributeValue><saml:AttributeValue>\(planted("second"))",
            "a<!--\(planted("comment"))-->b<?p \(planted("comment"))?>",
            "<![CDATA[\(planted("cdata"))]]>", referenced(planted("reference")),
            "<b ID=\"\(planted("markup-attribute"))\">\(planted("markup"))</b>",
            "<\(planted("markup-name")) \(planted("markup-name"))=\"\"/>",
            "<b xmlns=\"urn:\(planted("markup-namespace"))\"/>",
            "<saml:Issuer>\(planted("issuer-in-value"))</saml:Issuer>",
            "<saml:NameID Format=\"urn:f\">\(planted("name-id-in-value"))</saml:NameID>",
            "hmac:\(planted("hash-like"))",
        ]
    }

    private static var assertion: AssertionFixture {
        var assertion = AssertionFixture()
        assertion.nameID = nil
        assertion.subjectXML = FixtureXML.element(
            "saml:NameID",
            [
                ("NameQualifier", planted("qualifier")),
                ("SPNameQualifier", planted("sp-qualifier")),
                ("SPProvidedID", planted("provided-id")),
            ], planted("name-id"))
        assertion.attributes = []
        assertion.trailerXML = """
            <saml:AuthnStatement AuthnInstant="\(ResponseFixture.now)" \
            SessionIndex="\(planted("session"))">\
            <saml:SubjectLocality Address="\(planted("address"))"/><saml:AuthnContext>\
            <saml:AuthnContextDecl>\(planted("declaration"))</saml:AuthnContextDecl>\
            </saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>
            """
        for (number, value) in values.enumerated() {
            assertion.trailerXML += """
                <saml:Attribute xmlns:x="urn:x" Name="a\(number)" \
                x:origin="\(planted("foreign-attribute"))">\
                <saml:AttributeValue>\(value)</saml:AttributeValue></saml:Attribute>
                """
        }
        assertion.trailerXML += "</saml:AttributeStatement>"
        return assertion
    }

    /// The response; a failure has the provider's message instead of an assertion.
    static func response(audience: String = ResponseFixture.audience, fails: Bool = false) -> String
    {
        var assertion = assertion
        assertion.audienceRestrictions = [[audience]]
        var response = ResponseFixture(assertions: fails ? [] : [assertion])
        if fails { response.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"] }
        let extensions = """
            </saml:Issuer><samlp:Extensions><x:e xmlns:x="urn:x" \
            Name="\(planted("extension-attribute"))">\(planted("extension"))\
            <saml:Audience>\(planted("extension-audience"))</saml:Audience></x:e>\
            <saml:Audience>\(planted("extension-audience"))</saml:Audience></samlp:Extensions>\
            <samlp:Status>
            """
        let confirming = "<saml:NameID>\(planted("confirming"))</saml:NameID>"
        let advice = "<saml:Advice><x xmlns=\"urn:x\">\(planted("advice"))</x></saml:Advice>"
        let words = """
            <samlp:StatusMessage>\(planted("status-message"))</samlp:StatusMessage>\
            <samlp:StatusDetail><x xmlns="urn:x">\(planted("status-detail"))</x>\
            </samlp:StatusDetail></samlp:Status>
            """
        return response.xml
            .replacing("</saml:Issuer><samlp:Status>", with: extensions)
            .replacing("bearer\"><saml:Sub", with: "bearer\">\(confirming)<saml:Sub")
            .replacing("</saml:Conditions>", with: "</saml:Conditions>\(advice)")
            .replacing("</samlp:Status>", with: fails ? words : "</samlp:Status>")
    }

    /// A message of each fate, each in another packaging.
    static func captures() throws -> [(name: String, bytes: [UInt8])] {
        let accepted = try response().signing("_assertion")
        let failure = response(fails: true)
        let base64 = Data(accepted.utf8).base64EncodedString()
        let escaped = Data(response().utf8).base64EncodedString()
            .replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        let end = "</samlp:Response>"
        let encrypted = try response().signing("_assertion").encrypting("saml:Assertion")
        let other = try EncryptedFixture(method: .aes128GCM).forOther(response())
        let secret = Secret.marker
        let har = """
            {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{\
            "startedDateTime":"\(ResponseFixture.now)","time":1,"request":{"method":"POST",\
            "url":"https://\(secret):\(secret)@sp.example/acs?x=\(secret)","httpVersion":"HTTP/1.1",\
            "cookies":[{"name":"c","value":"\(secret)"}],"headers":[\
            {"name":"Cookie","value":"c=\(secret)"}],"queryString":[],"postData":{\
            "mimeType":"application/x-www-form-urlencoded",\
            "text":"RelayState=\(secret)&SAMLResponse=\(escaped)"},"headersSize":1,"bodySize":1},\
            "response":{"status":200,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],\
            "headers":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":1,\
            "bodySize":1},"cache":{},"timings":{}}]}}
            """
        return [
            ("accepted.xml", Array(accepted.utf8)), ("accepted.b64", Array(base64.utf8)),
            (
                "rejected.xml",
                Array(try response(audience: "https://other.example/").signing("_assertion").utf8)
            ),
            ("tampered.xml", Array(try accepted.changing("Name=\"a0\"", to: "Name=\"b0\"").utf8)),
            ("failed.xml", Array(failure.utf8)), ("unsigned.xml", Array(response().utf8)),
            ("wide.xml", Array(response().data(using: .utf16) ?? Data())),
            ("har.har", Array(har.utf8)), ("encrypted.xml", Array(encrypted.utf8)),
            ("sealed.xml", Array(other.utf8)),
            (
                "line.log",
                Array("12:00:00 user=\(secret) SAMLResponse=\(base64) by=\(secret)\n".utf8)
            ),
            (
                "broken.log",
                Array("SAMLResponse=\(base64.dropLast(400))!!\(base64.suffix(300))\n".utf8)
            ),
            ("malformed.xml", Array(accepted.replacing(end, with: "</samlp:Respons>").utf8)),
            ("cut.xml", Array(accepted.replacing(end, with: "").utf8)),
            ("entity.xml", Array("<!DOCTYPE r [<!ENTITY a 'b'>]>\(accepted)".utf8)),
            (
                "invalid.xml",
                Array(
                    try accepted.changing("<saml:Subject>", to: "<saml:Subject/><saml:Subject>")
                        .utf8)
            ),
        ]
    }
}

extension EncryptedFixture {
    /// A message with its assertion encrypted to somebody else.
    fileprivate func forOther(_ message: String) throws -> String {
        var fixture = self
        fixture.recipient = .other
        return try message.encrypting("saml:Assertion", by: fixture)
    }
}
