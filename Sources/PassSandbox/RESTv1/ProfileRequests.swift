#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// Apple's sign-on in REST API v1.
enum ProfileRequests {
    /// A SAML query, as the bytes of its XML.
    @Sendable static func request(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, call.parts["requestor"])
        let mvpd = try signOn(try DeviceSet.mvpd(call, call.part("mvpd"), of: provider))
        let fields = try call.query()
        let platform = try platform(fields)
        // The call names no device; the query is good for any device of the application.
        let holder = call.holder(
            .v1, device: fields.nonEmpty("deviceId") ?? "", serviceProvider: provider.id)
        let query = try await PartnerQueries.make(call, mvpd, holder: holder, platform: platform)
        await call.core.memory.noteRequest(query)
        return .content([UInt8](query.utf8), "application/octet-stream")
    }

    /// A SAML response for an authentication token.
    @Sendable static func exchange(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call, describesDevice: false)
        let mvpd = try set.mvpd(call, "mvpd")
        _ = try platform(set.fields)
        if mvpd.degradation == .authNAll {
            try await call.state.keep(Profiles.degraded(call, mvpd, set.holder))
            return Answer(status: 204)
        }
        _ = try signOn(mvpd)
        do {
            let admitted = try await SignOn.admit(
                call, set.fields["SAMLResponse"] ?? "", mvpd, holder: set.holder,
                orWithoutDevice: true)
            _ = try await SignOn.keep(call, admitted, mvpd, holder: set.holder)
        } catch var refusal as Refusal {
            refusal.code = Pass.ErrorCode.internalError.rawValue
            throw refusal
        }
        return Answer(status: 204)
    }

    private static func platform(_ fields: FormFields) throws(Refusal) -> Pass.Platform {
        guard let platform = fields.nonEmpty("deviceType").flatMap(Pass.Platform.init(rawValue:))
        else {
            throw Refusal(
                400, .internalError, "unknownDeviceType",
                "The parameter deviceType is iOS or tvOS.")
        }
        return platform
    }

    private static func signOn(_ mvpd: SandboxConfiguration.MVPD) throws(Refusal)
        -> SandboxConfiguration.MVPD
    {
        guard let platform = mvpd.platform, platform.isEnabled,
            platform.boardingStatus == "SUPPORTED", mvpd.degradation != .authNAll
        else {
            throw Refusal(
                400, .unknownIntegration, "signOnDisabled",
                "The integration has no sign-on through Apple.")
        }
        return mvpd
    }
}
#endif
