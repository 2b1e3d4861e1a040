internal import HTTPTypes
internal import WireText

extension HTTPField.Name {
    /// The sandbox's reason for a refusal, which Adobe Pass does not give.
    // The name is well formed, which the library cannot know.
    static let sandboxReason =
        HTTPField.Name("X-Sandbox-Reason") ?? .server
}

/// An answer of the sandbox.
struct Answer: Sendable {
    var status: Int
    var fields: HTTPFields = [:]
    var body: [UInt8] = []

    /// A JSON document.
    static func json(_ value: JSONValue, status: Int = 200) -> Answer {
        content(value.bytes, "application/json;charset=UTF-8", status: status)
    }

    /// An XML document.
    static func xml(_ text: String, status: Int = 200) -> Answer {
        content([UInt8](text.utf8), "application/xml;charset=UTF-8", status: status)
    }

    /// A page.
    static func html(_ page: Markup, status: Int = 200) -> Answer {
        content([UInt8](page.text.utf8), "text/html", status: status)
    }

    /// A body of a media type.
    static func content(_ body: [UInt8], _ type: String, status: Int = 200) -> Answer {
        Answer(status: status, fields: [.contentType: type], body: body)
    }

    /// A redirection.
    static func redirect(_ location: String) -> Answer {
        Answer(status: 302, fields: [.location: location])
    }

    /// The page that the gateway before Adobe Pass answers with.
    static func gateway(_ status: Int, _ phrase: String) -> Answer {
        var answer = html(
            """
            <html>\r
            <head><title>\(status) \(phrase)</title></head>\r
            <body>\r
            <center><h1>\(status) \(phrase)</h1></center>\r
            <hr><center>openresty</center>\r
            </body>\r
            </html>\r

            """, status: status)
        guard status == 429 else { return answer }
        // A client that kept cookies would be told apart from others by them.
        answer.fields[.accessControlAllowOrigin] = "*"
        for name in ["AWSALB", "AWSALBCORS"] {
            answer.fields.append(HTTPField(name: .setCookie, value: "\(name)=sandbox; Path=/"))
        }
        return answer
    }
}
