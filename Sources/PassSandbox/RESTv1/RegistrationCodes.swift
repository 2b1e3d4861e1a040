#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding

/// Registration codes of REST API v1.
enum RegistrationCodes {
    typealias Value = SandboxConfiguration.Value

    @Sendable static func create(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let lifetimes = call.configuration.lifetimes
        var seconds = lifetimes.session
        if let text = set.fields.nonEmpty("ttl") {
            guard let given = Int(text), given > 0, given <= lifetimes.longestRegistrationCode
            else {
                throw Refusal(
                    400, Pass.ErrorCode.internalError, "unusableTimeToLive",
                    "The parameter ttl is a number of seconds up to "
                        + "\(lifetimes.longestRegistrationCode).")
            }
            seconds = given
        }
        let mvpd = try set.fields.nonEmpty("mvpd").map {
            id throws(Refusal) in try DeviceSet.mvpd(call, id, of: set.provider)
        }
        let session = try await call.state.makeSession(
            SandboxState.NewSession(
                holder: set.holder, mvpd: mvpd?.id, seconds: seconds, device: set.information,
                userAgent: call.request.headerFields[.userAgent]))
        return try answer(call, session, status: 201)
    }

    @Sendable static func read(_ call: Call) async throws -> Answer {
        try answer(call, try await session(call, call.part("code")), status: 200)
    }

    @Sendable static func delete(_ call: Call) async throws -> Answer {
        let session = try await session(call, call.part("code"))
        try await call.state.removeSession(code: session.code)
        return Answer(status: 204)
    }

    /// The valid record of a code; 404 is not documented, but nothing else is either.
    static func session(_ call: Call, _ code: String) async throws(Refusal) -> SessionRecord {
        let provider = try DeviceSet.provider(call, call.parts["requestor"])
        return try await session(call, code, of: provider, status: 404)
    }

    static func session(
        _ call: Call, _ code: String, of provider: SandboxConfiguration.ServiceProvider,
        status: Int
    ) async throws(Refusal) -> SessionRecord {
        guard let session = await call.state.session(code: code), session.holder.api == .v1,
            isSame(session.holder.serviceProvider, provider.id)
        else {
            throw Refusal(
                status, status == 400 ? "internal_error" : "authentication_session_missing",
                "noRegistrationCode",
                "The registration code is unknown for the requestor, or has expired.",
                action: "authentication")
        }
        return session
    }

    private static func answer(_ call: Call, _ session: SessionRecord, status: Int) throws
        -> Answer
    {
        let deviceID = String(
            decoding: Base64.encoding([UInt8](session.holder.deviceIdentifier.utf8)),
            as: UTF8.self)
        let authority = call.request.authority ?? "127.0.0.1:8765"
        let address = "http://\(authority)/activate"
        let members: [(String, Value?)] = [
            ("id", .text(session.id)), ("code", .text(session.code)),
            ("requestor", .text(session.holder.serviceProvider)),
            ("mvpd", .text(session.mvpd ?? "")), ("generated", .integer(session.notBefore)),
            ("expires", .integer(session.notAfter)),
        ]
        if try Negotiation.format(of: call) == .xml {
            let info: Value = .members([
                ("deviceId", .text(deviceID)), ("deviceType", device(session, "osName")),
                ("registrationURL", .text(address)),
            ])
            return .xml(
                XMLText.write(
                    root: "ns2:regcode",
                    attributes: "xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\"",
                    .members(members + [("info", info)])), status: status)
        }
        let client = call.client
        let application = call.configuration.softwareStatements.first {
            isSame($0.statement, client?.statement ?? "")
        }?.application
        let echo = [UInt8](JSONText.write(DeviceEcho.value(session)).utf8)
        return .json(
            .members(
                members + [
                    (
                        "info",
                        .members([
                            ("deviceId", .text(deviceID)),
                            (
                                "deviceInfo",
                                .text(String(decoding: Base64.encoding(echo), as: UTF8.self))
                            ),
                            ("userAgent", .text(session.userAgent)),
                            ("originalUserAgent", .text(session.userAgent)),
                            ("authorizationType", "OAUTH2"),
                            ("registrationURL", .text(address)),
                            (
                                "sourceApplicationInformation",
                                [
                                    "id": .text(client?.id ?? ""),
                                    "name": .text(application ?? ""), "version": "1.0",
                                ]
                            ),
                        ])
                    )
                ]), status: status)
    }

    private static func device(_ session: SessionRecord, _ name: String) -> Value? {
        session.device[name]?.text.map { .text($0) }
    }
}
#endif
