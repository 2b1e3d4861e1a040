#if Sandbox
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import WireText

extension Response {
    /// The fields that every answer has: nothing is kept, guessed or shown inside other sites.
    static func fields(
        _ type: String, policy: String = "default-src 'none'; frame-ancestors 'none'"
    ) -> HTTPFields {
        var fields: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
        for (name, value) in [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            // A form that sends no origin at all would be taken for one of another site.
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    private static let fieldsOfJSON = fields("application/json")

    /// A JSON document.
    static func json(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: fieldsOfJSON,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A page in UTF-8 whose own policy says what it may do.
    static func page(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok,
            headers: fields("text/html; charset=utf-8", policy: "frame-ancestors 'self'"),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A page of the service.
    static func page(_ markup: Markup, policy: String) -> Response {
        Response(
            status: .ok, headers: fields("text/html; charset=utf-8", policy: policy),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: Array(markup.text.utf8))))
    }

    /// A problem, for a program or for the reader of a page.
    static func problem(_ problem: ServiceProblem, isPage: Bool) -> Response {
        var fields =
            isPage
            ? fields("text/html; charset=utf-8", policy: StartPage.policyOfProblems)
            : fields("application/problem+json")
        if problem.code == .busy { fields[.retryAfter] = "1" }
        if problem.code == .noToken {
            // A browser asks its user for a password; a program sends a token.
            fields[.wwwAuthenticate] = "\(isPage ? "Basic" : "Bearer") realm=\"samlkit\""
        }
        if let allowed = problem.allowed { fields[.allow] = allowed }
        let body =
            isPage ? Array(StartPage.page(of: problem).text.utf8) : problem.json.line
        return Response(
            status: HTTPResponse.Status(code: problem.code.status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension RequestBody {
    /// Calls `body` with a run's ending that the client's leaving brings about.
    func consumeWithCancellation(
        stopping ending: RunEnding,
        _ body: (RequestBody, RunEnding) async throws -> Response
    ) async throws -> Response {
        var response = try await consumeWithInboundCloseHandler { content in
            try await body(content, ending)
        } onInboundClosed: {
            ending.end(ServiceProblem(.stopped, "The client left."))
        }
        // The connection has no further request.
        response.headers[.connection] = "close"
        return response
    }
}
#endif
