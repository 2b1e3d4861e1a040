#if Sandbox
internal import WireText

/// The MVPDs of a service provider that the device may see.
///
/// The platform decides, not the user: sign-on through Apple is told to Apple's systems only, and an
/// MVPD may be active on some systems. A device that does not name its system is told everything.
enum ConfigurationAnswer {
    @Sendable static func answer(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let device = (try? call.deviceInformation()) ?? [:]
        return .json([
            "device": device["primaryHardwareType"] ?? "unknown", "clientType": "html5",
            "os": device["osName"] ?? "Unknown", "errorReporting": [:],
            "time": .integer(call.now), "requestor": requestor(call, provider, for: device),
        ])
    }

    /// The answer of REST API v1.
    ///
    /// Adobe shows no body. The JSON is that of v2 with `requiredMetadataFields`; the XML has
    /// elements of the same names, and `requiredMetadataFields` one `requiredMetadataField` for
    /// each.
    @Sendable static func answerInV1(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, call.parts["requestor"])
        let device = (try? DeviceSet(call))?.information ?? [:]
        return .body(
            call, root: "config",
            ["requestor": requestor(call, provider, for: device, namesAttributes: true)],
            items: [
                "domains": "domain", "mvpds": "mvpd",
                "requiredMetadataFields": "requiredMetadataField",
            ])
    }

    /// A service provider with its MVPDs, which have `requiredMetadataFields` in REST API v1.
    private static func requestor(
        _ call: Call, _ provider: SandboxConfiguration.ServiceProvider,
        for device: JSONValue, namesAttributes: Bool = false
    ) -> JSONValue {
        let system = device["osName"]?.text
        let mvpds = call.state.mvpds(of: provider.id).filter {
            $0.isActive(on: system)
        }.map { mvpd -> JSONValue in
            let platform = call.isAppleDevice(device) ? mvpd.platform : nil
            return [
                "id": .string(mvpd.id), "displayName": .string(mvpd.displayName),
                "logoUrl": .string(call.absolute(mvpd.logoURL)),
                "isTempPass": .boolean(mvpd.temporaryAccess != nil),
                "isProxy": .boolean(mvpd.proxy != nil),
                "boardingStatus": .string(platform?.boardingStatus),
                "platformMappingId": .string(platform?.mappingID),
                "enablePlatformServices": platform.map { .boolean($0.isEnabled) },
                "displayInPlatformPicker": platform.map { .boolean($0.displaysInPicker) },
                "enforcePlatformPermissions": platform.map { .boolean($0.enforcesPermissions) },
                "requiredMetadataFields": namesAttributes
                    ? platform.map { .strings($0.attributeNames) } : nil,
            ]
        }
        return [
            "id": .string(provider.id), "name": .string(provider.name),
            "domains": .array(
                provider.domains.map { ["name": .string($0), "mvpdInitiated": false] }),
            "mvpds": .array(mvpds),
        ]
    }
}
#endif
