package import SAML2
internal import XMLCore
internal import XMLSecurity

/// Decides whether a `SAMLResponse` signs a subscriber in, and says exactly why when it does not.
package struct ResponseAdmission: Sendable {
    private let serviceProvider: SandboxServiceProvider

    /// Creates an admission.
    ///
    /// - Parameter serviceProvider: Whom responses must be meant for; it decrypts them, too.
    package init(serviceProvider: SandboxServiceProvider) {
        self.serviceProvider = serviceProvider
    }

    /// Admits a response or says why not.
    ///
    /// - Parameters:
    ///   - formValue: The field `SAMLResponse`, after exactly one form decoding; empty when absent.
    ///   - mvpd: The MVPD it must be from.
    ///   - queries: The queries that were made for this device and app.
    ///   - presenter: The device and app.
    ///   - ledger: What was admitted before; a response that is admitted is entered.
    ///   - checks: What is checked.
    ///   - now: The time.
    /// - Returns: What is taken from the response, or the most decisive reason against it.
    package func admit(
        formValue: String, from mvpd: SimulatedMVPD, answering queries: [IssuedQuery],
        by presenter: AdmissionLedger.Presenter, ledger: inout AdmissionLedger,
        checks: AdmissionChecks = AdmissionChecks(), now: SAML.Instant
    ) -> Result<AdmittedResponse, AdmissionRefusal> {
        do throws(AdmissionRefusal) {
            let message = try FormValue(text: formValue).message()
            let reading = ResponseReading(
                serviceProvider: serviceProvider, mvpd: mvpd, checks: checks, now: now)
            let document = try reading.document(message)
            let (response, verified) = try reading.response(in: document)
            let exchange = ExchangeCheck(
                mvpd: mvpd, queries: queries, checks: checks, now: now)
            let context = try exchange.context(of: response)
            try exchange.refuseConditions(of: response, in: context)
            try exchange.refuseMissingAttributes(of: response)
            var admitted = AdmittedResponse(response)
            if checks.replay, let verified {
                switch ledger.enter(
                    verified, by: presenter, window: checks.repetitionWindow, in: context, now: now)
                {
                case .new: break
                case .repetition: admitted.isRepetition = true
                case .replayed:
                    throw AdmissionRefusal(
                        .replayed,
                        "The assertion was admitted before, or has no ID. Ask the "
                            + "Video Subscriber Account framework for a new response.")
                }
            }
            return .success(admitted)
        } catch {
            return .failure(error)
        }
    }
}

extension AdmittedResponse {
    fileprivate init(_ claimed: SAML.Claimed<SAML.Response>) {
        let response = claimed.unverified
        let assertion = response.assertion
        nameID = assertion?.subject?.nameID
        attributes = (assertion?.attributes ?? []).map { attribute in
            var item = Subscriber.Attribute(attribute.name)
            item.values = attribute.values.compactMap(\.text)
            return item
        }
        inResponseTo = response.inResponseTo
        notOnOrAfter = assertion?.conditions?.notOnOrAfter
    }
}
