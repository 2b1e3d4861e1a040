#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import WireText

/// Preauthorization of REST API v1.
enum Preauthorization {
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
                400, .missingResource, "missingResource", "The parameter resource is missing.")
        }
        let limit = call.configuration.limits.preauthorize
        guard resources.count <= limit else {
            throw Refusal(
                403, .tooManyResources, "tooManyResources",
                "The call names more resources than the limit of \(limit).")
        }
        let token = try await call.validToken(
            of: holder, status: 412, missing: .preauthorizationAuthenticationSessionMissing,
            expired: .preauthorizationAuthenticationSessionExpired)
        let mvpd = try Authorization.provider(call, token)
        var decisions: [JSONValue] = []
        for resource in resources {
            decisions.append(try await decision(call, mvpd, holder, token, resource))
        }
        let items = ["resources": "resource"]
        var answer: Answer =
            switch call.format {
            case .json: .json(["resources": .array(decisions)])
            case .xml:
                .xml(XMLText.write(root: "resources", .array(decisions), items: items))
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
    ) async throws -> JSONValue {
        var refusal: Refusal?
        if mvpd.temporaryAccess != nil || mvpd.degradation != .authNAll {
            refusal = try await Authorization.ruling(
                call, mvpd, holder, token, resource, .preauthorize
            ).refusal
        }
        var error: JSONValue?
        if let refusal, call.configuration.choices.enhancedErrorsInV1 {
            error = refusal.enhanced(trace: await call.state.makeUUID())
        }
        return [
            "id": .string(resource), "authorized": .boolean(refusal == nil), "error": error,
        ]
    }
}
#endif
