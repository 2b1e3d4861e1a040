#if Sandbox
internal import Hummingbird
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import WireText
internal import XMLCore
internal import XMLSecurity

extension SandboxPages {
    /// Asks for a message.
    func showInspection(_ request: Request) async -> Response {
        await inspectionPage(request, title: "Inspect a message", result: "")
    }

    /// Says what a message is and why it is or is not accepted.
    func inspect(_ request: Request, _ form: FormFields) async throws -> Response {
        let record = await record(of: Array((form["message"] ?? "").utf8))
        return await inspectionPage(
            request, title: "Message: \(record.outcome.rawValue)",
            result: InspectionView(record: record).markup)
    }

    private func inspectionPage(
        _ request: Request, title: String, result: Markup
    ) async -> Response {
        let ticket = await ticket(for: request)
        return page(
            title: title, path: "/inspect", cookie: ticket.cookie,
            """
            <h1>Inspect a message</h1>
            <p>Paste a SAML response or query: XML, Base64, a percent-encoded value or a whole form \
            body. It is judged as <code>samlkit inspect</code> would, with the keys of this sandbox’s \
            providers.</p>
            \(result)\
            <form class="card" action="/inspect" method="post">
            <input type="hidden" name="token" value="\(exact: ticket.token)">
            <label for="message">Message</label>
            <textarea id="message" name="message" required spellcheck="false" autocomplete="off" \
            aria-describedby="message-hint"></textarea>
            <p class="hint" id="message-hint">It is not kept, and not shown again.</p>
            <button type="submit">Inspect</button>
            </form>
            """)
    }

    private func record(of bytes: [UInt8]) async -> ProfileProcessing.ProfileRecord {
        let message = CapturedMessage(bytes: bytes)
        let now = SAML.Instant(secondsSinceEpoch: core.state.now / 1000)
        let context = SAML.ProcessingContext(now: now, audience: SandboxServiceProvider.entityID)
        var memory = CauseMemory()
        let record = ProfileProcessor(
            options: ProfileProcessor.Options(context: context, trust: await providers())
        ).record(of: message, remembering: &memory)
        guard record.kind == .attributeQuery else { return record }
        var options = ProfileProcessor.Options(context: context, trust: await serviceProvider())
        options.judgesQueries = true
        return ProfileProcessor(options: options).record(of: message, remembering: &memory)
    }

    /// The key that the sandbox signs queries with, which speaks for no provider.
    private func serviceProvider() async -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        if let mvpd = core.configuration.mvpds.first,
            let file = try? await core.partners.file("service-provider.pem", of: mvpd),
            let keys = try? TrustedKey.keys(pemEncoded: String(decoding: file, as: UTF8.self))
        {
            trust.trust(
                keys, forIssuer: SandboxServiceProvider.entityID, as: [.serviceProvider])
        }
        return trust
    }

    /// The keys of the providers that the sandbox plays.
    private func providers() async -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        for mvpd in core.configuration.mvpds where mvpd.platform != nil {
            guard let file = try? await core.partners.file("metadata.xml", of: mvpd),
                let document = try? XML.Document(parsing: file),
                let metadata = try? SAML.Metadata(document.rootElement)
            else { continue }
            try? trust.trust(metadata)
        }
        return trust
    }
}
#endif
