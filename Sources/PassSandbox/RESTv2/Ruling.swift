#if Sandbox
internal import AdobePass
internal import WireText

/// The ruling on one resource.
struct Ruling: Sendable {
    /// The kind of decision.
    enum Kind: Hashable, Sendable { case authorize, preauthorize }

    enum Outcome: Sendable {
        case permitted(userID: String, AuthorizationRecord?)
        case denied(Refusal)
    }

    let resource: String
    let source: String
    let outcome: Outcome

    /// The reason of a denial.
    var refusal: Refusal? {
        if case .denied(let refusal) = outcome { refusal } else { nil }
    }

    /// Returns the ruling of an MVPD, or of a degradation of its authorization, on a resource.
    static func make(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder,
        _ profile: ProfileRecord, resource: String, _ kind: Kind
    ) async throws -> Ruling {
        switch mvpd.degradation {
        case .authZNone:
            return Ruling(
                resource: resource, source: "degradation",
                outcome: .denied(
                    Refusal(
                        403, .authorizationDeniedByDegradationRule,
                        "degradationRule", "A degradation rule denies every resource.")))
        case .authZAll:
            return Ruling(
                resource: resource, source: "degradation",
                outcome: .permitted(userID: profile.userID, nil))
        case .authNAll, nil: break
        }
        if let refusal = refusal(mvpd, resource, kind) {
            return Ruling(resource: resource, source: "mvpd", outcome: .denied(refusal))
        }
        let record =
            kind == .authorize
            ? try await call.state.authorize(resource, holder: holder, mvpd: mvpd.id) : nil
        return Ruling(
            resource: resource, source: "mvpd",
            outcome: .permitted(userID: profile.userID, record))
    }

    private static func refusal(
        _ mvpd: SandboxConfiguration.MVPD, _ resource: String, _ kind: Kind
    ) -> Refusal? {
        if let code = mvpd.resourceErrors.first(where: { isSame($0.key, resource) })?.value {
            let status = Pass.ErrorCode(rawValue: code).documentation?.statuses.first ?? 403
            return Refusal(
                status, code, "configuredError", "The configuration has this error for it.")
        }
        if mvpd.deniedResources.contains(where: { isSame($0, resource) }) {
            return Refusal(
                403,
                kind == .authorize
                    ? Pass.ErrorCode.authorizationDeniedByMVPD : .preauthorizationDeniedByMVPD,
                "deniedByMVPD", "The MVPD denies the resource.", details: mvpd.denialText)
        }
        return nil
    }

    /// The decision as REST API v2 has it.
    func value(
        _ call: Call, provider: String, mvpd: SandboxConfiguration.MVPD, kind: Kind
    ) async throws -> JSONValue {
        var token: MediaTokenSigner.Token?
        var (error, record): (JSONValue?, AuthorizationRecord?)
        switch outcome {
        case .permitted(let userID, let authorization):
            guard kind == .authorize else { break }
            record = authorization
            token = try await call.core.signer.token(
                for: resource, serviceProvider: provider, mvpd: mvpd, userID: userID)
        case .denied(let refusal):
            error = refusal.enhanced(trace: await call.state.makeUUID())
        }
        return [
            "resource": .string(resource), "serviceProvider": .string(provider),
            "mvpd": .string(mvpd.id), "source": .string(source),
            "authorized": .boolean(error == nil), "error": error,
            "token": token.map {
                [
                    "notBefore": .integer($0.notBefore), "notAfter": .integer($0.notAfter),
                    "serializedToken": .string($0.text),
                ]
            },
            "notBefore": record.map { .integer($0.notBefore) },
            "notAfter": record.map { .integer($0.notAfter) },
        ]
    }
}
#endif
