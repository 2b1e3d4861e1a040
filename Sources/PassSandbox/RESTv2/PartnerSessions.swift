#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding
internal import WireText

/// The partner's part of REST API v2: requests for a sign-in at system level.
enum PartnerSessions {
    typealias Value = SandboxConfiguration.Value

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
        var new = SandboxState.NewSession(
            holder: holder, mvpd: named(in: status)?.id, domainName: parameters.domainName,
            redirectURL: parameters.redirectURL, seconds: call.configuration.lifetimes.session,
            device: information, userAgent: call.request.headerFields[.userAgent])
        if parameters.domainName == nil || parameters.redirectURL == nil {
            let session = try await call.state.makeSession(new)
            return .json(
                Sessions.value(
                    session, whenMissing: "resume", reason: "missing_parameters_fallback"))
        }
        switch status {
        case .unusable(_, let mvpd):
            let choice = call.configuration.choices.statusFallback
            if choice == .resume { new.mvpd = nil } else { new.mvpd = mvpd?.id }
            let session = try await call.state.makeSession(new)
            return .json(
                Sessions.value(
                    session, whenMissing: "resume", reason: "pfs_fallback",
                    missing: choice == .authenticate ? [] : nil))
        case .disabled:
            return .json(
                Sessions.value(
                    try await call.state.makeSession(new), whenMissing: "resume",
                    reason: "configuration_fallback"))
        case .valid(let mvpd):
            guard call.isAppleDevice(information), let platform = mvpd.platform else {
                return .json(
                    Sessions.value(
                        try await call.state.makeSession(new), whenMissing: "resume",
                        reason: "configuration_fallback"))
            }
            return .json(
                [
                    "actionName": "partner_profile", "actionType": "direct",
                    "reasonType": "none",
                    "url": .text(
                        "/api/v2/\(PercentEscape.text(provider.id))/profiles/sso/Apple"),
                    "sessionId": .text(id), "mvpd": .text(mvpd.id),
                    "serviceProvider": .text(provider.id),
                    "authenticationRequest": [
                        "type": "saml",
                        "request": .text(
                            try await request(call, mvpd, holder: holder, information)),
                        "attributesNames": .list(platform.attributeNames.map { .text($0) }),
                    ],
                ])
        }
    }

    /// A SAML query for the device, as Base64 of XML with its declaration.
    private static func request(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder, _ device: Value
    ) async throws -> String {
        let system = device["osName"]?.text == "tvOS" ? Pass.Platform.tvOS : .iOS
        let query = try await PartnerQueries.make(
            call, mvpd, holder: holder, platform: system)
        return String(
            decoding: Base64.encoding(
                [UInt8](("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + query).utf8)),
            as: UTF8.self)
    }

    private static func named(in status: PartnerFrameworkStatus) -> SandboxConfiguration.MVPD? {
        switch status {
        case .valid(let mvpd), .disabled(let mvpd): mvpd
        case .unusable(_, let mvpd): mvpd
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
                id: id, notAfter: call.now + Int64(call.configuration.lifetimes.query) * 1000),
            to: mvpd.id, of: holder)
        return query
    }
}
#endif
