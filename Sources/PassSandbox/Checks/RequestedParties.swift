#if Sandbox
internal import AdobePass
internal import WireText

extension Call {
    /// The service provider in the path.
    func serviceProvider() throws(Refusal) -> SandboxConfiguration.ServiceProvider {
        guard let provider = configuration.serviceProvider(part("serviceProvider")) else {
            throw Refusal(
                400, .invalidParameterServiceProvider, "unknownServiceProvider",
                "The service provider is unknown.")
        }
        return provider
    }

    /// The MVPD with an identifier, which has to be integrated with a service provider.
    func mvpd(_ id: String, of provider: SandboxConfiguration.ServiceProvider) throws(Refusal)
        -> SandboxConfiguration.MVPD
    {
        guard let mvpd = configuration.mvpd(id) else {
            throw Refusal(
                400, .invalidParameterMVPD, "unknownMVPD", "The MVPD is not known.")
        }
        let system = (try? deviceInformation())?["osName"]?.text
        guard configuration.isIntegrated(mvpd, with: provider), mvpd.isActive(on: system) else {
            throw Refusal(
                400, .invalidIntegration, "noIntegration",
                "The service provider has no active integration with the MVPD.")
        }
        return mvpd
    }

    /// Checks that the path names the only partner.
    func checkPartner() throws(Refusal) {
        guard part("partner").lowercased() == "apple" else {
            throw Refusal(
                400, .invalidParameterPartner, "unknownPartner",
                "The partner in the path is unknown.")
        }
    }

    /// The requesting device of REST API v2, which has to describe itself, for a service provider.
    func holder(of provider: SandboxConfiguration.ServiceProvider) throws(Refusal) -> Holder {
        let device = try deviceIdentifier()
        _ = try deviceInformation()
        return holder(.v2, device: device, serviceProvider: provider.id)
    }

    /// Returns the requesting device and service provider.
    func holder(_ api: APIVersion, device: String, serviceProvider: String) -> Holder {
        Holder(
            api: api, clientID: client?.id ?? "", deviceIdentifier: device,
            serviceProvider: serviceProvider)
    }

    /// The domain that a session names, which has to be one of the service provider's.
    func check(domain: String?, of provider: SandboxConfiguration.ServiceProvider)
        throws(Refusal)
    {
        guard let domain else { return }
        guard provider.domains.contains(where: { isSame($0.lowercased(), domain.lowercased()) })
        else {
            throw Refusal(
                400, .invalidParameterRedirectURL, "unknownDomain",
                "The domain is not registered for the service provider.")
        }
    }

    /// The URL that a browser is sent to at the end, which has to be in one of the service
    /// provider's domains, or of a scheme that the software statement allows.
    func check(
        redirectURL: String?, of provider: SandboxConfiguration.ServiceProvider
    ) throws(Refusal) {
        try check(redirectURL: redirectURL)
        guard let redirectURL else { return }
        let isRegistered: Bool
        if let host = RedirectURL.host(redirectURL) {
            isRegistered = provider.domains.contains { RedirectURL.isHost(host, in: $0) }
        } else {
            let prefixes = client.flatMap { configuration.softwareStatement($0.statement) }?
                .redirectURIPrefixes
            isRegistered =
                prefixes?.contains { redirectURL.utf8.starts(with: $0.utf8) } ?? true
        }
        guard isRegistered else {
            throw Refusal(
                400, .invalidParameterRedirectURL, "foreignRedirectURL",
                "The redirect URL is not in a domain that is registered for the service provider, "
                    + "nor of a scheme that the software statement allows.")
        }
    }

    /// The URL that a browser is sent to at the end: an absolute one that is not a program.
    func check(redirectURL: String?) throws(Refusal) {
        guard let redirectURL else { return }
        guard RedirectURL.isAcceptable(redirectURL) else {
            throw Refusal(
                400, .invalidParameterRedirectURL, "unusableRedirectURL",
                "The redirect URL must be an absolute URL.")
        }
    }
}

/// The URLs that the sandbox sends browsers to.
enum RedirectURL {
    /// Returns the host of a URL on the web, in lowercase; `nil` for one of an app's own scheme.
    static func host(_ url: String) -> String? {
        let lowercased = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else {
            return nil
        }
        let authority = lowercased.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }

    /// Returns whether a host is a domain or below it.
    static func isHost(_ host: String, in domain: String) -> Bool {
        isSame(host, domain.lowercased())
            || host.utf8.reversed().starts(with: ".\(domain.lowercased())".utf8.reversed())
    }

    static func isAcceptable(_ url: String) -> Bool {
        guard let colon = url.firstIndex(of: ":"),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
            )
        else { return false }
        let scheme = url[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2B
                    || $0 == 0x2D || $0 == 0x2E
            })
        else { return false }
        return !["javascript", "data", "vbscript", "file", "blob", "about"].contains(scheme)
            && url[url.index(after: colon)...].hasPrefix("//")
    }
}
#endif
