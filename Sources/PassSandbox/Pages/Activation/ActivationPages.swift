#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import Hummingbird

extension SandboxPages {
    /// Asks for what is still missing: the code, the provider, the subscriber; or says it is done.
    func showActivation(_ request: Request) async throws -> Response {
        let query = query(request)
        guard let typed = query.nonEmpty("code") else { return codePage(typed: "", error: nil) }
        let code = Self.code(typed)
        guard let session = await core.state.session(code: code) else {
            let isKnown = await core.state.anySession(code: code) != nil
            return codePage(
                typed: typed,
                error: isKnown
                    ? "This code has expired. Start again on the device to get a new one."
                    : "This code does not exist. Compare it with the device's screen.")
        }
        if session.isCompleted { return donePage(session) }
        let providers = providers(for: session)
        guard let chosen = session.mvpd ?? query.nonEmpty("mvpd") else {
            return providerPage(session, providers, error: nil)
        }
        guard let provider = providers.first(where: { isSame($0.id, chosen) }) else {
            return providerPage(
                session, session.mvpd == nil ? providers : [],
                error: "You cannot sign in with this provider: it is unknown, inactive, or for "
                    + "free access.")
        }
        return await signInPage(session, provider, request, error: nil)
    }

    /// Signs the chosen subscriber in and sends the browser on.
    func signIn(_ request: Request, _ form: FormFields) async throws -> Response {
        let code = Self.code(form["code"] ?? "")
        guard let session = await core.state.session(code: code) else {
            return codePage(
                typed: form["code"] ?? "",
                error: "This code has expired. Start again on the device to get a new one.")
        }
        let mvpd = form["mvpd"] ?? ""
        do throws(CompletionRefusal) {
            try await core.state.complete(
                code: code, mvpd: mvpd, subscriber: form["subscriber"] ?? "")
        } catch {
            guard error == .noSubscriber,
                let provider = providers(for: session).first(where: { isSame($0.id, mvpd) })
            else {
                return failure(
                    error == .notKept ? .internalServerError : .badRequest, "Not signed in",
                    Self.message(error), back: "/activate?code=\(session.code)")
            }
            return await signInPage(session, provider, request, error: Self.message(error))
        }
        return seeOther(
            RedirectTarget(session.redirectURL)?.url ?? "/activate?code=\(session.code)")
    }

    /// Refuses an address that enters codes faster than a person does.
    func tooManyCodes(_ request: Request, _ context: SandboxContext) async -> Response? {
        guard request.method == .post || query(request).nonEmpty("code") != nil,
            await !core.limiter.admitsCode(from: context.address, at: core.state.now)
        else { return nil }
        var refusal = failure(
            .tooManyRequests, "Too many codes",
            "This computer has entered many codes in a short time. Wait a second, then try again.",
            back: "/activate")
        refusal.headers[.sandboxReason] = "throttled: More codes than a person enters."
        return refusal
    }

    /// A code as the state knows it, from what a person typed.
    private static func code(_ typed: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in typed.unicodeScalars where scalar != " " && scalar != "-" {
            scalars.append(scalar)
        }
        return Pass.AuthenticationCode(typed: String(scalars)).rawValue
    }

    private func providers(for session: SessionRecord) -> [SandboxConfiguration.MVPD] {
        core.state.mvpds(of: session.holder.serviceProvider).filter { $0.temporaryAccess == nil }
    }

    private static func message(_ refusal: CompletionRefusal) -> String {
        switch refusal {
        case .noSession: "The code has expired. Start again on the device."
        case .noIntegration: "The app is not integrated with this provider."
        case .otherMVPD: "The device asked for another provider."
        case .noSubscriber: "Choose who signs in."
        case .notKept: "The sandbox could not save your sign-in. Check its state file."
        }
    }
}
#endif
