#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// Decisions of REST API v2.
enum Decisions {
    typealias Value = SandboxConfiguration.Value

    @Sendable static func authorize(_ call: Call) async throws -> Answer {
        try await decide(call, .authorize)
    }

    @Sendable static func preauthorize(_ call: Call) async throws -> Answer {
        try await decide(call, .preauthorize)
    }

    private static func decide(_ call: Call, _ kind: Ruling.Kind) async throws -> Answer {
        let provider = try call.serviceProvider()
        let mvpd = try call.mvpd(call.part("mvpd"), of: provider)
        let device = try call.deviceIdentifier()
        _ = try call.deviceInformation()
        let holder = call.holder(.v2, device: device, serviceProvider: provider.id)
        let resources = try resources(call)
        let limits = call.configuration.limits
        let limit = kind == .authorize ? limits.authorize : limits.preauthorize
        guard resources.count <= limit else {
            throw Refusal(
                403, Pass.ErrorCode.tooManyResources, "tooManyResources",
                "The call names more resources than the limit of \(limit).")
        }
        let rulings: [Ruling]
        if let access = mvpd.temporaryAccess {
            rulings = try await TemporaryAccess.rulings(
                call, access, mvpd, holder: holder, resources, kind)
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
        var decisions: [Value] = []
        for ruling in rulings {
            decisions.append(
                try await ruling.value(call, provider: provider.id, mvpd: mvpd, kind: kind))
        }
        return .json(["decisions": .list(decisions)])
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
        guard let profile = await call.state.profile(of: holder, mvpd: mvpd.id) else {
            throw Refusal(
                403, Pass.ErrorCode.authenticatedProfileMissing, "noProfile",
                "The user has not signed in with the MVPD.")
        }
        guard profile.isValid(at: call.now) else {
            throw Refusal(
                403, Pass.ErrorCode.authenticatedProfileExpired, "profileExpired",
                "The user's sign-in with the MVPD has expired.")
        }
        if profile.type == "appleSSO" {
            try PartnerFrameworkStatus.require(mvpd, call, of: provider)
        }
        var rulings: [Ruling] = []
        for resource in resources {
            rulings.append(
                try await Ruling.make(call, mvpd, holder, profile, resource: resource, kind))
        }
        return rulings
    }

    private static func resources(_ call: Call) throws(Refusal) -> [String] {
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/json"),
            let list = JSONText.read(call.body)?["resources"]?.list, !list.isEmpty
        else {
            throw Refusal(
                400, Pass.ErrorCode.invalidParameterResources, "noResources",
                "The body must be a JSON object with a list of resources.")
        }
        let resources = list.compactMap(\.text).filter { !$0.isEmpty }
        guard resources.count == list.count else {
            throw Refusal(
                400, Pass.ErrorCode.invalidParameterResources, "malformedResources",
                "Every resource must be text.")
        }
        return resources
    }
}
#endif
