#if Sandbox
internal import Hummingbird
internal import PayloadCoding
internal import SAML2
internal import WireText

extension SandboxPages {
    /// The header field of a device, complete as a strict sandbox wants it.
    private static let deviceInformation = String(
        decoding: Base64.encoding(
            Array(
                """
                {"primaryHardwareType":"SetTopBox","model":"AppleTV","version":"14,1",\
                "osName":"tvOS","osVersion":"18.0","connectionType":"WiFi"}
                """.utf8)), as: UTF8.self)

    /// Returns the page with the sandbox's services and how to try them.
    func home(_ request: Request) -> Response {
        let configuration = core.configuration
        return page(
            .home, title: "Home", path: "/",
            [
                "baseURL": .text(baseURL(request)),
                "statement": .text(
                    configuration.softwareStatements.first { $0.isApproved }?.statement ?? ""),
                "deviceInformation": .text(Self.deviceInformation),
                "providers": .list(configuration.mvpds.map(Self.row)),
                "serviceProviders": .list(
                    configuration.serviceProviders.map { provider in
                        [
                            "id": .text(provider.id), "name": .text(provider.name),
                            "domains": .text(provider.domains.joined(separator: ", ")),
                        ]
                    }),
                "styles": .list(
                    ResponseStyle.allCases.map { style in
                        ["name": .text(style.rawValue), "purpose": .text(style.purpose)]
                    }),
            ])
    }

    private static func row(_ mvpd: SandboxConfiguration.MVPD) -> PageFields {
        let platform = mvpd.platform.map { platform in
            platform.isEnabled
                ? "\(platform.boardingStatus), \(platform.mappingID)"
                : "switched off (\(platform.mappingID))"
        }
        var notes: [String] = []
        if !mvpd.isActive { notes.append("inactive") }
        if let proxy = mvpd.proxy { notes.append("behind \(proxy)") }
        if let rule = mvpd.degradation { notes.append("degraded: \(rule.rawValue)") }
        if let access = mvpd.temporaryAccess {
            let resources = access.resources.map { ", \($0) resources" } ?? ""
            notes.append("free for \(access.seconds) seconds\(resources)")
        }
        return [
            "id": .text(mvpd.id), "name": .text(mvpd.displayName),
            "path": .text(PercentEscape.text(mvpd.id)), "platform": PageValue(platform),
            "hasFiles": .flag(mvpd.platform != nil),
            "subscribers": .text(mvpd.subscribers.map(\.name).joinedOrDash),
            "notes": .text(notes.joinedOrDash),
        ]
    }

    /// Returns the page with the open codes and the signed-in users.
    func sessions(_ request: Request) async throws -> Response {
        let interval = 5
        let isRefreshing = query(request)["refresh"] != nil
        let sessions: [PageFields] = await core.state.sessions().map { session in
            [
                "code": .text(session.code), "app": .text(Self.app(session.holder)),
                "mvpd": .text(session.mvpd ?? "to be chosen"),
                "state": .text(session.isCompleted ? "signed in" : "waiting"),
                "until": .text(Self.time(session.notAfter)),
            ]
        }
        let profiles: [PageFields] = await core.state.profiles().map { profile in
            [
                "mvpd": .text(profile.mvpd), "type": .text(profile.type),
                "app": .text(Self.app(profile.holder)), "user": .text(profile.userID),
                "attributes": .text((profile.metadata.members ?? []).map(\.name).joinedOrDash),
                "until": .text(Self.time(profile.notAfter)),
            ]
        }
        return page(
            .sessions, title: "Sessions and profiles", path: "/sessions",
            [
                "now": .text(Self.time(core.state.now)), "seconds": .text("\(interval)"),
                "isRefreshing": .flag(isRefreshing),
                "hasSessions": .flag(!sessions.isEmpty), "sessions": .list(sessions),
                "hasProfiles": .flag(!profiles.isEmpty), "profiles": .list(profiles),
            ], refresh: isRefreshing ? (interval, "/sessions?refresh=\(interval)") : nil)
    }

    private static func app(_ holder: Holder) -> String {
        "\(holder.serviceProvider) (\(holder.api.rawValue))"
    }

    private static func time(_ milliseconds: Int64) -> String {
        SAML.Instant(secondsSinceEpoch: milliseconds / 1000).description
    }
}

extension [String] {
    /// The texts in a row, or a dash for none.
    var joinedOrDash: String { isEmpty ? "–" : joined(separator: ", ") }
}
#endif
