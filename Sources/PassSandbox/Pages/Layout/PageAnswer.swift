#if Sandbox
internal import HTTPTypes
internal import Hummingbird

extension SandboxPages {
    /// A page on its way to a browser, with what keeps it from doing harm there.
    ///
    /// - Parameters:
    ///   - name: The template of its content.
    ///   - title: Its title.
    ///   - path: The path that stands for it in the navigation.
    ///   - status: The status of the answer.
    ///   - fields: What the content shows.
    ///   - refresh: After how many seconds, and to which address, a browser continues by itself.
    ///   - images: The other places that its images come from.
    ///   - formTarget: The other address to which its form may lead by a redirect.
    ///   - cookie: The cookie to set.
    /// - Returns: The response.
    func page(
        _ name: PageTemplates.Name, title: String, path: String,
        status: HTTPResponse.Status = .ok, _ fields: PageFields,
        refresh: (seconds: Int, url: String)? = nil, images: [String] = [],
        formTarget: String? = nil, cookie: String? = nil
    ) -> Response {
        let target = formTarget.map { " \($0)" } ?? ""
        let html = templates.page(name, title: title, path: path, refresh: refresh, fields)
        return guarded(
            status,
            policy:
                "default-src 'none'; style-src 'sha256-\(StyleSheet.digest)'; img-src \((["'self'", "data:"] + Set(images).sorted()).joined(separator: " ")); "
                + "form-action 'self'\(target); base-uri 'none'; frame-ancestors 'none'",
            [.contentType: "text/html;charset=UTF-8", .setCookie: cookie],
            ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// A redirection after a form.
    func seeOther(_ location: String) -> Response {
        guarded(
            .seeOther, policy: "default-src 'none'; frame-ancestors 'none'",
            [.location: location])
    }

    private func guarded(
        _ status: HTTPResponse.Status, policy: String, _ own: [HTTPField.Name: String?],
        _ body: ResponseBody = ResponseBody()
    ) -> Response {
        var fields: HTTPFields = [
            .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: policy,
        ]
        for (name, value) in own { fields[name] = value }
        // Without a referrer at all, browsers send forms with a null origin.
        for (name, value) in [
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return Response(status: status, headers: fields, body: body)
    }
}
#endif
