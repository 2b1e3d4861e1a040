#if Sandbox
internal import AdobePass
internal import PayloadCoding
internal import WireText

/// The parameters that nearly every call of REST API v1 has: requestor, device and its description.
struct DeviceSet: Sendable {
    let fields: FormFields
    let provider: SandboxConfiguration.ServiceProvider
    let holder: Holder
    let information: JSONValue

    /// Reads them from query and body.
    ///
    /// A call of Apple's sign-on is not documented to describe the device, so that it need not.
    init(_ call: Call, requestor name: String = "requestor", describesDevice: Bool = true)
        throws(Refusal)
    {
        let fields = try call.query().merging(call.form())
        let requestor = call.parts["requestor"] ?? fields.nonEmpty(name)
        provider = try Self.provider(call, requestor)
        guard let device = fields.nonEmpty("deviceId") else {
            throw Refusal(
                400, .invalidDeviceID, "missingDeviceID", "The parameter deviceId is missing.")
        }
        information =
            describesDevice || call.field("X-Device-Info") != nil
                || fields.nonEmpty("device_info") != nil
            ? try Self.information(call, fields) : [:]
        holder = call.holder(.v1, device: device, serviceProvider: provider.id)
        self.fields = fields
    }

    /// The service provider that a call names, which the access token has to be for.
    static func provider(_ call: Call, _ requestor: String?) throws(Refusal)
        -> SandboxConfiguration.ServiceProvider
    {
        guard let requestor, let provider = call.configuration.serviceProvider(requestor) else {
            throw Refusal(
                400, .invalidRequestor, "unknownRequestor",
                "The parameter requestor is missing or unknown.")
        }
        if let client = call.client,
            let statement = call.configuration.softwareStatement(client.statement)
        {
            try AccessTokenCheck.check(statement, for: provider.id)
        }
        return provider
    }

    /// The device information: Base64, percent-encoded once more as this version wants it or not.
    private static func information(_ call: Call, _ fields: FormFields) throws(Refusal)
        -> JSONValue
    {
        let given = call.field("X-Device-Info") ?? fields.nonEmpty("device_info")
        guard let given, let decoded = try? PercentEncoding.decode([UInt8](given.utf8)),
            let bytes = try? Base64.decode(decoded), !bytes.isEmpty
        else {
            throw Refusal(
                400, .invalidDeviceInfo, "invalidDeviceInformation",
                "The parameter device_info must be Base64 of a JSON object.")
        }
        return try call.deviceInformation(bytes, code: .invalidDeviceInfo)
    }

    /// The MVPD that a call names in `name`, which has to be integrated.
    func mvpd(_ call: Call, _ name: String) throws(Refusal) -> SandboxConfiguration.MVPD {
        try Self.mvpd(call, fields.nonEmpty(name), of: provider)
    }

    static func mvpd(
        _ call: Call, _ id: String?, of provider: SandboxConfiguration.ServiceProvider
    ) throws(Refusal) -> SandboxConfiguration.MVPD {
        guard let id, let mvpd = call.configuration.mvpd(id),
            call.configuration.isIntegrated(mvpd, with: provider)
        else {
            throw Refusal(
                400, .unknownIntegration, "noIntegration",
                "The requestor has no active integration with the MVPD.")
        }
        return mvpd
    }
}

extension Call {
    /// The authentication token of a device: the latest one, valid or not.
    func latestToken(of holder: Holder) async -> ProfileRecord? {
        await state.allProfiles(of: holder).max { $0.notBefore < $1.notBefore }
    }

    /// The valid authentication token of a device; refuses with a status and a code without one.
    func validToken(
        of holder: Holder, status: Int, ifExpired expiredStatus: Int? = nil,
        missing: Pass.ErrorCode = .authenticationSessionMissing,
        expired: Pass.ErrorCode = .authenticationSessionExpired
    ) async throws(Refusal) -> ProfileRecord {
        guard let token = await latestToken(of: holder) else {
            throw Refusal(
                status, missing, "noAuthenticationToken", "Authentication token not found.")
        }
        guard token.isValid(at: now) else {
            throw Refusal(
                expiredStatus ?? status, expired, "authenticationTokenExpired",
                "Authentication token expired.")
        }
        return token
    }
}

extension Answer {
    /// A body of REST API v1 in the format that the request asks for.
    static func body(
        _ call: Call, root: String, _ value: JSONValue,
        items: [String: String] = [:]
    ) -> Answer {
        switch call.format {
        case .json: .json(value)
        case .xml: .xml(XMLText.write(root: root, value, items: items))
        }
    }
}
#endif
