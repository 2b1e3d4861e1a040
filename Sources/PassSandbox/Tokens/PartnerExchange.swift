package import AdobePass

/// The SAML that a simulated MVPD and the sandbox as service provider exchange.
package protocol PartnerExchange: Sendable {
    /// A signed query for an MVPD, as XML.
    func query(
        to mvpd: SandboxConfiguration.MVPD, serviceProvider: String, platform: Pass.Platform,
        id: String, now: Int64
    ) async throws -> String

    /// Returns the content of a response, from the form field's value after one decoding.
    func admit(
        _ formValue: String, from mvpd: SandboxConfiguration.MVPD, answering queries: [QueryRecord],
        holder: Holder, now: Int64
    ) async -> Result<AdmittedSubscriber, PartnerRefusal>

    /// The response of an MVPD to a query, for a device that is signed in as `subscriber`.
    func response(
        to query: String, from mvpd: SandboxConfiguration.MVPD, attributeNames: [String],
        subscriber: String?, style: String?, now: Int64
    ) async throws(PartnerRefusal) -> String

    /// Forgets what was admitted.
    func reset() async

    /// A file about an MVPD: `key.pem` or `metadata.xml`, or the certificate of whoever asks it,
    /// `service-provider.pem`.
    func file(_ name: String, of mvpd: SandboxConfiguration.MVPD) async throws -> [UInt8]?
}

/// The subscriber of a SAML response.
package struct AdmittedSubscriber: Sendable {
    /// The provider's identifier of the account.
    package var userID: String
    /// The query it answers.
    package var inResponseTo: String?
    /// The SAML attributes, by name.
    package var attributes: [String: [String]]
    /// A Boolean value that indicates whether the same response was admitted a moment ago from the
    /// same application and device.
    package var isRepetition: Bool

    package init(
        userID: String, inResponseTo: String?, attributes: [String: [String]],
        isRepetition: Bool = false
    ) {
        self.userID = userID
        self.inResponseTo = inResponseTo
        self.attributes = attributes
        self.isRepetition = isRepetition
    }
}

/// The reason why a SAML response is refused.
package struct PartnerRefusal: Error, Sendable {
    /// A stable code.
    package let reason: String
    /// The error, without content of the response.
    package let message: String

    package init(reason: String, message: String) {
        self.reason = reason
        self.message = message
    }
}
