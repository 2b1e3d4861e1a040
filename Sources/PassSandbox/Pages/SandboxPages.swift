#if Sandbox
internal import HTTPTypes
internal import Hummingbird
internal import WireText

/// The pages for people, at the paths that Adobe Pass does not use.
struct SandboxPages: Sendable {
    let core: SandboxCore
    let formGuard = FormGuard()

    /// Adds the pages to a router.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - core: What the pages show and change.
    static func add(to router: Router<SandboxContext>, core: SandboxCore) {
        let pages = SandboxPages(core: core)
        router.get("/") { request, _ in pages.home(request) }
        router.get("/activate") { request, context in
            if let refusal = await pages.tooManyCodes(request, context) { return refusal }
            return try await pages.showActivation(request)
        }
        router.post("/activate") { request, context in
            if let refusal = await pages.tooManyCodes(request, context) { return refusal }
            return try await pages.answer(request, back: "/activate", pages.signIn)
        }
        router.get("/sessions") { request, _ in try await pages.sessions(request) }
        router.get("/review") { _, _ in await pages.review() }
        router.get("/inspect") { request, _ in await pages.showInspection(request) }
        router.post("/inspect") { request, _ in
            try await pages.answer(request, back: "/inspect", pages.inspect)
        }
    }

    /// A page that says what is wrong.
    func failure(
        _ status: HTTPResponse.Status, _ title: String, _ message: String, back: String
    ) -> Response {
        page(
            title: title, path: back, status: status, isNarrow: true,
            """
            <h1>\(title)</h1>
            \(PageLayout.message("\(message)"))\
            <p><a href="\(exact: back)">Go back and try again</a></p>
            """)
    }

    // MARK: What requests hold

    /// The fields of the query; those that cannot be decoded count as absent.
    func query(_ request: Request) -> FormFields {
        (try? FormFields(decoding: request.uri.query ?? "")) ?? FormFields()
    }

    /// Answers a form that was sent from a page of this sandbox, or says that it was not.
    private func answer(
        _ request: Request, back: String,
        _ answer: (Request, FormFields) async throws -> Response
    ) async throws -> Response {
        guard
            let buffer = try? await request.body.collect(upTo: core.configuration.limits.bodyBytes)
        else {
            return failure(
                .contentTooLarge, "Too much text",
                "The form is larger than the sandbox reads. Inspect the file with samlkit inspect "
                    + "instead.", back: back)
        }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded"),
            let fields = try? FormFields(decoding: String(buffer: buffer))
        else {
            return failure(
                .badRequest, "Not a form", "The request is not a form of this page.", back: back)
        }
        guard formGuard.accepts(fields[FormGuard.field], with: request.head) else {
            return failure(
                .forbidden, "The form is out of date",
                "This sandbox did not show the form in this browser, or was restarted. Open the "
                    + "page again; it needs cookies.", back: back)
        }
        return try await answer(request, fields)
    }

    /// The ticket of a form.
    func ticket(for request: Request) async -> FormGuard.Ticket {
        formGuard.ticket(for: request.head, random: await core.state.randomBytes(16))
    }

    /// The address under which the browser reached the sandbox.
    func baseURL(_ request: Request) -> String {
        "http://" + (request.head.authority ?? "127.0.0.1:8765")
    }
}
#endif
