#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// Preauthorization of REST API v1.
enum Preauthorization {
    typealias Value = SandboxConfiguration.Value

    @Sendable static func preauthorize(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        return try await answer(call, set.fields, set.holder)
    }

    @Sendable static func preauthorizeByCode(_ call: Call) async throws -> Answer {
        let fields = try call.query()
        let provider = try DeviceSet.provider(call, fields.nonEmpty("requestor"))
        let session = try await RegistrationCodes.session(
            call, call.part("code"), of: provider, status: 412)
        return try await answer(call, fields, session.holder)
    }

    private static func answer(_ call: Call, _ fields: FormFields, _ holder: Holder) async throws
        -> Answer
    {
        let resources = (fields["resource"] ?? "").split(separator: ",").map(String.init)
        guard !resources.isEmpty else {
            throw Refusal(
                400, Pass.ErrorCode.missingResource, "missingResource",
                "The parameter resource is missing.")
        }
        let limit = call.configuration.limits.preauthorize
        guard resources.count <= limit else {
            throw Refusal(
                403, Pass.ErrorCode.tooManyResources, "tooManyResources",
                "The call names more resources than the limit of \(limit).")
        }
        guard let token = await DeviceSet.latestToken(call, holder) else {
            throw Refusal(
                412, Pass.ErrorCode.preauthorizationAuthenticationSessionMissing,
                "noAuthenticationToken", "Authentication token not found.")
        }
        guard token.isValid(at: call.now) else {
            throw Refusal(
                412, Pass.ErrorCode.preauthorizationAuthenticationSessionExpired,
                "authenticationTokenExpired", "Authentication token expired.")
        }
        let mvpd = try Authorization.provider(call, token)
        var decisions: [Value] = []
        for resource in resources {
            decisions.append(try await decision(call, mvpd, holder, token, resource))
        }
        var answer = try Answer.body(
            call, root: "resources", ["resources": .list(decisions)],
            items: ["resources": "resource"])
        if try Negotiation.format(of: call) == .xml {
            answer = .xml(
                XMLText.write(
                    root: "resources", .list(decisions), items: ["resources": "resource"]))
        }
        if let name = HTTPField.Name("Adobe-Request-Id") {
            answer.fields[name] = await call.state.makeUUID()
        }
        if let name = HTTPField.Name("Adobe-Response-Confidence") { answer.fields[name] = "full" }
        return answer
    }

    private static func decision(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder,
        _ token: ProfileRecord, _ resource: String
    ) async throws -> Value {
        var refusal: Refusal?
        if let access = mvpd.temporaryAccess {
            let identity = token.attributes.first { $0.name == "identity" }?.value.text
            refusal = TemporaryAccess.refusal(
                await call.state.standing(
                    of: access, mvpd: mvpd.id, holder: holder, identity: identity,
                    resource: resource))
        } else if mvpd.degradation != .authNAll {
            let ruling = try await Ruling.make(
                call, mvpd, holder, token, resource: resource, .preauthorize)
            if case .denied(let denied) = ruling.outcome { refusal = denied }
        }
        var error: Value?
        if let refusal, call.configuration.choices.enhancedErrorsInV1 {
            error = refusal.enhanced(trace: await call.state.makeUUID())
        }
        return .members([
            ("id", .text(resource)), ("authorized", .boolean(refusal == nil)), ("error", error),
        ])
    }
}
#endif
