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
        let address = baseURL(request)
        let statement =
            configuration.softwareStatements.first { $0.isApproved }?.statement ?? ""
        let providers = PageLayout.table(
            under: "providers", ["Provider", "Apple sign-on", "Subscribers", "Notes", "SAML"],
            rows: configuration.mvpds.markup(Self.row))
        let serviceProviders = PageLayout.table(
            under: "service-providers", ["Service provider", "Name", "Domains"],
            rows: configuration.serviceProviders.markup { provider in
                """
                <tr><th scope="row"><code>\(provider.id)</code></th><td>\(provider.name)</td>\
                <td>\(provider.domains.joined(separator: ", "))</td></tr>

                """
            })
        let styles = PageLayout.table(
            under: "styles", ["Style", "Response"],
            rows: ResponseStyle.allCases.markup { style in
                """
                <tr><th scope="row" class="short"><code>\(style.rawValue)</code></th>\
                <td>\(style.purpose)</td></tr>

                """
            })
        return page(
            title: "Home", path: "/",
            """
            <h1>Adobe Pass sandbox</h1>
            <p>This is a local Adobe Pass: REST API v2 and v1, Dynamic Client Registration, and TV \
            providers that verify each query and really sign their responses. Its base URL \
            is <code>\(address)</code>.</p>
            <h2 id="try">Try it</h2>
            <p>Sign in as an Apple device would, down to a media token:</p>
            <pre tabindex="0" role="group" aria-label="Command"><code>samlkit sso --api v2 --base-url \
            \(address)</code></pre>
            <p>Register an app with the software statement <code>\(statement)</code>:</p>
            <pre tabindex="0" role="group" aria-label="Command"><code>curl \(address)/o/client/register \\
              -H 'Content-Type: application/json' \\
              -H 'X-Device-Info: \(Self.deviceInformation)' \\
              -d '{"software_statement":"\(statement)"}'</code></pre>
            <h2>Pages</h2>
            <ul>
            <li><a href="/activate">Activate</a>: sign in on this screen for a device that shows a \
            code.</li>
            <li><a href="/sessions">Sessions</a>: what waits for a sign-in, and who is signed in.</li>
            <li><a href="/review">Review</a>: what a reviewer of Adobe’s checklist would say.</li>
            <li><a href="/inspect">Inspect</a>: what a SAML response says, and why it is or is not \
            accepted.</li>
            <li><a href="/sandbox/log">Log</a>: the requests so far, one JSON object per line.</li>
            </ul>
            <h2 id="providers">TV providers</h2>
            \(providers)\
            <h2 id="service-providers">Service providers</h2>
            \(serviceProviders)\
            <h2 id="styles">Response styles</h2>
            <p>How a provider writes and signs its SAML response; a device asks for one by name.</p>
            \(styles)
            """)
    }

    private static func row(_ mvpd: SandboxConfiguration.MVPD) -> Markup {
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
        let folder = "/sandbox/mvpds/" + PercentEscape.text(mvpd.id)
        let files: Markup = """
            <a href="\(exact: folder)/key.pem" aria-label="Key of \(mvpd.displayName)">key</a>, \
            <a href="\(exact: folder)/metadata.xml" aria-label="Metadata of \(mvpd.displayName)">\
            metadata</a>
            """
        return """
            <tr><th scope="row">\(mvpd.displayName)<br><code>\(mvpd.id)</code></th>\
            <td>\(platform ?? "none")</td>\
            <td>\(mvpd.subscribers.map(\.name).joinedOrDash)</td><td>\(notes.joinedOrDash)</td>\
            <td class="short">\(files, if: mvpd.platform != nil, else: "–")</td></tr>

            """
    }

    /// Returns the page with the open codes and the signed-in users.
    func sessions(_ request: Request) async throws -> Response {
        let interval = 5
        let isRefreshing = query(request)["refresh"] != nil
        let refreshing: Markup = """
            This page loads itself anew every \(interval) seconds; <a href="/sessions">stop that</a>.
            """
        let still: Markup = """
            <a href="/sessions">Load again</a>, or \
            <a href="/sessions?refresh=\(interval)">every \(interval) seconds</a>.
            """
        let open = await core.state.sessions()
        let sessions = PageLayout.table(
            under: "live", ["Code", "App", "Provider", "State", "Until"],
            rows: open.markup { session in
                """
                <tr><th scope="row"><a href="/activate?code=\(exact: session.code)">\
                <span class="mono">\(session.code)</span></a></th>\
                <td>\(Self.app(session.holder))</td><td>\(session.mvpd ?? "to be chosen")</td>\
                <td>\(session.isCompleted ? "signed in" : "waiting")</td>\
                <td class="short">\(Self.time(session.notAfter))</td></tr>

                """
            })
        let signedIn = await core.state.profiles()
        let profiles = PageLayout.table(
            under: "profiles", ["Provider", "Type", "App", "User", "Attributes", "Until"],
            rows: signedIn.markup { profile in
                """
                <tr><th scope="row">\(profile.mvpd)</th><td class="short">\(profile.type)</td>\
                <td class="short">\(Self.app(profile.holder))</td><td>\(profile.userID)</td>\
                <td>\((profile.metadata.members ?? []).map(\.name).joinedOrDash)</td>\
                <td class="short">\(Self.time(profile.notAfter))</td></tr>

                """
            })
        return page(
            title: "Sessions and profiles", path: "/sessions",
            refresh: isRefreshing ? (interval, "/sessions?refresh=\(interval)") : nil,
            """
            <h1>Sessions and profiles</h1>
            <p class="quiet" role="status">As of \(Self.time(core.state.now)). \
            \(refreshing, if: isRefreshing, else: still)</p>
            <h2 id="live">Sessions</h2>
            \(sessions, if: !open.isEmpty,
                else: "<p>No session is open. An app gets a code when it starts one.</p>\n")\
            <h2 id="profiles">Profiles</h2>
            \(profiles, if: !signedIn.isEmpty, else: "<p>Nobody is signed in.</p>")
            """)
    }

    private static func app(_ holder: Holder) -> String {
        "\(holder.serviceProvider) (\(holder.api.rawValue))"
    }

    static func time(_ milliseconds: Int64) -> String {
        SAML.Instant(secondsSinceEpoch: milliseconds / 1000).description
    }
}

extension [String] {
    /// The texts in a row, or a dash for none.
    var joinedOrDash: String { isEmpty ? "–" : joined(separator: ", ") }
}
#endif
