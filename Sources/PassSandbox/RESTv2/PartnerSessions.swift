#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding
internal import WireText

/// The partner's part of REST API v2: requests for a sign-in at system level.
enum PartnerSessions {
    @Sendable static func create(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        try call.checkPartner()
        let device = try call.deviceIdentifier()
        let information = try call.deviceInformation()
        let parameters = try Sessions.Parameters(call, of: provider)
        let holder = call.holder(.v2, device: device, serviceProvider: provider.id)
        let status = PartnerFrameworkStatus.evaluate(call, of: provider)
        let id = await call.state.makeUUID()

        if let mvpd = status.validMVPD,
            let answer = await Sessions.direct(call, mvpd, holder: holder, id: id)
        {
            return answer
        }
        func session(
            _ mvpd: SandboxConfiguration.MVPD?, because reason: String, missing: [String]? = nil
        ) async throws -> Answer {
            let session = try await call.state.makeSession(
                holder, mvpd: mvpd?.id, domainName: parameters.domainName,
                redirectURL: parameters.redirectURL, device: information,
                userAgent: call.request.headerFields[.userAgent])
            return .json(
                Sessions.value(session, whenMissing: "resume", reason: reason, missing: missing))
        }
        if parameters.domainName == nil || parameters.redirectURL == nil {
            return try await session(status.mvpd, because: "missing_parameters_fallback")
        }
        switch status {
        case .unusable(_, let mvpd):
            let choice = call.configuration.choices.statusFallback
            return try await session(
                choice == .resume ? nil : mvpd, because: "pfs_fallback",
                missing: choice == .authenticate ? [] : nil)
        case .valid(let mvpd):
            guard call.isAppleDevice(information), let platform = mvpd.platform else { fallthrough }
            let system = information["osName"]?.text == "tvOS" ? Pass.Platform.tvOS : .iOS
            let query = try await PartnerQueries.make(call, mvpd, holder: holder, platform: system)
            return .json([
                "actionName": "partner_profile", "actionType": "direct", "reasonType": "none",
                "url": .string("/api/v2/\(PercentEscape.text(provider.id))/profiles/sso/Apple"),
                "sessionId": .string(id), "mvpd": .string(mvpd.id),
                "serviceProvider": .string(provider.id),
                "authenticationRequest": [
                    "type": "saml",
                    // A SAML query for the device, as Base64 of XML with its declaration.
                    "request": .string(
                        Base64.text(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + query).utf8)),
                    "attributesNames": .strings(platform.attributeNames),
                ],
            ])
        case .disabled:
            return try await session(status.mvpd, because: "configuration_fallback")
        }
    }
}

/// The queries that are sent to devices.
enum PartnerQueries {
    static func make(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder, platform: Pass.Platform
    ) async throws -> String {
        // An XML identifier must not begin with a digit.
        let id = "_" + Hexadecimal.text(await call.state.randomBytes(20))
        let query = try await call.core.partners.query(
            to: mvpd, serviceProvider: holder.serviceProvider, platform: platform, id: id,
            now: call.now)
        try await call.state.keep(
            QueryRecord(
                id: id, notAfter: call.state.end(after: call.configuration.lifetimes.query)),
            to: mvpd.id, of: holder)
        return query
    }
}
#endif
