#if Sandbox
internal import AdobePass

/// The ruling on one resource.
struct Ruling: Sendable {
    /// Which decision is asked for.
    enum Kind: Hashable, Sendable { case authorize, preauthorize }

    enum Outcome: Sendable {
        case permitted(userID: String, AuthorizationRecord?)
        case denied(Refusal)
    }

    let resource: String
    let source: String
    let outcome: Outcome

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
                        403, Pass.ErrorCode.authorizationDeniedByDegradationRule,
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
    ) async throws -> SandboxConfiguration.Value {
        var members: [(String, SandboxConfiguration.Value?)] = [
            ("resource", .text(resource)), ("serviceProvider", .text(provider)),
            ("mvpd", .text(mvpd.id)), ("source", .text(source)),
        ]
        switch outcome {
        case .permitted(let userID, let record):
            members.append(("authorized", true))
            guard kind == .authorize else { break }
            let token = try await MediaTokens.make(
                call, provider: provider, mvpd: mvpd, resource: resource, userID: userID)
            members += [
                (
                    "token",
                    [
                        "notBefore": .integer(token.notBefore),
                        "notAfter": .integer(token.notAfter),
                        "serializedToken": .text(token.text),
                    ]
                ),
                ("notBefore", record.map { .integer($0.notBefore) }),
                ("notAfter", record.map { .integer($0.notAfter) }),
            ]
        case .denied(let refusal):
            members += [
                ("authorized", false),
                ("error", refusal.enhanced(trace: await call.state.makeUUID())),
            ]
        }
        return .members(members)
    }
}

/// Makes media tokens for calls.
enum MediaTokens {
    static func make(
        _ call: Call, provider: String, mvpd: SandboxConfiguration.MVPD, resource: String,
        userID: String
    ) async throws -> (text: String, notBefore: Int64, notAfter: Int64) {
        let seconds = call.configuration.lifetimes.mediaToken
        let now = call.now
        let text = try await call.core.signer.token(
            MediaTokenSigner.Content(
                sessionGUID: Scramble.user(userID, mvpd: mvpd.id), serviceProvider: provider,
                resource: resource, mvpd: mvpd.id, proxyMVPD: mvpd.proxy, issued: now,
                seconds: seconds))
        return (text, now, now + Int64(seconds) * 1000)
    }
}
#endif
