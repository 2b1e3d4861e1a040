#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import PassAudit
internal import PayloadCoding

/// One method on one path.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// The path, with captured parts as `{name}`.
    let path: String
    let dialect: Dialect
    let needsToken: Bool
    let handle: @Sendable (Call) async throws -> Answer

    init(
        _ method: HTTPRequest.Method, _ path: String, _ dialect: Dialect, needsToken: Bool = true,
        _ handle: @escaping @Sendable (Call) async throws -> Answer
    ) {
        self.method = method
        self.path = path
        self.dialect = dialect
        self.needsToken = needsToken
        self.handle = handle
    }

    /// Creates an endpoint of REST API v2.
    init(
        _ documented: V2Endpoint, as dialect: Dialect = .v2, needsToken: Bool = true,
        _ handle: @escaping @Sendable (Call) async throws -> Answer
    ) {
        self.init(
            HTTPRequest.Method(documented.method) ?? .get, documented.path, dialect,
            needsToken: needsToken, handle)
    }
}

/// Puts endpoints into Hummingbird's router; every other method on their paths is answered 405.
struct EndpointTable: Sendable {
    let core: SandboxCore

    func add(_ endpoints: [Endpoint], to router: Router<SandboxContext>) {
        let methods: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .patch, .delete, .options,
        ]
        var paths: [String: [Endpoint]] = [:]
        for endpoint in endpoints { paths[endpoint.path, default: []].append(endpoint) }
        for (path, endpoints) in paths.sorted(by: { $0.key < $1.key }) {
            let allowed = endpoints.map(\.method.rawValue).sorted().joined(separator: ", ")
            for method in methods {
                let endpoint =
                    endpoints.first { $0.method == method }
                    ?? Endpoint(method, path, endpoints[0].dialect, needsToken: false) { _ in
                        // Adobe documents the status, and in REST API v2 no code for it.
                        throw Refusal(
                            405,
                            endpoints[0].dialect == .v2 ? .internalServerError : .internalError,
                            "methodNotAllowed", "The path has no such method.")
                    }
                router.on(RouterPath(path), method: method) { request, context in
                    var answer = await answer(endpoint, request, context)
                    if answer.status == 405 { answer.fields[.allow] = allowed }
                    return Response(answer)
                }
            }
        }
    }

    private func answer(_ endpoint: Endpoint, _ request: Request, _ context: SandboxContext) async
        -> Answer
    {
        var format = BodyFormat.xml
        let strict = StrictGate(core: core, endpoint: endpoint, address: context.address)
        var seen: Call?
        do {
            var call = try await call(for: request, in: context)
            seen = call
            if case .v1 = endpoint.dialect {
                format = try Negotiation.format(of: call)
                call.format = format
            }
            try strict.checkBeforeToken(call)
            if endpoint.needsToken { try await AccessTokenCheck.check(&call, in: endpoint.dialect) }
            seen = call
            try await strict.check(call)
            return try await strict.noted(try await endpoint.handle(call), to: call)
        } catch let refusal as Refusal {
            return await strict.named(refusal, of: seen).answer(
                in: endpoint.dialect, format: format, trace: await core.state.makeUUID())
        } catch {
            context.logger.error("The sandbox failed.", metadata: ["path": "\(endpoint.path)"])
            return Refusal(
                500, Self.internalCode(endpoint.dialect), "sandboxFailed",
                "The sandbox could not save its state."
            ).answer(in: endpoint.dialect, format: format, trace: await core.state.makeUUID())
        }
    }

    private static func internalCode(_ dialect: Dialect) -> Pass.ErrorCode {
        switch dialect {
        case .v1, .ssoService: .internalError
        case .v2, .registration, .page, .sandbox: .internalServerError
        }
    }

    private func call(for request: Request, in context: SandboxContext) async throws -> Call {
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: core.configuration.limits.bodyBytes)
        } catch {
            throw Refusal(
                413, .internalServerError, "bodyTooLarge",
                "The body has more bytes than the sandbox reads.")
        }
        var parts: [String: String] = [:]
        for (name, value) in context.parameters {
            guard let bytes = try? PercentEncoding.decode([UInt8](value.utf8)),
                let text = String(validating: bytes, as: UTF8.self)
            else {
                throw Refusal(
                    400, .internalServerError, "malformedPath", "The path cannot be decoded.")
            }
            parts[String(name)] = text
        }
        return Call(
            core: core, request: request.head, parts: parts, suffix: context.suffix,
            body: [UInt8](buffer: buffer), isTokenExpired: context.isTokenExpired, client: nil)
    }
}

extension Response {
    init(_ answer: Answer) {
        var fields = answer.fields
        if answer.status == 204 || answer.body.isEmpty {
            fields[.contentType] = nil
        }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: fields,
            body: answer.body.isEmpty
                ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
}
#endif
