#if Sandbox
internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import PayloadCoding
internal import WireText

extension SandboxPages {
    /// A page on its way to a browser, with what keeps it from doing harm there.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - path: The path that stands for it in the navigation.
    ///   - status: The status of the answer.
    ///   - isNarrow: A Boolean value that indicates whether it is a form to fill in.
    ///   - refresh: After how many seconds, and to which address, a browser continues by itself.
    ///   - images: The other places that its images come from.
    ///   - formTarget: The other address to which its form may lead by a redirect.
    ///   - cookie: The cookie to set.
    ///   - content: Its content.
    /// - Returns: The response.
    func page(
        title: String, path: String, status: HTTPResponse.Status = .ok, isNarrow: Bool = false,
        refresh: (seconds: Int, url: String)? = nil, images: [String] = [],
        formTarget: String? = nil, cookie: String? = nil, _ content: Markup
    ) -> Response {
        let target = formTarget.map { " \($0)" } ?? ""
        let html = PageLayout.page(
            content, title: title, path: path, isNarrow: isNarrow, refresh: refresh)
        return guarded(
            status,
            policy:
                "default-src 'none'; style-src 'sha256-\(Self.styleDigest)'; img-src \((["'self'", "data:"] + Set(images).sorted()).joined(separator: " ")); "
                + "form-action 'self'\(target); base-uri 'none'; frame-ancestors 'none'",
            [.contentType: "text/html;charset=UTF-8", .setCookie: cookie],
            ResponseBody(byteBuffer: ByteBuffer(string: html.text)))
    }

    /// The digest of the style sheet that stands in every page, as a content security policy has it.
    private static let styleDigest = String(
        decoding: Base64.encoding(
            Array(SHA256.hash(data: Array(EmbeddedFile.sandboxStyle.text.utf8)))), as: UTF8.self)

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
