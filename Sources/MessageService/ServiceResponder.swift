#if Sandbox
internal import Captures
internal import HTTPServing
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import PassAudit
internal import WireText

/// Answers requests: who may ask, what is asked, and the answer.
struct ServiceResponder: Sendable {
    private let configuration: MessageService.Configuration
    private let judge: any MessageJudge
    private let messageWork: BoundedWork
    private let captureWork: BoundedWork
    private let captures: RequestSlots
    private let uploads: RequestSlots
    private let heldBytes: RequestSlots
    private let jobs = JobBoard()

    init(
        configuration: MessageService.Configuration, judge: any MessageJudge,
        threads: NIOThreadPool, captureThreads: NIOThreadPool
    ) {
        self.configuration = configuration
        self.judge = judge
        let limits = configuration.limits
        messageWork = BoundedWork(
            pool: threads, slots: RequestSlots(limits.messages), seconds: limits.seconds)
        captureWork = BoundedWork(
            pool: captureThreads, slots: RequestSlots(limits.captures * 2), seconds: limits.seconds)
        captures = RequestSlots(limits.captures)
        uploads = RequestSlots(limits.uploads)
        heldBytes = RequestSlots(limits.heldByteCount)
    }

    private var limits: ServiceLimits { configuration.limits }

    /// Returns the answer to a request.
    func response(to request: Request) async -> Response {
        let (path, query) = Self.parts(of: request.head.path ?? "/")
        do {
            try admit(request.head, path)
            return try await route(request, path, query)
        } catch {
            let problem =
                error as? ServiceProblem
                ?? ServiceProblem(.internalError, "The answer could not be made. Try again.")
            return .problem(problem, isPage: path == "/" || path == "/show")
        }
    }

    /// The path and the query of a target.
    private static func parts(of target: String) -> (path: String, query: Substring) {
        let end = target.firstIndex(of: "?") ?? target.endIndex
        return (String(target[..<end]), target[end...].dropFirst())
    }

    /// Refuses who may not ask.
    private func admit(_ head: HTTPRequest, _ path: String) throws(ServiceProblem) {
        if let refusal = HostAndOrigin.refusal(head, boundHost: configuration.host) {
            throw ServiceProblem(
                ServiceProblem.Code(rawValue: refusal.reason) ?? .invalidRequest, refusal.message)
        }
        guard let token = configuration.token, path != "/healthz" else { return }
        guard token.isIn(head.headerFields[.authorization]) else {
            throw ServiceProblem(
                .noToken,
                "Send the token of this server as Authorization: Bearer TOKEN, or as a password.")
        }
    }

    private func route(
        _ request: Request, _ path: String, _ query: Substring
    ) async throws -> Response {
        switch path {
        case "/":
            try allow("GET", request)
            return .page(startPage.markup, policy: StartPage.contentSecurityPolicy)
        case "/show":
            try allow("POST", request)
            return try await request.body.consumeWithCancellation(stopping: RunEnding()) {
                body, ending in try await show(request, body, until: ending)
            }
        case "/healthz":
            try allow("GET", request)
            return .json(JSONValue.object([("status", .string("ok"))]).line)
        case "/api/v1/openapi.json":
            try allow("GET", request)
            return .json(Array(EmbeddedFile.serviceAPI.utf8))
        case "/api/v1/verify":
            try allow("POST", request)
            return try await verify(request)
        case "/api/v1/batch":
            try allow("POST", request)
            return try await batch(request, query)
        default: return try rest(request, path)
        }
    }

    /// The paths that end in a name.
    private func rest(_ request: Request, _ path: String) throws(ServiceProblem) -> Response {
        let explain = "/api/v1/explain/"
        let job = "/jobs/"
        if path.hasPrefix(explain) {
            try allow("GET", request)
            let code = FormText.decoded(
                path[path.index(path.startIndex, offsetBy: explain.count)...])
            guard let page = code.flatMap({ ReasonPage.page(named: $0) }) else {
                throw ServiceProblem(
                    .notFound,
                    "There is no such reason, cause or rule. samlkit explain lists all.")
            }
            return .json(page.json.line)
        }
        if path.hasPrefix(job), JobBoard.isName(String(path.dropFirst(job.count))) {
            try allow("GET", request)
            return .json((jobs.job(String(path.dropFirst(job.count))) ?? JobBoard.Job()).json.line)
        }
        throw ServiceProblem(
            .notFound, "There is no such path. GET /api/v1/openapi.json describes those there are.")
    }

    private func allow(_ method: String, _ request: Request) throws(ServiceProblem) {
        let found = request.head.method.rawValue
        guard found != method, !(method == "GET" && found == "HEAD") else { return }
        var problem = ServiceProblem(.methodNotAllowed, "Expected \(method).")
        problem.allowed = method == "GET" ? "GET, HEAD" : method
        throw problem
    }

    private var startPage: StartPage {
        StartPage(
            defaults: judge.defaults, trustNames: judge.trustNames,
            isTrustReadOnly: configuration.isTrustReadOnly, isRedacted: configuration.isRedacted)
    }

    private func verify(_ request: Request) async throws -> Response {
        try expect("application/json", request)
        let reading = BodyReading(limit: limits.messageByteCount, slots: uploads)
        var bytes: [UInt8] = []
        var heldCount = 0
        defer { heldBytes.release(heldCount) }
        try await reading.read(request, request.body) { buffer throws(ServiceProblem) in
            try heldBytes.take(buffer.readableBytes)
            heldCount += buffer.readableBytes
            bytes += buffer.readableBytesView
        }
        let json = bytes
        let (judge, configuration) = (judge, configuration)
        return .json(
            try await messageWork.run {
                let verification = try VerifyRequest(parsing: json)
                try verification.options.refuseTrust(if: configuration.isTrustReadOnly)
                return try VerifyAnswer.json(
                    of: verification, by: judge, isRedacted: configuration.isRedacted)
            })
    }

    private func batch(_ request: Request, _ query: Substring) async throws -> Response {
        var options = RequestOptions()
        try options.add(query: query)
        try options.refuseTrust(if: configuration.isTrustReadOnly)
        let reading = BodyReading(limit: limits.bodyByteCount, slots: uploads)
        let memory = try RequestSlots.Held(ServiceLimits.bodyReserve, of: heldBytes)
        var body = UploadedBody(folder: limits.temporaryFolder)
        defer { body.discard() }
        try await reading.read(request, request.body) { buffer throws(ServiceProblem) in
            try body.append(buffer.readableBytesView)
        }
        let document = CaptureDocument(named: "capture", try body.content())
        let (judge, chosen) = (judge, options)
        let answer = BatchAnswer(
            documents: [document], judge: try await messageWork.run { try judge.prepare(chosen) },
            seconds: limits.seconds)
        do {
            try await captureWork.run { try answer.refuseEmpty() }
        } catch {
            document.stop()
            throw error
        }
        // If nobody reads the answer, it is never written.
        let place = try RequestSlots.Held(of: captures)
        return Response(
            status: .ok, headers: Response.fields("application/x-ndjson"),
            body: ResponseBody { writer in
                defer { withExtendedLifetime((place, memory)) { document.stop() } }
                try await answer.write(to: &writer)
                try await writer.finish(nil)
            })
    }

    private func show(
        _ request: Request, _ body: RequestBody, until ending: RunEnding
    ) async throws -> Response {
        guard
            var form = MultipartReading(
                mediaType: request.head.headerFields[.contentType] ?? "",
                folder: limits.temporaryFolder)
        else { throw Self.unsupported("multipart/form-data") }
        defer { form.discard() }
        try heldBytes.take(ServiceLimits.bodyReserve)
        defer { heldBytes.release(ServiceLimits.bodyReserve) }
        let reading = BodyReading(limit: limits.bodyByteCount, slots: uploads)
        try await reading.read(request, body) { buffer throws(ServiceProblem) in
            try form.add(buffer.readableBytesView)
        }
        guard form.isWhole else {
            throw ServiceProblem(.invalidRequest, "The form ends before its end. Send it again.")
        }
        let submission = try Submission(form.fields)
        try submission.options.refuseTrust(if: configuration.isTrustReadOnly)
        ending.stops(submission.documents)
        // What still reads them when the time is up has nothing to read.
        defer { for document in submission.documents { document.stop() } }
        jobs.update(submission.job) {
            $0.byteCount = submission.documents.reduce(0) { $0 + $1.byteCount }
        }
        defer { jobs.finish(submission.job) }
        try captures.take()
        defer { captures.release() }
        let (judge, jobs) = (judge, jobs)
        let answer = FormAnswer(
            documents: submission.documents, view: submission.view,
            judge: try await captureWork.run { try judge.prepare(submission.options) },
            limits: limits, work: captureWork, namesCommand: submission.job == nil,
            progress: { jobs.update(submission.job, $0) })
        return .page(try await answer.bytes(until: ending))
    }

    private func expect(_ type: String, _ request: Request) throws(ServiceProblem) {
        let found = request.head.headerFields[.contentType]?.split(separator: ";").first
        guard found?.lowercased().filter({ $0 != " " }) == type else {
            throw Self.unsupported(type)
        }
    }

    private static func unsupported(_ type: String) -> ServiceProblem {
        ServiceProblem(.unsupportedMediaType, "Expected a body with the Content-Type \(type).")
    }
}
#endif
