#if Sandbox
/// Which MVPDs a service provider has, as REST API v2 tells it.
enum ConfigurationAnswer {
    typealias Value = SandboxConfiguration.Value

    @Sendable static func answer(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let device = (try? call.deviceInformation()) ?? .object([])
        return .json([
            "device": device["primaryHardwareType"] ?? "unknown", "clientType": "html5",
            "os": device["osName"] ?? "Unknown", "errorReporting": [:],
            "time": .integer(call.now),
            "requestor": requestor(provider, mvpds: call.state.mvpds(of: provider.id)) { mvpd in
                members(of: mvpd)
            },
        ])
    }

    /// A service provider with its MVPDs.
    static func requestor(
        _ provider: SandboxConfiguration.ServiceProvider, mvpds: [SandboxConfiguration.MVPD],
        members: (SandboxConfiguration.MVPD) -> [(String, Value?)]
    ) -> Value {
        [
            "id": .text(provider.id), "name": .text(provider.name),
            "domains": .list(
                provider.domains.map { ["name": .text($0), "mvpdInitiated": false] }),
            "mvpds": .list(mvpds.map { .members(members($0)) }),
        ]
    }

    /// The members of an MVPD that both interfaces have.
    static func members(of mvpd: SandboxConfiguration.MVPD) -> [(String, Value?)] {
        var members: [(String, Value?)] = [
            ("id", .text(mvpd.id)), ("displayName", .text(mvpd.displayName)),
            ("logoUrl", .text(mvpd.logoURL)),
            ("isTempPass", .boolean(mvpd.temporaryAccess != nil)),
            ("isProxy", .boolean(mvpd.proxy != nil)),
        ]
        guard let platform = mvpd.platform else { return members }
        members += [
            ("boardingStatus", .text(platform.boardingStatus)),
            ("platformMappingId", .text(platform.mappingID)),
            ("enablePlatformServices", .boolean(platform.isEnabled)),
            ("displayInPlatformPicker", .boolean(platform.displaysInPicker)),
            ("enforcePlatformPermissions", .boolean(platform.enforcesPermissions)),
        ]
        return members
    }
}
#endif
