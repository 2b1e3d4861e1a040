internal import HTTPTypes

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
    static func json(_ value: SandboxConfiguration.Value, status: Int = 200) -> Answer {
        var answer = Answer(status: status, body: [UInt8](JSONText.write(value).utf8))
        answer.fields[.contentType] = "application/json;charset=UTF-8"
        return answer
    }

    /// An XML document.
    static func xml(_ text: String, status: Int = 200) -> Answer {
        var answer = Answer(status: status, body: [UInt8](text.utf8))
        answer.fields[.contentType] = "application/xml;charset=UTF-8"
        return answer
    }

    /// A page.
    static func html(_ text: String, status: Int = 200) -> Answer {
        var answer = Answer(status: status, body: [UInt8](text.utf8))
        answer.fields[.contentType] = "text/html"
        return answer
    }

    /// A redirection.
    static func redirect(_ location: String) -> Answer {
        var answer = Answer(status: 302)
        answer.fields[.location] = location
        return answer
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
