#if Sandbox
internal import AdobePass
internal import WireText

/// A device that shares a sign-in, known by its service token.
struct ServiceMember: Sendable {
    /// The common identifier of those that share it.
    let subject: String
    /// The device that the token was made for.
    let device: String

    /// The member that a call of the SSO Service names, which has to name one.
    static func required(
        _ call: Call, of provider: SandboxConfiguration.ServiceProvider, whenMissing status: Int,
        isRefresh: Bool = false
    ) async throws -> ServiceMember {
        guard let token = call.nonEmptyField("AD-Service-Token") else {
            throw Refusal(
                status, .headerMissing, "noServiceToken", "AD-Service-Token is missing.")
        }
        return try await member(call, token, of: provider.id, isRefresh: isRefresh)
    }

    /// The member that a token names, after everything about the token was checked.
    static func member(
        _ call: Call, _ token: String, of provider: String, isRefresh: Bool = false
    ) async throws -> ServiceMember {
        let settings = call.configuration.ssoService
        guard let claims = try await call.core.tokens.claims(of: token) else {
            throw Refusal(
                401, .headerInvalid, "foreignServiceToken",
                "The service token was not signed by this sandbox.")
        }
        guard !claims.subject.isEmpty else {
            throw Refusal(
                401, .headerInvalid, "noSubject", "The service token has no subject.")
        }
        let grace = isRefresh ? Int64(settings.refreshAfterEnd) * 1000 : 0
        guard call.now < claims.expires + grace else {
            throw Refusal(
                401, .tokenExpired, "expiredServiceToken", "The service token has expired.")
        }
        let caller = try? call.deviceIdentifier()
        if let caller, !settings.acceptsTokensOfOtherDevices,
            !isSame(ServiceTokenSigner.name(of: caller), claims.device)
        {
            throw Refusal(
                401, .headerInvalid, "otherDevice",
                "The service token was made for another device.")
        }
        let device = await call.state.ssoDevices(claims.subject, of: provider).first {
            isSame(ServiceTokenSigner.name(of: $0.identifier), claims.device)
        }
        guard let device, device.joined / 1000 * 1000 <= claims.issued else {
            guard settings.keepsUnlinkedTokens else {
                throw Refusal(
                    401, .headerInvalid, "unlinkedDevice",
                    "The device of the service token is not linked, or not any more.")
            }
            return ServiceMember(subject: claims.subject, device: caller ?? "")
        }
        try await call.state.sawDevice(
            device.identifier, subject: claims.subject, of: provider)
        return ServiceMember(subject: claims.subject, device: device.identifier)
    }
}
#endif
