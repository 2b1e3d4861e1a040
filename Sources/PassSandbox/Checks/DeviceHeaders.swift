#if Sandbox
internal import AdobePass
internal import PayloadCoding

extension Call {
    /// The device identifier in the header of REST API v2, decoded.
    func deviceIdentifier() throws(Refusal) -> String {
        let kind = "fingerprint "
        guard let value = field("AP-Device-Identifier"), value.hasPrefix(kind),
            let bytes = try? Base64.decode([UInt8](value.dropFirst(kind.count).utf8)),
            !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Refusal(
                400, Pass.ErrorCode.invalidHeaderDeviceIdentifier, "invalidDeviceIdentifier",
                "AP-Device-Identifier must be the word fingerprint and Base64.")
        }
        return text
    }

    /// The device information in the header of REST API v2, which has to be Base64.
    func deviceInformation() throws(Refusal) -> SandboxConfiguration.Value {
        guard let value = field("X-Device-Info"),
            let bytes = try? Base64.decode([UInt8](value.utf8)), !bytes.isEmpty
        else {
            throw Refusal(
                400, Pass.ErrorCode.invalidHeaderDeviceInfo, "invalidDeviceInformation",
                "X-Device-Info must be Base64 of a JSON object.")
        }
        return try deviceInformation(bytes, code: .invalidHeaderDeviceInfo)
    }

    /// Device information that has been decoded from Base64: other text than a JSON object counts
    /// as an empty one, unless the sandbox is strict.
    func deviceInformation(_ bytes: [UInt8], code: Pass.ErrorCode) throws(Refusal)
        -> SandboxConfiguration.Value
    {
        if let value = JSONText.read(bytes), case .object = value { return value }
        if configuration.choices.strictDeviceInformation {
            throw Refusal(
                400, code, "undecodableDeviceInformation",
                "The device information is not a JSON object.")
        }
        return .object([])
    }

    /// Returns whether a device says that its system is Apple's.
    func isAppleDevice(_ device: SandboxConfiguration.Value) -> Bool {
        guard configuration.choices.requiresAppleDevice else { return true }
        guard let system = device["osName"]?.text else { return true }
        return ["iOS", "tvOS", "iPadOS", "Mac OS", "OS X", "macOS"].contains { isSame($0, system) }
    }
}

/// Tells a device what the sandbox learnt of it.
enum DeviceEcho {
    static func value(_ session: SessionRecord) -> SandboxConfiguration.Value {
        let device = session.device
        func text(_ name: String) -> SandboxConfiguration.Value { device[name] ?? .null }
        func vendor(_ name: String) -> SandboxConfiguration.Value {
            device[name] ?? device["vendor"] ?? .null
        }
        let version = device["version"]?.text?.split(
            whereSeparator: { $0 == "," || $0 == "." }
        ).map { SandboxConfiguration.Value.text(String($0)) }
        func component(_ index: Int) -> SandboxConfiguration.Value {
            version.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .null
        }
        let userAgent = SandboxConfiguration.Value.text(session.userAgent) ?? .null
        return [
            "type": device["primaryHardwareType"] ?? device["type"] ?? "Unknown",
            "model": text("model"),
            "version": [
                "major": component(0), "minor": component(1), "patch": component(2),
                "profile": .null,
            ],
            "hardware": [
                "name": text("model"), "vendor": text("vendor"), "version": text("version"),
                "manufacturer": text("manufacturer"),
            ],
            "operatingSystem": [
                "name": text("osName"), "family": device["osFamily"] ?? text("osName"),
                "vendor": vendor("osVendor"), "version": text("osVersion"),
            ],
            "browser": [
                "name": text("browserName"), "vendor": text("browserVendor"),
                "version": text("browserVersion"),
                "userAgent": device["userAgent"] ?? userAgent, "originalUserAgent": userAgent,
            ],
            "display": [
                "width": text("displayWidth"), "height": text("displayHeight"),
                "ppi": text("displayPpi"), "name": .null, "vendor": .null, "version": .null,
                "diagonalSize": text("diagonalScreenSize"),
            ],
            "applicationId": text("applicationId"),
            "connection": [
                "ipAddress": text("connectionIp"), "port": text("connectionPort"),
                "secure": text("connectionSecure"), "type": text("connectionType"),
            ],
        ]
    }
}
#endif
