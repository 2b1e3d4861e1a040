#if Sandbox
internal import AdobePass
internal import HTTPServing
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import PassAudit
internal import WireText

/// A connection that was closed on purpose, for requests that came through none.
struct DroppedConnection: Error {}

/// Stands before the router: host and origin, throttle, faults, and the log after it.
struct SandboxResponder: HTTPResponder {
    let core: SandboxCore
    let router: any HTTPResponder<SandboxContext>
    let boundHost: String?

    func respond(to request: Request, context: SandboxContext) async throws -> Response {
        let crossOrigin = CrossOrigin(origins: core.configuration.cors)
        var response: Response
        if let preflight = crossOrigin.preflight(request.head),
            HostAndOrigin.refusal(request.head, boundHost: boundHost) == nil
        {
            response = Response(preflight)
        } else {
            response = try await answered(
                request, context, isAllowed: crossOrigin.origin(of: request.head) != nil)
        }
        crossOrigin.allow(&response.headers, for: request.head)
        response.headers[.server] = "PassSandbox"
        response.headers[.date] = HTTPDate.text(
            core.clock.now().milliseconds + core.clock.dateSkewInMilliseconds)
        return response
    }

    private func answered(
        _ request: Request, _ context: SandboxContext, isAllowed: Bool
    ) async throws -> Response {
        let start = core.state.now
        let began = ContinuousClock.now
        var request = request
        var context = context
        let fault = await self.fault(for: request)
        // A suffix says how the answer is written, and does not make a path another one.
        request = withoutSuffix(request, &context)
        var response: Response
        if let refusal = HostAndOrigin.refusal(
            request.head, boundHost: boundHost, isAllowed: isAllowed
        ).map({ Refusal($0) })
            ?? ControlRoutes.refusal(
                request.uri.path, from: context.address, at: context.localAddress)
            ?? faultRefusal(request)
        {
            response = Response(await answer(refusal))
        } else if core.configuration.enforces(.errorsThrottleRespected),
            isThrottled(request),
            await core.limiter.mustWait(client(request, context), at: start)
        {
            var answer = Answer.gateway(429, "Too Many Requests")
            answer.fields[.sandboxReason] =
                "\(Rule.Name.errorsThrottleRespected.rawValue): Less than a second after 429."
            response = Response(answer)
        } else if isThrottled(request),
            !(await core.limiter.admits(client(request, context), at: start))
        {
            var answer = Answer.gateway(429, "Too Many Requests")
            let reason =
                core.configuration.enforces(.errorsThrottleAvoided)
                ? Rule.Name.errorsThrottleAvoided.rawValue : "throttled"
            answer.fields[.sandboxReason] = "\(reason): More requests than the client may make."
            response = Response(answer)
            await core.limiter.noteThrottled(client(request, context), at: start)
        } else {
            if fault?.kind == .reset, let channel = context.channel {
                await ConnectionReset.prepare(channel)
            }
            if fault?.kind == .dropBefore || fault?.kind == .reset {
                return try await drop(request, context, start, began)
            }
            if fault?.kind == .latency, let fault {
                try await core.state.clock.sleep(for: .milliseconds(fault.milliseconds))
            }
            context.isTokenExpired = fault?.kind == .expiredToken
            let injected = fault.map { InjectedFault(rule: $0, core: core) }
            if let answer = await injected?.replacement() {
                response = Response(answer)
                if answer.status == 429 {
                    await core.limiter.noteThrottled(client(request, context), at: start)
                } else if let rule = await core.memory.noteOutage(
                    request.head, answer, at: start)
                {
                    response.headers[.sandboxReason] =
                        "\(rule.rawValue): The same request was answered so before."
                }
            } else {
                response = try await routed(request, context)
                if let injected {
                    response = try await injected.apply(to: response, on: context.channel)
                }
            }
            if fault?.kind == .dropAfter {
                return try await drop(request, context, start, began)
            }
        }
        let reason = response.headers[.sandboxReason]?.split(separator: ":").first
        await log(
            request, context, status: response.status.code, reason: reason.map(String.init),
            fault: fault?.kind.rawValue, start, since: began)
        return response
    }

    private func isThrottled(_ request: Request) -> Bool {
        Throttle.covers(request.uri.path)
            || core.configuration.ssoService.isThrottled
                && SSOServiceEndpoints.covers(request.uri.path)
    }

    private func client(_ request: Request, _ context: SandboxContext) -> String {
        let forwarded = HTTPField.Name("X-Forwarded-For").flatMap { request.headers[$0] }
        return forwarded?.split(separator: ",").first.map {
            String($0.filter { $0 != " " })
        } ?? context.address
    }

    private func routed(_ request: Request, _ context: SandboxContext) async throws -> Response {
        let response = try await router.respond(to: request, context: context)
        // What Hummingbird calls the template of a path that is not in the table.
        guard context.endpointPath == "NotFound" else { return response }
        let refusal = Refusal(404, "not_found", "unknownPath", "The sandbox has no such path.")
        guard
            ["/api/", "/o/", "/reggie/", "/adobe-services/", "/entitlement/"].contains(
                where: request.uri.path.hasPrefix)
        else {
            return Response(await answer(refusal))
        }
        // No body of Adobe's is known; the gateway before it would know no such path either.
        var answer = Answer.gateway(404, "Not Found")
        let reason =
            core.configuration.rule(forUnknown: request.uri.path)?.rawValue ?? refusal.reason
        answer.fields[.sandboxReason] = "\(reason): \(refusal.message)"
        return Response(answer)
    }

    private func answer(_ refusal: Refusal) async -> Answer {
        refusal.answer(in: .sandbox, format: .json, trace: await core.state.makeUUID())
    }

    /// The fault of a rule, or the one that the request asks for.
    private func fault(for request: Request) async -> FaultPlan.Rule? {
        if let field = faultField(request), let rule = FaultPlan.Rule(field: field) { return rule }
        return await core.limiter.fault(
            for: request.uri.path, method: request.method.rawValue)
    }

    /// The fault that a request asks for, if it may.
    private func faultField(_ request: Request) -> String? {
        guard core.configuration.allowsFaultHeader, !RequestLimiter.neverFails(request.uri.path)
        else {
            return nil
        }
        return HTTPField.Name("X-Sandbox-Fault").flatMap { request.headers[$0] }
    }

    private func faultRefusal(_ request: Request) -> Refusal? {
        guard let field = faultField(request), FaultPlan.Rule(field: field) == nil else {
            return nil
        }
        return Refusal(
            400, "bad_request", "unknownFault",
            "X-Sandbox-Fault takes a kind and its values, as in: html; status=503. Kinds: "
                + FaultPlan.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }

    private func drop(
        _ request: Request, _ context: SandboxContext, _ start: Int64,
        _ began: ContinuousClock.Instant
    ) async throws -> Response {
        await log(request, context, status: 0, reason: "fault", fault: "drop", start, since: began)
        guard let channel = context.channel else { throw DroppedConnection() }
        try? await channel.close()
        return Response(status: .serviceUnavailable)
    }

    /// Takes `.xml` or `.json` from a path of REST API v1 and remembers it.
    private func withoutSuffix(_ request: Request, _ context: inout SandboxContext) -> Request {
        let path = request.head.path ?? ""
        let end = path.firstIndex(of: "?") ?? path.endIndex
        guard path.hasPrefix("/api/v1/") || path.hasPrefix("/reggie/v1/") else { return request }
        for suffix in ["xml", "json"] where path[..<end].hasSuffix(".\(suffix)") {
            context.suffix = suffix
            var head = request.head
            head.path = String(path[..<end].dropLast(suffix.count + 1)) + String(path[end...])
            return Request(head: head, body: request.body)
        }
        return request
    }

    private func log(
        _ request: Request, _ context: SandboxContext, status: Int, reason: String?,
        fault: String?, _ start: Int64, since began: ContinuousClock.Instant
    ) async {
        // Measured by a clock that tests cannot set.
        let duration = ContinuousClock.now - began
        await core.limiter.append(
            RequestLog.Line(
                time: start, method: request.method.rawValue,
                template: context.endpointPath ?? "-", status: status, reason: reason,
                fault: fault, milliseconds: Int64(duration / .milliseconds(1))),
            breaking: reason.flatMap(Rule.Name.init(rawValue:)))
    }
}
#endif
