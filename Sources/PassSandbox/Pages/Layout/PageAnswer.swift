#if Sandbox
internal import HTTPTypes
internal import Hummingbird

/// A page on its way to a browser, with what keeps it from doing harm there.
struct PageAnswer {
    var status = HTTPResponse.Status.ok
    var html: String
    /// The other address to which its form may lead by a redirect.
    var formTarget: String?
    /// The cookie to set.
    var cookie: String?

    /// The response.
    var response: Response {
        var fields = Self.guarding
        fields[.contentType] = "text/html;charset=UTF-8"
        fields[.contentSecurityPolicy] = policy
        fields[.setCookie] = cookie
        return Response(
            status: status, headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// A redirection after a form.
    static func seeOther(_ location: String) -> Response {
        var fields = guarding
        fields[.location] = location
        fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        return Response(status: .seeOther, headers: fields)
    }

    private var policy: String {
        let target = formTarget.map { " \($0)" } ?? ""
        return "default-src 'none'; style-src 'sha256-\(StyleSheet.digest)'; img-src data:; "
            + "form-action 'self'\(target); base-uri 'none'; frame-ancestors 'none'"
    }

    private static var guarding: HTTPFields {
        var fields = HTTPFields()
        fields[.cacheControl] = "no-store"
        fields[.xContentTypeOptions] = "nosniff"
        // Without a referrer at all, browsers send forms with a null origin.
        for (name, value) in [
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }
}
#endif
