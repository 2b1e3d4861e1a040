#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding
internal import WireText

/// Registration codes of REST API v1.
enum RegistrationCodes {
    @Sendable static func create(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let lifetimes = call.configuration.lifetimes
        var seconds = lifetimes.session
        if let text = set.fields.nonEmpty("ttl") {
            guard let given = Int(text), given > 0, given <= lifetimes.longestRegistrationCode
            else {
                throw Refusal(
                    400, .internalError, "unusableTimeToLive",
                    "The parameter ttl is a number of seconds up to "
                        + "\(lifetimes.longestRegistrationCode).")
            }
            seconds = given
        }
        let mvpd = try set.fields.nonEmpty("mvpd").map {
            id throws(Refusal) in try DeviceSet.mvpd(call, id, of: set.provider)
        }
        let session = try await call.state.makeSession(
            set.holder, mvpd: mvpd?.id, seconds: seconds, device: set.information,
            userAgent: call.request.headerFields[.userAgent])
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
        let deviceID = Base64.text(session.holder.deviceIdentifier.utf8)
        let address = "http://\(call.request.authority ?? "127.0.0.1:8765")/activate"
        let format = call.format
        let code: JSONValue = [
            "id": .string(session.id), "code": .string(session.code),
            "requestor": .string(session.holder.serviceProvider),
            "mvpd": .string(session.mvpd ?? ""), "generated": .integer(session.notBefore),
            "expires": .integer(session.notAfter),
            "info": format == .xml
                ? [
                    "deviceId": .string(deviceID),
                    "deviceType": .string(session.device["osName"]?.text),
                    "registrationURL": .string(address),
                ] : information(call, session, deviceID: deviceID, address: address),
        ]
        guard format == .xml else { return .json(code, status: status) }
        return .xml(
            XMLText.write(
                root: "ns2:regcode", attributes: "xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\"",
                code), status: status)
    }

    private static func information(
        _ call: Call, _ session: SessionRecord, deviceID: String, address: String
    ) -> JSONValue {
        let client = call.client
        let application = client.flatMap { call.configuration.softwareStatement($0.statement) }?
            .application
        return [
            "deviceId": .string(deviceID),
            "deviceInfo": .string(Base64.text(DeviceEcho.value(session).bytes)),
            "userAgent": .string(session.userAgent),
            "originalUserAgent": .string(session.userAgent), "authorizationType": "OAUTH2",
            "registrationURL": .string(address),
            "sourceApplicationInformation": [
                "id": .string(client?.id ?? ""), "name": .string(application ?? ""),
                "version": "1.0",
            ],
        ]
    }
}
#endif
