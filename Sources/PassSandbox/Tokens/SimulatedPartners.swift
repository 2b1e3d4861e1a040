#if Sandbox
internal import AdobePass
internal import SAML2

/// The MVPDs that the sandbox plays, made when they are first needed.
actor SimulatedPartners: PartnerExchange {
    private let state: SandboxState
    private var serviceProvider: SandboxServiceProvider?
    private var mvpds: [ExactText: SimulatedMVPD] = [:]
    private var ledger = AdmissionLedger()
    private let identifiers = IdentifierSource()

    init(state: SandboxState) { self.state = state }

    func reset() { ledger = AdmissionLedger() }

    func query(
        to mvpd: SandboxConfiguration.MVPD, serviceProvider: String, platform: Pass.Platform,
        id: String, now: Int64
    ) async throws -> String {
        try await simulated(mvpd).verificationToken(
            serviceProvider: Pass.ServiceProvider(rawValue: serviceProvider), platform: platform,
            attributeNames: mvpd.platform?.attributeNames ?? [], id: id, now: instant(now))
    }

    func admit(
        _ formValue: String, from mvpd: SandboxConfiguration.MVPD, answering queries: [QueryRecord],
        holder: Holder, now: Int64
    ) async -> Result<AdmittedSubscriber, PartnerRefusal> {
        let choices = state.configuration.choices
        var checks = AdmissionChecks()
        checks.status = choices.checksSAMLConditions
        checks.signature = choices.checksSAMLSignature
        checks.conditions = choices.checksSAMLConditions
        checks.inResponseTo = choices.checksSAMLQuery
        checks.attributes = choices.checksSAMLAttributes ? .any : .none
        do {
            let provider = try await simulated(mvpd)
            let admission = ResponseAdmission(serviceProvider: try await ownParty())
            let names = mvpd.platform?.attributeNames ?? []
            let outcome = admission.admit(
                formValue: formValue, from: provider,
                answering: queries.map { IssuedQuery(id: $0.id, attributeNames: names) },
                by: AdmissionLedger.Presenter(
                    client: holder.clientID, device: holder.deviceIdentifier),
                ledger: &ledger, checks: checks, now: instant(now))
            return outcome.map { admitted in
                var attributes: [String: [String]] = [:]
                for attribute in admitted.attributes {
                    attributes[attribute.name, default: []] += attribute.values
                }
                return AdmittedSubscriber(
                    userID: admitted.nameID?.value ?? "", inResponseTo: admitted.inResponseTo,
                    attributes: attributes, isRepetition: admitted.isRepetition)
            }.mapError { PartnerRefusal(reason: $0.code.rawValue, message: $0.sentence) }
        } catch {
            return .failure(
                PartnerRefusal(
                    reason: "no-key", message: "The sandbox could not make the key of an MVPD."))
        }
    }

    func response(
        to query: String, from mvpd: SandboxConfiguration.MVPD, attributeNames: [String],
        subscriber: String?, style: String?, now: Int64
    ) async throws(PartnerRefusal) -> String {
        do {
            let provider = try await simulated(mvpd)
            return try provider.response(
                to: query, attributeNames: attributeNames,
                style: style.map(ResponseStyle.init(rawValue:)) ?? .singleLine,
                subscriber: provider.subscribers.first {
                    isSame($0.username, subscriber ?? "")
                }, now: instant(now))
        } catch let refusal as QueryRefusal {
            throw PartnerRefusal(reason: refusal.code.rawValue, message: refusal.sentence)
        } catch {
            throw PartnerRefusal(
                reason: "not-answered", message: "The MVPD could not answer the query.")
        }
    }

    func file(_ name: String, of mvpd: SandboxConfiguration.MVPD) async throws -> [UInt8]? {
        let provider = try await simulated(mvpd)
        switch name {
        case "key.pem": return [UInt8](provider.keyPEM.utf8)
        case "metadata.xml": return [UInt8](provider.metadata.utf8)
        case "service-provider.pem":
            return [UInt8](provider.serviceProvider.key.certificatePEM.utf8)
        default: return nil
        }
    }

    // MARK: Parties

    private func ownParty() async throws -> SandboxServiceProvider {
        if let serviceProvider { return serviceProvider }
        let made = SandboxServiceProvider(
            key: try SandboxKey(
                pemEncoded: try await state.key(SandboxKeys.serviceProvider),
                name: "saml.sp.auth.adobe.com", validFrom: instant(state.now)))
        serviceProvider = made
        return made
    }

    private func simulated(_ mvpd: SandboxConfiguration.MVPD) async throws -> SimulatedMVPD {
        if let made = mvpds[ExactText(mvpd.id)] { return made }
        let key = try SandboxKey(
            pemEncoded: try await state.key(SandboxKeys.mvpd(mvpd.id)), name: mvpd.id,
            validFrom: instant(state.now))
        let provider = try await ownParty()
        // Another call may have come between; both must use the same certificate.
        if let made = mvpds[ExactText(mvpd.id)] { return made }
        identifiers.seed(await state.randomBytes(32))
        let source = identifiers
        let made = try SimulatedMVPD(
            identifier: Pass.MVPDIdentifier(rawValue: mvpd.id), key: key,
            subscribers: mvpd.subscribers.map(Self.customer), serviceProvider: provider,
            now: instant(state.now), makeIdentifier: { source.make() })
        mvpds[ExactText(mvpd.id)] = made
        return made
    }

    private static func customer(_ subscriber: SandboxConfiguration.Subscriber) -> Subscriber {
        Subscriber(
            username: subscriber.name, nameID: subscriber.userID,
            attributes: subscriber.samlAttributes.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }.map { name, values in
                var attribute = Subscriber.Attribute(name)
                attribute.values = values
                return attribute
            })
    }

    private nonisolated func instant(_ milliseconds: Int64) -> SAML.Instant {
        let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return SAML.Instant(
            secondsSinceEpoch: seconds.quotient,
            nanoseconds: Int32(max(0, seconds.remainder)) * 1_000_000)
    }
}
#endif
