import AdobePass
import PayloadCoding

/// Sends one response as an app does that just received it from Apple's framework.
struct ResponseExchange {
    let session: PassSession
    let mvpd: Pass.MVPDIdentifier
    let platform: Pass.Platform

    /// v2: returns the profiles of the answer.
    ///
    /// The server takes the MVPD from the status of Apple's framework. So this invents a status:
    /// access is granted, and a user is signed in with the MVPD's provider for a day.
    func profiles(
        for payload: EncodedPayload
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        let configuration = try await session.client.v2.configuration()
        let provider = configuration.requestor.mvpds
            .first { $0.id.rawValue.utf8.elementsEqual(mvpd.rawValue.utf8) }?.platformMappingID
        let status = Pass.PartnerFrameworkStatus(
            accessStatus: .granted, provider: provider,
            expirationDate: session.clock.now().advanced(by: .seconds(86_400)))
        return try await session.client.v2.partnerProfile(status: status, samlResponse: payload)
    }

    /// v1: stores a token for the device, or fails.
    func createToken(for payload: EncodedPayload) async throws(Pass.ExchangeError) {
        try await session.client.v1.createAuthenticationToken(
            mvpd: mvpd, platform: platform, samlResponse: payload)
    }
}
