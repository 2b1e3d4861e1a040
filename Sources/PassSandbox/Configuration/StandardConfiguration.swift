internal import WireText

extension SandboxConfiguration {
    /// A service provider `REF30`, the software statement `sandbox`, and providers of every kind.
    package static var standard: SandboxConfiguration {
        SandboxConfiguration(
            serviceProviders: [
                ServiceProvider(
                    id: "REF30", name: "Reference",
                    domains: ["adobe.com", "localhost", "127.0.0.1"])
            ],
            softwareStatements: [
                SoftwareStatement(statement: "sandbox", application: "Sandbox RESTV2"),
                SoftwareStatement(
                    statement: "sandbox-v2", application: "Sandbox v2 only", apis: [.v2]),
                SoftwareStatement(
                    statement: "sandbox-v1", application: "Sandbox v1 only", apis: [.v1]),
            ],
            mvpds: [
                cablevision, picker, regular, behindProxy, degraded,
                temporary("TempPass", resources: nil),
                temporary("TempPassPromotional", resources: 3), inactive,
            ])
    }

    private static func subscriber(_ name: String, _ userID: String) -> Subscriber {
        Subscriber(
            name: name, userID: userID,
            samlAttributes: ["uid": [userID], "uniqueId": ["unique-\(userID)"]],
            metadata: [
                "userID": .string(userID), "upstreamUserID": .string(userID),
                "householdID": .string("household-\(userID)"), "zip": ["12345", "34567"],
                "channelID": ["channel-1", "channel-2"],
                "maxRating": ["MPAA": "PG-13", "VCHIP": "TV-14"], "hba_status": "false",
            ])
    }

    private static var cablevision: MVPD {
        var mvpd = MVPD(id: "Cablevision", displayName: "Cablevision")
        mvpd.platform = PlatformSignOn(mappingID: "Cablevision_apple")
        mvpd.hasLogoutEndpoint = true
        mvpd.subscribers = [subscriber("ada", "subscriber-1"), subscriber("grace", "subscriber-2")]
        mvpd.deniedResources = ["denied"]
        mvpd.resourceErrors = [
            "adult": "authorization_denied_by_parental_controls",
            "away": "authorization_denied_by_hba_policies",
            "ended": "authorization_denied_by_session_invalidated",
            "unknown-user": "identity_not_recognized_by_mvpd",
            "unreadable": "network_received_error", "slow": "network_connection_timeout",
            "endless": "maximum_execution_time_exceeded",
        ]
        return mvpd
    }

    private static var picker: MVPD {
        var mvpd = MVPD(id: "Spectrum", displayName: "Spectrum")
        mvpd.platform = PlatformSignOn(mappingID: "Spectrum_apple", boardingStatus: "PICKER")
        mvpd.subscribers = [subscriber("alan", "subscriber-3")]
        mvpd.deniedResources = ["denied"]
        return mvpd
    }

    private static var regular: MVPD {
        var mvpd = MVPD(id: "Comcast", displayName: "Comcast")
        mvpd.hasLogoutEndpoint = true
        mvpd.subscribers = [subscriber("edsger", "subscriber-4")]
        mvpd.deniedResources = ["denied"]
        return mvpd
    }

    private static var behindProxy: MVPD {
        var mvpd = MVPD(id: "ProxiedMVPD", displayName: "Proxied MVPD")
        mvpd.proxy = "ProxyMVPD"
        mvpd.subscribers = [subscriber("barbara", "subscriber-5")]
        mvpd.deniedResources = ["denied"]
        return mvpd
    }

    private static var degraded: MVPD {
        var mvpd = MVPD(id: "DegradedMVPD", displayName: "Degraded MVPD")
        mvpd.degradation = .authNAll
        mvpd.platform = PlatformSignOn(mappingID: "DegradedMVPD_apple")
        mvpd.subscribers = [subscriber("tony", "subscriber-6")]
        return mvpd
    }

    private static var inactive: MVPD {
        var mvpd = MVPD(id: "InactiveMVPD", displayName: "Inactive MVPD")
        mvpd.isActive = false
        mvpd.platform = PlatformSignOn(mappingID: "InactiveMVPD_apple")
        return mvpd
    }

    private static func temporary(_ id: String, resources: Int?) -> MVPD {
        var mvpd = MVPD(id: id, displayName: id)
        mvpd.temporaryAccess = TemporaryAccess(seconds: 600, resources: resources)
        return mvpd
    }
}
