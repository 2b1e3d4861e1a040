#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import WireText

/// The calls of the SSO Service that give a token.
enum ServiceTokenCalls {
    @Sendable static func create(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let device = try call.deviceIdentifier()
        let information = try call.deviceInformation()
        let subject = try await subject(call, device, provider)
        let now = call.now
        try await call.state.join(
            SSODeviceRecord(
                identifier: device, clientID: call.client?.id ?? "", joined: now, lastSeen: now,
                information: information, userAgent: call.request.headerFields[.userAgent]),
            subject: subject, of: provider.id)
        return try await answer(call, subject, device, status: 201, "CREATED")
    }

    @Sendable static func refresh(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let member = try await ServiceMember.required(
            call, of: provider, whenMissing: 400, isRefresh: true)
        return try await answer(call, member.subject, member.device, status: 200, "OK")
    }

    private static func answer(
        _ call: Call, _ subject: String, _ device: String, status: Int, _ phrase: String
    ) async throws -> Answer {
        let token = try await call.core.tokens.token(subject: subject, device: device)
        let names = call.configuration.ssoService.fieldNames
        return .json(
            [
                "status": .string(phrase),
                "serviceToken": names == .tables ? nil : .string(token.text),
                "jws": names == .samples ? nil : .string(token.text),
                "notBefore": .integer(token.notBefore), "notAfter": .integer(token.notAfter),
            ], status: status)
    }

    /// The common identifier that a request stands for: by a link code, or by itself.
    private static func subject(
        _ call: Call, _ device: String, _ provider: SandboxConfiguration.ServiceProvider
    ) async throws -> String {
        let settings = call.configuration.ssoService
        let identifier = call.nonEmptyField("X-SSO-ID")
        let code = call.nonEmptyField("X-SSO-LINK")
        if identifier != nil, code != nil, settings.refusesBothHeaders {
            throw Refusal(
                400, .requestInvalid, "twoSSOHeaders",
                "The request has X-SSO-ID and X-SSO-LINK; it may have one.")
        }
        if let code { return try await subject(call, linkCode: code, provider) }
        if let identifier { return identifier }
        guard settings.usesDeviceIdentifier else {
            throw Refusal(
                400, .headerMissing, "noSSOHeader",
                "The request needs X-SSO-ID or X-SSO-LINK.")
        }
        return device
    }

    private static func subject(
        _ call: Call, linkCode code: String, _ provider: SandboxConfiguration.ServiceProvider
    ) async throws -> String {
        // So few codes could all be tried.
        guard await call.core.limiter.admitsCode(from: call.client?.id ?? "", at: call.now) else {
            throw Refusal(
                429, .internalError, "throttled", "More codes than a person enters.")
        }
        if let record = try await call.state.redeem(linkCode: code, for: provider.id) {
            return record.subject
        }
        let known = await call.state.linkCode(code)
        guard let known, isSame(known.serviceProvider, provider.id) else {
            throw Refusal(400, .tokenInvalid, "unknownLinkCode", "There is no such link code.")
        }
        if known.isUsed {
            throw Refusal(
                400, .tokenInvalid, "usedLinkCode", "The link code has been used already.")
        }
        throw Refusal(
            call.configuration.ssoService.tellsExpiredLinkCodes ? 401 : 400,
            call.configuration.ssoService.tellsExpiredLinkCodes ? .tokenExpired : .tokenInvalid,
            "expiredLinkCode", "The link code has expired.")
    }
}

extension Call {
    /// The value of a header field that is not empty.
    func nonEmptyField(_ name: String) -> String? {
        field(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
#endif
