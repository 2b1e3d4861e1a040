#if Sandbox
internal import AdobePass
internal import WireText

/// Authorization and media tokens of REST API v1.
enum Authorization {
    @Sendable static func authorize(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await call.validToken(of: set.holder, status: 403)
        let mvpd = try provider(call, token)
        let ruling = try await ruling(call, mvpd, set.holder, token, resource, .authorize)
        if let refusal = ruling.refusal { throw refusal }
        return try answer(
            call, set, mvpd,
            try await call.state.authorize(resource, holder: set.holder, mvpd: mvpd.id))
    }

    @Sendable static func token(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await call.validToken(of: set.holder, status: 412)
        let mvpd = try provider(call, token)
        guard
            let record = await call.state.authorization(
                resource, holder: set.holder, mvpd: mvpd.id)
        else {
            throw Refusal(
                404, .authorizationNotFound, "noAuthorization", "Authorization not found.")
        }
        guard call.now < record.notAfter else {
            throw Refusal(
                410, .authorizationExpired, "authorizationExpired", "Authorization expired.")
        }
        return try answer(call, set, mvpd, record)
    }

    @Sendable static func mediaToken(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await call.validToken(of: set.holder, status: 403)
        let mvpd = try provider(call, token)
        guard
            let record = await call.state.authorization(
                resource, holder: set.holder, mvpd: mvpd.id), call.now < record.notAfter
        else {
            throw Refusal(
                403, .authorizationNotFound, "noAuthorization", "Authorization not found.")
        }
        let media = try await call.core.signer.token(
            for: resource, serviceProvider: set.provider.id, mvpd: mvpd, userID: token.userID)
        return .body(
            call, root: "play",
            [
                "resource": .string(resource), "requestor": .string(set.provider.id),
                "mvpdId": .string(mvpd.id),
                "userId": .string(PseudonymousID.user(token.userID, mvpd: mvpd.id)),
                "expires": .string(String(media.notAfter)), "serializedToken": .string(media.text),
            ])
    }

    /// Returns the ruling of a free access, or else of the MVPD, on a resource.
    static func ruling(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder, _ token: ProfileRecord,
        _ resource: String, _ kind: Ruling.Kind
    ) async throws -> Ruling {
        guard let access = mvpd.temporaryAccess else {
            return try await Ruling.make(call, mvpd, holder, token, resource: resource, kind)
        }
        return try await TemporaryAccess.ruling(
            call, access, mvpd, holder, identity: token.metadata["identity"]?.text, resource, kind
        )
    }

    static func provider(_ call: Call, _ token: ProfileRecord) throws(Refusal)
        -> SandboxConfiguration.MVPD
    {
        guard let mvpd = call.configuration.mvpd(token.mvpd), mvpd.isActive else {
            throw Refusal(
                412, .unknownIntegration, "noIntegration",
                "The requestor has no active integration with the MVPD.")
        }
        return mvpd
    }

    private static func resource(_ set: DeviceSet) throws(Refusal) -> String {
        guard let resource = set.fields.nonEmpty("resource") else {
            throw Refusal(
                400, .missingResource, "missingResource", "The parameter resource is missing.")
        }
        return resource
    }

    private static func answer(
        _ call: Call, _ set: DeviceSet, _ mvpd: SandboxConfiguration.MVPD,
        _ record: AuthorizationRecord
    ) throws -> Answer {
        .body(
            call, root: "authorization",
            [
                "expires": .string(String(record.notAfter)), "mvpd": .string(mvpd.id),
                "requestor": .string(set.provider.id), "resource": .string(record.resource),
                "proxyMvpd": .string(mvpd.proxy),
            ])
    }
}
#endif
