#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// The part of the service token in REST API v2.
enum SharedSignIn {
    /// An endpoint that takes a service token.
    ///
    /// A token that is not valid is ignored, as Adobe says of platforms' tokens; a header field of
    /// the answer says why.
    static func taking(
        _ handle: @escaping @Sendable (Call) async throws -> Answer
    ) -> @Sendable (Call) async throws -> Answer {
        { call in
            guard let token = call.nonEmptyField("AD-Service-Token") else {
                return try await handle(call)
            }
            var call = call
            do {
                call.member = try await ServiceMember.member(
                    call, token, of: call.part("serviceProvider"))
            } catch let refusal as Refusal {
                guard !call.configuration.ssoService.refusesInvalidTokensInV2 else {
                    throw refusal
                }
                var answer = try await handle(call)
                answer.fields[.sandboxServiceToken] = "\(refusal.reason): \(refusal.message)"
                return answer
            }
            return try await handle(call)
        }
    }
}

extension HTTPField.Name {
    /// The sandbox's reason for passing over a service token.
    // The name is well formed, which the library cannot know.
    static let sandboxServiceToken = HTTPField.Name("X-Sandbox-Service-Token") ?? .server
}

extension Call {
    /// The profiles of other devices that the caller shares.
    func sharedProfiles(for holder: Holder) async -> [ProfileRecord] {
        guard let member else { return [] }
        return await state.sharedProfiles(member.subject, for: holder)
    }

    /// The profile with an MVPD: the caller's own, or a shared one where its own is not valid.
    func profile(of holder: Holder, mvpd: String) async -> ProfileRecord? {
        let own = await state.profile(of: holder, mvpd: mvpd)
        if let own, own.isValid(at: now) { return own }
        return await sharedProfiles(for: holder).first { isSame($0.mvpd, mvpd) } ?? own
    }
}
#endif
