#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding
internal import WireText
internal import XMLCore

/// The calls of the SSO Service about the devices that share a sign-in.
enum LinkCalls {
    @Sendable static func link(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        _ = try call.deviceIdentifier()
        let member = try await ServiceMember.required(call, of: provider, whenMissing: 401)
        let (code, record) = try await call.state.makeLinkCode(
            subject: member.subject, serviceProvider: provider.id)
        let names = call.configuration.ssoService.fieldNames
        return .json(
            [
                "status": "CREATED", "code": names == .tables ? nil : .string(code),
                "link": names == .samples ? nil : .string(code),
                "notBefore": .integer(record.notBefore), "notAfter": .integer(record.notAfter),
            ], status: 201)
    }

    @Sendable static func list(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        _ = try call.deviceIdentifier()
        let member = try await ServiceMember.required(call, of: provider, whenMissing: 401)
        let devices = await call.state.ssoDevices(member.subject, of: provider.id)
            .sorted { $0.lastSeen > $1.lastSeen }
        let signedIn = await call.state.profiles().filter {
            $0.holder.api == .v2 && isSame($0.holder.serviceProvider, provider.id)
        }.map(\.holder.deviceIdentifier)
        let values = devices.map { device in
            let isRegular = signedIn.contains { isSame($0, device.identifier) }
            return (Self.key(device.identifier), attributes(device, isRegular: isRegular))
        }
        return .json(["devices": .object(values)])
    }

    @Sendable static func unlink(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        _ = try call.deviceIdentifier()
        let member = try await ServiceMember.required(call, of: provider, whenMissing: 401)
        let keys = try devices(call)
        var unlinked: [String] = []
        for key in keys {
            guard
                let identifier = Base64.content(key).flatMap({
                    String(validating: $0, as: UTF8.self)
                }),
                let device = try await call.state.unlink(
                    identifier, subject: member.subject, of: provider.id)
            else { continue }
            unlinked.append(key)
            await call.core.memory.forgetTokens(
                of: ByteExactName(device.clientID, identifier, provider.id))
        }
        return .json(["status": "OK", "unlinkedDevices": .strings(unlinked)])
    }

    /// The devices that a body names.
    private static func devices(_ call: Call) throws(Refusal) -> [String] {
        guard !call.body.isEmpty else {
            throw Refusal(400, .requestNull, "noBody", "The request has no body.")
        }
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        let list = JSONText.read(call.body)?["devices"]?.elements ?? []
        let keys = list.compactMap(\.text)
        guard type.hasPrefix("application/json"), !keys.isEmpty, keys.count == list.count else {
            throw Refusal(
                400, .requestInvalid, "noDevices",
                "The body must be a JSON object with a list of devices.")
        }
        return keys
    }

    /// The key of a device in the list: what stands after `fingerprint` in its header field.
    private static func key(_ identifier: String) -> String { Base64.text(identifier.utf8) }

    private static func attributes(_ device: SSODeviceRecord, isRegular: Bool) -> JSONValue {
        let information = device.information
        return [
            "deviceType": type(information["primaryHardwareType"]?.text),
            "model": information["model"], "os": information["osName"],
            "osVersion": information["osVersion"], "userAgent": .string(device.userAgent),
            "lastSeen": .integer(device.lastSeen),
            "type": isRegular ? "regular" : "sso",
        ]
    }

    /// The word that Adobe's samples have for a kind of hardware.
    private static func type(_ hardware: String?) -> JSONValue? {
        switch hardware {
        case "TV", "SetTopBox", "GameConsole", "MediaPlayer": "smartTV"
        case "MobilePhone": "mobile"
        case "Tablet": "tablet"
        case let other: .string(other)
        }
    }
}
#endif
