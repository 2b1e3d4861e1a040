#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import WireText

/// Decisions of REST API v2.
enum Decisions {
    @Sendable static func authorize(_ call: Call) async throws -> Answer {
        try await decide(call, .authorize)
    }

    @Sendable static func preauthorize(_ call: Call) async throws -> Answer {
        try await decide(call, .preauthorize)
    }

    private static func decide(_ call: Call, _ kind: Ruling.Kind) async throws -> Answer {
        let provider = try call.serviceProvider()
        let mvpd = try call.mvpd(call.part("mvpd"), of: provider)
        let holder = try call.holder(of: provider)
        let resources = try resources(call)
        let limits = call.configuration.limits
        let limit = kind == .authorize ? limits.authorize : limits.preauthorize
        guard resources.count <= limit else {
            throw Refusal(
                403, .tooManyResources, "tooManyResources",
                "The call names more resources than the limit of \(limit).")
        }
        let rulings: [Ruling]
        if let access = mvpd.temporaryAccess {
            let identity = try TemporaryAccess.identity(call, access)
            rulings = try await ruled(resources) { resource in
                try await TemporaryAccess.ruling(
                    call, access, mvpd, holder, identity: identity, resource, kind)
            }
        } else {
            do {
                rulings = try await signedIn(call, provider, mvpd, holder, resources, kind)
            } catch let refusal as Refusal
                where refusal.status == 403 && call.configuration.choices.profileErrors == .item
            {
                rulings = resources.map {
                    Ruling(resource: $0, source: "mvpd", outcome: .denied(refusal))
                }
            }
        }
        var decisions: [JSONValue] = []
        for ruling in rulings {
            decisions.append(
                try await ruling.value(call, provider: provider.id, mvpd: mvpd, kind: kind))
        }
        return .json(["decisions": .array(decisions)])
    }

    private static func signedIn(
        _ call: Call, _ provider: SandboxConfiguration.ServiceProvider,
        _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder, _ resources: [String],
        _ kind: Ruling.Kind
    ) async throws -> [Ruling] {
        if mvpd.degradation == .authNAll {
            return resources.map {
                Ruling(
                    resource: $0, source: "degradation",
                    outcome: .permitted(userID: Profiles.degradedUserID(of: holder), nil))
            }
        }
        guard let profile = await call.profile(of: holder, mvpd: mvpd.id) else {
            throw Refusal(
                403, .authenticatedProfileMissing, "noProfile",
                "The user has not signed in with the MVPD.")
        }
        guard profile.isValid(at: call.now) else {
            throw Refusal(
                403, .authenticatedProfileExpired, "profileExpired",
                "The user's sign-in with the MVPD has expired.")
        }
        if profile.type == "appleSSO" {
            try PartnerFrameworkStatus.require(mvpd, call, of: provider)
        }
        return try await ruled(resources) { resource in
            try await Ruling.make(call, mvpd, holder, profile, resource: resource, kind)
        }
    }

    private static func ruled(
        _ resources: [String], by rule: (String) async throws -> Ruling
    ) async throws -> [Ruling] {
        var rulings: [Ruling] = []
        for resource in resources { rulings.append(try await rule(resource)) }
        return rulings
    }

    private static func resources(_ call: Call) throws(Refusal) -> [String] {
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/json"),
            let list = JSONText.read(call.body)?["resources"]?.elements, !list.isEmpty
        else {
            throw Refusal(
                400, .invalidParameterResources, "noResources",
                "The body must be a JSON object with a list of resources.")
        }
        let resources = list.compactMap(\.text).filter { !$0.isEmpty }
        guard resources.count == list.count else {
            throw Refusal(
                400, .invalidParameterResources, "malformedResources",
                "Every resource must be text.")
        }
        return resources
    }
}
#endif
