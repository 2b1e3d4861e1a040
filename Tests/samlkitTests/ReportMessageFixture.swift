import Foundation
import TestSupport
import XCTest

/// Pages with messages, and what is in them.
enum ReportMessageFixture {
    /// The messages of a page, as its script reads them.
    static func messages(of page: String) throws -> [JSONTree] {
        let start = "<script type=\"application/json\" id=\"data\">"
        let rest = try XCTUnwrap(page.range(of: start)).upperBound
        let end = try XCTUnwrap(page.range(of: "</script>", range: rest..<page.endIndex))
        let data = String(page[rest..<end.lowerBound])
        return try XCTUnwrap(JSONTree(parsing: data.utf8).elements)
    }

    /// Every command that is printed on a page, of messages and of examples.
    static func commands(of page: String) throws -> [String] {
        let ofMessages = try messages(of: page).flatMap {
            ($0["commands"]?.elements ?? []).compactMap(\.string)
        }
        let mark = "<code class=\"command\">"
        let ofExamples = page.components(separatedBy: mark).dropFirst().map { part in
            part.components(separatedBy: "</code>")[0]
                .replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
        }
        return ofMessages + ofExamples
    }

    /// A response that says what senders like to say.
    static func response(
        id: String, issuer: String = "https://idp.example", subject: String,
        attribute: String = "uid",
        value: String = "u", destination: String = "https://sp.example/acs"
    ) -> String {
        func text(_ value: String) -> String {
            value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing("\"", with: "&quot;")
        }
        return """
            <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="\(text(id))" Version="2.0" \
            IssueInstant="2026-01-15T12:00:00Z" Destination="\(text(destination))" \
            xmlns="urn:oasis:names:tc:SAML:2.0:assertion"><Issuer>\(text(issuer))</Issuer><p:Status>\
            <p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>\
            <Assertion ID="a\(text(id))" Version="2.0" IssueInstant="2026-01-15T12:00:00Z">\
            <Issuer>\(text(issuer))</Issuer><Subject><NameID>\(text(subject))</NameID></Subject>\
            <Conditions NotBefore="2026-01-15T11:59:00Z" NotOnOrAfter="2026-01-15T12:05:00Z">\
            <AudienceRestriction><Audience>https://sp.example</Audience></AudienceRestriction></Conditions>\
            <AttributeStatement><Attribute Name="\(text(attribute))"><AttributeValue>\(text(value))\
            </AttributeValue></Attribute></AttributeStatement></Assertion></p:Response>
            """
    }

    /// Texts that would run if a page took them for anything but text.
    static let scripts = [
        "</script><script>window.ran=1</script>", "<img src=x onerror=\"window.ran=1\">",
        "\"]}];window.ran=1;//", "javascript:window.ran=1", "]]><script>window.ran=1</script>",
        "<!--<script>window.ran=1", "\\u003c/script\\u003e\\u003cscript\\u003ewindow.ran=1",
        "${window.ran=1}", "'><svg onload=window.ran=1>", "\u{2028}window.ran=1\u{2029}",
        "{{constructor.constructor('window.ran=1')()}}", "</title><iframe srcdoc='x'></iframe>",
        "\u{202E}1=nar.wodniw", "<a href=javascript:window.ran=1 id=data>", "__proto__",
        "<style>body{display:none}</style>", "=HYPERLINK(\"http://127.0.0.1:9/\")",
    ]
}
