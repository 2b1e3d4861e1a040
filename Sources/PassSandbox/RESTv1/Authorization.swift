#if Sandbox
internal import AdobePass

/// Authorization and media tokens of REST API v1.
enum Authorization {
    @Sendable static func authorize(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await set.validToken(call, status: 403)
        let mvpd = try provider(call, token)
        if let access = mvpd.temporaryAccess {
            let identity = token.attributes.first { $0.name == "identity" }?.value.text
            let standing = await call.state.standing(
                of: access, mvpd: mvpd.id, holder: set.holder, identity: identity,
                resource: resource)
            if let refusal = TemporaryAccess.refusal(standing) { throw refusal }
            _ = try await call.state.use(
                mvpd: mvpd.id, holder: set.holder, identity: identity, resource: resource)
        } else {
            let ruling = try await Ruling.make(
                call, mvpd, set.holder, token, resource: resource, .authorize)
            if case .denied(let refusal) = ruling.outcome { throw refusal }
        }
        return try answer(
            call, set, mvpd,
            try await call.state.authorize(resource, holder: set.holder, mvpd: mvpd.id))
    }

    @Sendable static func token(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await set.validToken(call, status: 412)
        let mvpd = try provider(call, token)
        guard
            let record = await call.state.authorization(
                resource, holder: set.holder, mvpd: mvpd.id)
        else {
            throw Refusal(
                404, Pass.ErrorCode.authorizationNotFound, "noAuthorization",
                "Authorization not found.")
        }
        guard call.now < record.notAfter else {
            throw Refusal(
                410, Pass.ErrorCode.authorizationExpired, "authorizationExpired",
                "Authorization expired.")
        }
        return try answer(call, set, mvpd, record)
    }

    @Sendable static func mediaToken(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let resource = try resource(set)
        let token = try await set.validToken(call, status: 403)
        let mvpd = try provider(call, token)
        guard
            let record = await call.state.authorization(
                resource, holder: set.holder, mvpd: mvpd.id), call.now < record.notAfter
        else {
            throw Refusal(
                403, Pass.ErrorCode.authorizationNotFound, "noAuthorization",
                "Authorization not found.")
        }
        let media = try await MediaTokens.make(
            call, provider: set.provider.id, mvpd: mvpd, resource: resource,
            userID: token.userID)
        return try .body(
            call, root: "play",
            [
                "resource": .text(resource), "requestor": .text(set.provider.id),
                "mvpdId": .text(mvpd.id),
                "userId": .text(Scramble.user(token.userID, mvpd: mvpd.id)),
                "expires": .text(String(media.notAfter)), "serializedToken": .text(media.text),
            ])
    }

    static func provider(_ call: Call, _ token: ProfileRecord) throws(Refusal)
        -> SandboxConfiguration.MVPD
    {
        guard let mvpd = call.configuration.mvpd(token.mvpd), mvpd.isActive else {
            throw Refusal(
                412, Pass.ErrorCode.unknownIntegration, "noIntegration",
                "The requestor has no active integration with the MVPD.")
        }
        return mvpd
    }

    private static func resource(_ set: DeviceSet) throws(Refusal) -> String {
        guard let resource = set.fields.nonEmpty("resource") else {
            throw Refusal(
                400, Pass.ErrorCode.missingResource, "missingResource",
                "The parameter resource is missing.")
        }
        return resource
    }

    private static func answer(
        _ call: Call, _ set: DeviceSet, _ mvpd: SandboxConfiguration.MVPD,
        _ record: AuthorizationRecord
    ) throws -> Answer {
        try .body(
            call, root: "authorization",
            .members([
                ("expires", .text(String(record.notAfter))), ("mvpd", .text(mvpd.id)),
                ("requestor", .text(set.provider.id)), ("resource", .text(record.resource)),
                ("proxyMvpd", .text(mvpd.proxy)),
            ]))
    }
}
#endif
