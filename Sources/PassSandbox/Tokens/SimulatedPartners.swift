#if Sandbox
internal import AdobePass
internal import SAML2
internal import WireText
internal import XMLCore

/// The SAML that the MVPDs and the sandbox as service provider exchange.
///
/// The parties are made when they are first needed.
actor SimulatedPartners {
    private let state: SandboxState
    private var serviceProvider: SandboxServiceProvider?
    private var mvpds: [ByteExactName: SimulatedMVPD] = [:]
    private var ledger = AdmissionLedger()

    init(state: SandboxState) { self.state = state }

    /// Forgets what was admitted.
    func reset() { ledger = AdmissionLedger() }

    /// A signed query for an MVPD, as XML: the text to pass on as `verificationToken`.
    ///
    /// REST API v1 sends its bytes, v2 their Base64 in `authenticationRequest.request`.
    func query(
        to mvpd: SandboxConfiguration.MVPD, serviceProvider: String, platform: Pass.Platform,
        id: String, now: Int64
    ) async throws -> String {
        let provider = try await simulated(mvpd)
        return try provider.serviceProvider.query(
            for: "\(serviceProvider)/\(platform.rawValue)", destination: provider.attributeService,
            attributeNames: mvpd.platform?.attributeNames ?? [], id: id, now: instant(now))
    }

    /// Returns the content of a response, from the form field's value after one decoding.
    func admit(
        _ formValue: String, from mvpd: SandboxConfiguration.MVPD, answering queries: [QueryRecord],
        holder: Holder, now: Int64
    ) async throws(AdmissionRefusal) -> AdmittedResponse {
        let choices = state.configuration.choices
        var checks = AdmissionChecks()
        checks.status = choices.checksSAMLConditions
        checks.signature = choices.checksSAMLSignature
        checks.acceptsCollapsed = choices.acceptsCollapsed
        checks.conditions = choices.checksSAMLConditions
        checks.inResponseTo = choices.checksSAMLQuery
        checks.attributes = choices.checksSAMLAttributes ? .any : .none
        guard let provider = try? await simulated(mvpd) else {
            throw AdmissionRefusal(.noKey, "The sandbox could not make the key of an MVPD.")
        }
        let names = mvpd.platform?.attributeNames ?? []
        let admission = ResponseAdmission(
            serviceProvider: provider.serviceProvider, mvpd: provider,
            queries: queries.map { IssuedQuery(id: $0.id, attributeNames: names) }, checks: checks,
            now: instant(now))
        return try admission.admit(
            formValue, by: ByteExactName(holder.clientID, holder.deviceIdentifier), ledger: &ledger)
    }

    /// Returns the MVPD that a response names as its issuer, which nothing proves.
    nonisolated func claimedIssuer(of formValue: String) -> SandboxConfiguration.MVPD? {
        guard let message = try? FormValue(text: formValue).message(),
            let document = try? XML.Document(parsing: message),
            let issuer = try? SAML.Response(unverified: document.rootElement).issuer
        else { return nil }
        return state.configuration.mvpds.first {
            $0.platform != nil && isSame(SimulatedMVPD.entityID(of: $0), issuer.uri)
        }
    }

    /// The response of an MVPD to a query, for a device that is signed in as `subscriber`.
    func response(
        to query: String, from mvpd: SandboxConfiguration.MVPD, attributeNames: [String],
        subscriber: String?, style: String?, now: Int64
    ) async throws(QueryRefusal) -> String {
        let style = try ResponseStyle(named: style)
        do {
            return try await simulated(mvpd).response(
                to: query, attributeNames: attributeNames, style: style,
                subscriber: mvpd.subscribers.first { isSame($0.name, subscriber ?? "") },
                id: Hexadecimal.text(await state.randomBytes(20)), now: instant(now))
        } catch let refusal as QueryRefusal {
            throw refusal
        } catch {
            throw QueryRefusal(.notAnswered, "The MVPD could not answer the query.")
        }
    }

    /// A file about an MVPD: `key.pem` or `metadata.xml`, or the certificate of the service
    /// provider that asks it, `service-provider.pem`.
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
            key: try await key(SandboxKeys.serviceProvider, name: "saml.sp.auth.adobe.com"))
        serviceProvider = made
        return made
    }

    private func simulated(_ mvpd: SandboxConfiguration.MVPD) async throws -> SimulatedMVPD {
        if let made = mvpds[ByteExactName(mvpd.id)] { return made }
        let key = try await key(SandboxKeys.mvpd(mvpd.id), name: mvpd.id)
        let provider = try await ownParty()
        // Another call may have come between; both must use the same certificate.
        if let made = mvpds[ByteExactName(mvpd.id)] { return made }
        let made = try SimulatedMVPD(
            mvpd, key: key, serviceProvider: provider, now: instant(state.now))
        mvpds[ByteExactName(mvpd.id)] = made
        return made
    }

    private func key(_ record: String, name: String) async throws -> SandboxKey {
        try SandboxKey(
            pemEncoded: await state.key(record), name: name, validFrom: instant(state.now))
    }

    private nonisolated func instant(_ milliseconds: Int64) -> SAML.Instant {
        let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return SAML.Instant(
            secondsSinceEpoch: seconds.quotient,
            nanoseconds: Int32(max(0, seconds.remainder)) * 1_000_000)
    }
}
#endif
