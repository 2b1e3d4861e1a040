#if Sandbox
internal import Hummingbird
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import XMLCore
internal import XMLSecurity

extension SandboxPages {
    /// Asks for a message.
    func showInspection(_ request: Request) async -> Response {
        await inspectionPage(request, title: "Inspect a message", result: .flag(false))
    }

    /// Says what a message is and why it is or is not accepted.
    func inspect(_ request: Request, _ form: FormFields) async throws -> Response {
        let record = await record(of: Array((form["message"] ?? "").utf8))
        return await inspectionPage(
            request, title: "Message: \(record.outcome.rawValue)",
            result: .fields(InspectionView(record: record).fields))
    }

    private func inspectionPage(
        _ request: Request, title: String, result: PageValue
    ) async -> Response {
        let ticket = await ticket(for: request)
        return page(
            .inspect, title: title, path: "/inspect",
            ["token": .text(ticket.token), "result": result], cookie: ticket.cookie)
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
