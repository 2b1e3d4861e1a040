internal import PayloadCoding

extension SignOnDriver {
    /// Does what an effect asks for and tells what happened.
    func perform(
        _ effect: SignOnFlow.Effect, in flow: SignOnFlow, _ findings: inout Findings
    ) async -> SignOnFlow.Event {
        do throws(Pass.ExchangeError) {
            if let event = await asked(effect, of: flow) { return event }
            switch effect {
            case .register:
                try await client.accessToken()
                await join(for: flow.api)
                return .registered
            case .registerAgain:
                try await client.register()
                await delegate.signOn(observed: .registeredAgain)
                await join(for: flow.api)
                return .registered
            default: break
            }
            switch flow.api {
            case .v1: return try await callV1(effect, of: flow, &findings)
            case .v2: return try await callV2(effect, of: flow, &findings)
            }
        } catch {
            findings.error = error
            return .failed(SignOnFlow.CallFailure(error, of: flow.step))
        }
    }

    /// Joins the devices that share a sign-in; the user can sign in without them.
    private func join(for api: SignOnFlow.API) async {
        guard api == .v2, let membership = settings.membership,
            await !client.ssoService.isMember
        else { return }
        do throws(Pass.ExchangeError) {
            try await client.ssoService.join(membership)
        } catch {
            await delegate.signOn(observed: .notJoined(error))
        }
    }

    /// Performs an effect of the account, the clock or the delegate; returns `nil` if the effect is
    /// a call.
    private func asked(
        _ effect: SignOnFlow.Effect, of flow: SignOnFlow
    ) async -> SignOnFlow.Event? {
        switch effect {
        case .queryAccount(let request, let prompting):
            return .account(await account.answer(to: request, prompting: prompting))
        case .wait(let duration): return await waited(duration)
        case .chooseMVPD(let providers):
            guard let mvpd = await delegate.chooseMVPD(among: providers) else { return .dismissed }
            return .mvpdChosen(mvpd)
        case .chooseProfile(let profiles):
            guard let mvpd = await delegate.chooseProfile(among: profiles),
                profiles.contains(where: { $0.mvpd == mvpd })
            else { return .dismissed }
            return .profileChosen(mvpd)
        case .showCode(var activation):
            activation.url = activation.url.flatMap(client.v2.absoluteURL)
            return await delegate.showCode(activation) ? .codeShown : .dismissed
        case .adviseSettings(let platform):
            await delegate.adviseSettings(on: platform)
            return .acknowledged
        case .openLogout(let url):
            // Whatever became of the page, the profile is deleted.
            if let url = client.v2.absoluteURL(url) { _ = await delegate.openBrowser(url: url) }
            return .browserClosed
        default: return nil
        }
    }

    private func waited(_ duration: Duration) async -> SignOnFlow.Event {
        do {
            let rest = CallDeadline.ofRun.map { Duration.from(clock.now(), to: $0) ?? .zero }
            try await clock.sleep(for: min(duration, rest ?? duration))
        } catch {
            return .dismissed
        }
        return switch await delegate.decideOnPolling() {
        case .goOn: .waited
        case .newCode: .newCodeRequested
        case .stop: .dismissed
        }
    }

    /// Lets the user sign in with the MVPD.
    func browse(_ url: String) async -> SignOnFlow.Event {
        await delegate.openBrowser(url: url) ? .browserClosed : .dismissed
    }

    /// The SAML response as it is exchanged.
    func payload(_ response: String) -> EncodedPayload {
        PayloadEncoder(normalization: settings.normalization).payload(
            encoding: Array(response.utf8))
    }
}
