internal import Foundation

/// A HAR of ten sign-ons in a browser, some of which fail, with calls between their messages.
///
/// The first six go well, of which the fifth and sixth overlap; the seventh is refused, the eighth is for another audience
/// and address than asked, the ninth has no answer and the tenth two. After them comes a response to a request that is not
/// there.
public enum SignOnFixture {
    /// A code in a path and a token in a query, which must not be shown.
    public static let secrets = ["8ER640M", "s3cr3t-token"]
    /// The subject of a sign-on, from 0.
    public static func subject(_ number: Int) -> String { "subscriber-\(number)" }

    /// The capture.
    public static let har: [UInt8] = {
        var entries: [String] = []
        for number in 0..<10 {
            if number != 5 { entries += beginning(number) }
            if number == 4 { entries += beginning(5) }
            switch number {
            case 6: entries.append(answer(6, status: "Responder"))
            case 7: entries.append(answer(7, audience: "https://other.example/saml"))
            case 8: break
            case 9: entries += [answer(9), answer(9, id: "_second")]
            default: entries.append(answer(number))
            }
        }
        entries.append(answer(77))
        return Array(
            #"{"log":{"version":"1.2","creator":{"name":"fixture","version":"1"},"entries":[\#n"#
                .utf8
        ) + Array((entries.enumerated().map(timed).joined(separator: ",\n") + "\n]}}\n").utf8)
    }()

    private static func beginning(_ number: Int) -> [String] {
        let host = number == 7 ? "other.example" : "sp.example"
        let request = ProtocolFixture.message(
            "AuthnRequest", #"AssertionConsumerServiceURL="https://\#(host)/acs""#, "",
            id: "_request\(number)")
        return [
            entry("POST", "https://idp.example/sso", form("SAMLRequest", request)),
            entry("GET", "https://user:pw@idp.example/session/\(secrets[0])/step?t=\(secrets[1])"),
        ]
    }

    private static func answer(
        _ number: Int, id: String? = nil, status: String = "Success",
        audience: String = ResponseFixture.audience
    ) -> String {
        var assertion = AssertionFixture()
        assertion.nameID = subject(number)
        assertion.audienceRestrictions = [[audience]]
        assertion.confirmations[0].inResponseTo = "_request\(number)"
        var response = ResponseFixture(assertions: status == "Success" ? [assertion] : [])
        response.id = id ?? "_response\(number)"
        response.inResponseTo = "_request\(number)"
        response.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:\(status)"]
        return entry("POST", "https://sp.example/acs", form("SAMLResponse", response.xml))
    }

    private static func form(_ name: String, _ xml: String) -> String {
        let text = Data(xml.utf8).base64EncodedString()
            .replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        return "\(name)=\(text)"
    }

    private static func entry(_ method: String, _ url: String, _ form: String = "") -> String {
        let body =
            form.isEmpty
            ? ""
            : #","postData":{"mimeType":"application/x-www-form-urlencoded","text":"\#(form)"}"#
        return #""request":{"method":"\#(method)","url":"\#(url)","headers":[]\#(body)},"#
            + #""response":{"status":200,"headers":[],"content":{"mimeType":"text/html","text":""}}}"#
    }

    /// A call each two and a half seconds.
    private static func timed(_ number: Int, _ entry: String) -> String {
        let milliseconds = number * 2_500
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: count - text.count) + text
        }
        return #"{"startedDateTime":"2026-01-15T12:\#(digits(milliseconds / 60_000, 2)):"#
            + "\(digits(milliseconds / 1000 % 60, 2)).\(digits(milliseconds % 1000, 3))Z\",\"time\":40,"
            + entry
    }
}
