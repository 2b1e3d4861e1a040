#if Sandbox
internal import AdobePass
internal import PayloadCoding
internal import WireText

extension Call {
    /// The device identifier in the header of REST API v2, decoded.
    func deviceIdentifier() throws(Refusal) -> String {
        let kind = "fingerprint "
        guard let value = field("AP-Device-Identifier"), value.hasPrefix(kind),
            let bytes = Base64.content(String(value.dropFirst(kind.count))),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Refusal(
                400, .invalidHeaderDeviceIdentifier, "invalidDeviceIdentifier",
                "AP-Device-Identifier must be the word fingerprint and Base64.")
        }
        return text
    }

    /// The device information in the header of REST API v2, which has to be Base64.
    func deviceInformation() throws(Refusal) -> JSONValue {
        if isPage, field("X-Device-Info") == nil { return [:] }
        guard let bytes = Base64.content(field("X-Device-Info")) else {
            throw Refusal(
                400, .invalidHeaderDeviceInfo, "invalidDeviceInformation",
                "X-Device-Info must be Base64 of a JSON object.")
        }
        return try deviceInformation(bytes, code: .invalidHeaderDeviceInfo)
    }

    /// A Boolean value that indicates whether a page in a browser calls, which may omit the device
    /// information.
    var isPage: Bool {
        field("User-Agent")?.hasPrefix("Mozilla/") == true && field("Origin") != nil
    }

    /// Device information that has been decoded from Base64: other text than a JSON object counts
    /// as an empty one, unless the sandbox is strict.
    func deviceInformation(_ bytes: [UInt8], code: Pass.ErrorCode) throws(Refusal)
        -> JSONValue
    {
        if let value = JSONText.read(bytes), value.members != nil { return value }
        if configuration.choices.strictDeviceInformation {
            throw Refusal(
                400, code, "undecodableDeviceInformation",
                "The device information is not a JSON object.")
        }
        return [:]
    }

    /// Returns whether a device says that its system is Apple's.
    func isAppleDevice(_ device: JSONValue) -> Bool {
        guard configuration.choices.requiresAppleDevice else { return true }
        guard let system = device["osName"]?.text else { return true }
        return ["iOS", "tvOS", "iPadOS", "Mac OS", "OS X", "macOS"].contains { isSame($0, system) }
    }
}

/// Tells a device what the sandbox learnt of it.
enum DeviceEcho {
    static func value(_ session: SessionRecord) -> JSONValue {
        let device = session.device
        func text(_ name: String) -> JSONValue { device[name] ?? .null }
        func vendor(_ name: String) -> JSONValue {
            device[name] ?? device["vendor"] ?? .null
        }
        let version = device["version"]?.text?.split(
            whereSeparator: { $0 == "," || $0 == "." }
        ).map { JSONValue.string(String($0)) }
        func component(_ index: Int) -> JSONValue {
            version.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .null
        }
        let userAgent = JSONValue.string(session.userAgent) ?? .null
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
