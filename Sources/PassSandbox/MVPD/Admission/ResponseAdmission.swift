internal import SAML2
internal import XMLCore

/// Decides whether a `SAMLResponse` signs a subscriber in, and says exactly why when it does not.
struct ResponseAdmission {
    /// The party that the response must be meant for; it decrypts it, too.
    let serviceProvider: SandboxServiceProvider
    /// The MVPD it must be from.
    let mvpd: SimulatedMVPD
    /// The queries that were made for this device and app.
    let queries: [IssuedQuery]
    /// The checks to make.
    var checks = AdmissionChecks()
    /// The time.
    let now: SAML.Instant

    /// Admits a response or says why not.
    ///
    /// - Parameters:
    ///   - formValue: The field `SAMLResponse`, after exactly one form decoding; empty when absent.
    ///   - presenter: The device and app.
    ///   - ledger: What was admitted before; a response that is admitted is entered.
    /// - Returns: What is taken from the response.
    /// - Throws: The most decisive reason against it.
    func admit(
        _ formValue: String, by presenter: ByteExactName, ledger: inout AdmissionLedger
    ) throws(AdmissionRefusal) -> AdmittedResponse {
        let document = try document(FormValue(text: formValue).message())
        let (response, verified) = try response(in: document)
        let context = try context(of: response)
        try refuseConditions(of: response, in: context)
        try refuseMissingAttributes(of: response)
        var admitted = AdmittedResponse(response.unverified)
        guard checks.replay, let verified else { return admitted }
        switch ledger.enter(
            verified, by: presenter, window: checks.repetitionWindow, in: context, now: now)
        {
        case .new: break
        case .repetition: admitted.isRepetition = true
        case .replayed:
            throw AdmissionRefusal(
                .replayed,
                "The assertion was admitted before, or has no ID. Ask the Video Subscriber Account "
                    + "framework for a new response.")
        }
        return admitted
    }
}
