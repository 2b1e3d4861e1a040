#if Sandbox
internal import HTTPTypes
internal import Hummingbird
internal import WireText

extension SandboxPages {
    /// Asks for the code.
    func codePage(typed: String, error: String?) -> Response {
        let message = error.markup {
            "<div class=\"message bad\" role=\"alert\" id=\"error\"><p>\($0)</p></div>\n"
        }
        let isWrong = error != nil
        return page(
            title: isWrong ? "Code not accepted" : "Activate a device", path: "/activate",
            status: isWrong ? .notFound : .ok, isNarrow: true,
            """
            <h1>Activate a device</h1>
            <p>Enter the code that the app shows on the other screen.</p>
            \(message)<form class="card" action="/activate" method="get">
            <label for="code">Code</label>
            <input class="code" type="text" id="code" name="code" value="\(exact: typed)" required \
            maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" \
            autofocus aria-describedby="hint\(" error", if: isWrong)"\
            \(" aria-invalid=\"true\"", if: isWrong)>
            <p class="hint" id="hint">Seven letters and digits, never O, 0, I or 1. Lowercase letters work, too.</p>
            <button type="submit">Continue</button>
            </form>
            """)
    }

    /// Asks for the provider.
    func providerPage(
        _ session: SessionRecord, _ providers: [SandboxConfiguration.MVPD], error: String?
    ) -> Response {
        let choices = providers.enumerated().markup { number, provider in
            let identifier: Markup = "<small>\(provider.id)</small>"
            return """
                <label class="choice"><input type="radio" name="mvpd" value="\(exact: provider.id)" \
                required\(" checked", if: number == 0)>\
                <img src="\(exact: provider.logoURL)" alt="" width="48" height="27">\
                <span>\(provider.displayName)\
                \(identifier, if: !isSame(provider.id, provider.displayName))</span></label>

                """
        }
        let form: Markup = """
            <form class="card" action="/activate" method="get">
            <input type="hidden" name="code" value="\(exact: session.code)">
            <fieldset><legend>TV provider</legend>
            \(choices)</fieldset>
            <button type="submit">Continue</button>
            </form>
            """
        return page(
            title: "Choose your provider", path: "/activate",
            status: error == nil ? .ok : .badRequest, isNarrow: true,
            images: providers.compactMap { RedirectTarget($0.logoURL)?.source },
            """
            <h1>Choose your provider</h1>
            <p>You are signing in to <strong>\(session.holder.serviceProvider)</strong> on the device \
            that shows <code>\(session.code)</code>.</p>
            \(error.markup { PageLayout.message("\($0)") })\
            \(form, if: !providers.isEmpty,
                else: "<p>There is no provider to sign in with. Start again on the device.</p>")
            """)
    }

    /// Asks who signs in.
    func signInPage(
        _ session: SessionRecord, _ provider: SandboxConfiguration.MVPD, _ request: Request,
        error: String?
    ) async -> Response {
        let ticket = await ticket(for: request)
        let target = RedirectTarget(session.redirectURL)
        let isBadTarget = session.redirectURL != nil && target == nil
        let badTarget = PageLayout.message(
            """
            The app’s redirectUrl is not an address a browser may be sent to. You will stay here \
            after signing in.
            """)
        let subscribers = provider.subscribers.enumerated().markup { number, person in
            """
            <label class="choice"><input type="radio" name="subscriber" \
            value="\(exact: person.name)" required\(" checked", if: number == 0)>\
            <span>\(person.name)<small>\(person.userID)</small></span></label>

            """
        }
        let going = target.markup {
            " Your browser then goes to <code>\($0.url)</code>."
        }
        let form: Markup = """
            <form class="card" action="/activate" method="post">
            <input type="hidden" name="token" value="\(exact: ticket.token)">
            <input type="hidden" name="code" value="\(exact: session.code)">
            <input type="hidden" name="mvpd" value="\(exact: provider.id)">
            <fieldset><legend>Subscriber</legend>
            \(subscribers)</fieldset>
            <p class="hint">\(session.holder.serviceProvider) on the device with code \
            <code>\(session.code)</code> will be signed in.\(going)</p>
            <button type="submit">Sign in</button>
            </form>

            """
        let nobody = PageLayout.message(
            "This provider has no subscribers. Add some to the sandbox’s configuration.")
        let back: Markup = """
            <p><a href="/activate?code=\(exact: session.code)">Choose another provider</a></p>
            """
        return page(
            title: "Sign in with \(provider.displayName)", path: "/activate",
            status: error == nil ? .ok : .badRequest, isNarrow: true,
            images: [RedirectTarget(provider.logoURL)?.source].compactMap(\.self),
            formTarget: target?.source, cookie: ticket.cookie,
            """
            <h1><img src="\(exact: provider.logoURL)" alt="" width="64" height="36"> \
            Sign in with \(provider.displayName)</h1>
            <p>This page stands for the provider’s own. It asks for no password: choose who you are.</p>
            \(error.markup { PageLayout.message("\($0)") })\(badTarget, if: isBadTarget)\
            \(form, if: !provider.subscribers.isEmpty, else: nobody)\(back, if: session.mvpd == nil)
            """)
    }

    /// Says that the device is signed in.
    func donePage(_ session: SessionRecord) -> Response {
        let provider = session.mvpd.flatMap { core.configuration.mvpd($0) }
        let target = RedirectTarget(session.redirectURL).markup {
            "<a class=\"button\" href=\"\(exact: $0.url)\">Return to the app</a>"
        }
        let message = PageLayout.message(
            """
            \(session.holder.serviceProvider) may now use your \(provider?.displayName ?? "") \
            subscription on the device that shows the code. It notices by itself within a few seconds.
            """, class: "good", role: "status")
        return page(
            title: "You are signed in", path: "/activate", isNarrow: true,
            """
            <h1>You are signed in</h1>
            \(message)\
            <p>\(target, if: !target.isEmpty, else: "You can close this page.")</p>
            <p><a href="/sessions">See the sessions and profiles</a></p>
            """)
    }
}
#endif
