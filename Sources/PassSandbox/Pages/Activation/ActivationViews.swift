#if Sandbox
internal import HTTPTypes
internal import Hummingbird

extension SandboxPages {
    /// Asks for the code.
    func codePage(typed: String, error: String?) -> Response {
        page(
            .code, title: error == nil ? "Activate a device" : "Code not accepted",
            path: "/activate", status: error == nil ? .ok : .notFound,
            ["typed": .text(typed), "error": PageValue(error)])
    }

    /// Asks for the provider.
    func providerPage(
        _ session: SessionRecord, _ providers: [SandboxConfiguration.MVPD], error: String?
    ) -> Response {
        let choices: [PageFields] = providers.enumerated().map { number, provider in
            [
                "id": .text(provider.id), "name": .text(provider.displayName),
                "logo": .text(provider.logoURL),
                "isOther": .flag(!isSame(provider.id, provider.displayName)),
                "isFirst": .flag(number == 0),
            ]
        }
        return page(
            .provider, title: "Choose your provider", path: "/activate",
            status: error == nil ? .ok : .badRequest,
            [
                "code": .text(session.code), "error": PageValue(error),
                "serviceProvider": .text(session.holder.serviceProvider),
                "hasProviders": .flag(!choices.isEmpty), "providers": .list(choices),
            ], images: providers.compactMap { RedirectTarget($0.logoURL)?.source })
    }

    /// Asks who signs in.
    func signInPage(
        _ session: SessionRecord, _ provider: SandboxConfiguration.MVPD, _ request: Request,
        error: String?
    ) async -> Response {
        let ticket = await ticket(for: request)
        let subscribers: [PageFields] = provider.subscribers.enumerated().map { number, person in
            [
                "name": .text(person.name), "userID": .text(person.userID),
                "isFirst": .flag(number == 0),
            ]
        }
        let target = RedirectTarget(session.redirectURL)
        return page(
            .signIn, title: "Sign in with \(provider.displayName)", path: "/activate",
            status: error == nil ? .ok : .badRequest,
            [
                "code": .text(session.code), "mvpd": .text(provider.id),
                "logo": .text(provider.logoURL),
                "name": .text(provider.displayName), "token": .text(ticket.token),
                "serviceProvider": .text(session.holder.serviceProvider),
                "error": PageValue(error), "hasSubscribers": .flag(!subscribers.isEmpty),
                "subscribers": .list(subscribers), "mayChoose": .flag(session.mvpd == nil),
                "target": PageValue(target?.url),
                "badTarget": .flag(session.redirectURL != nil && target == nil),
            ], images: [RedirectTarget(provider.logoURL)?.source].compactMap(\.self),
            formTarget: target?.source, cookie: ticket.cookie)
    }

    /// Says that the device is signed in.
    func donePage(_ session: SessionRecord) -> Response {
        let provider = session.mvpd.flatMap { core.configuration.mvpd($0) }
        return page(
            .done, title: "You are signed in", path: "/activate",
            [
                "name": .text(provider?.displayName ?? ""),
                "serviceProvider": .text(session.holder.serviceProvider),
                "target": PageValue(RedirectTarget(session.redirectURL)?.url),
            ])
    }
}
#endif
