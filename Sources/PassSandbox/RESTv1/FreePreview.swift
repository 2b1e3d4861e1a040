#if Sandbox
internal import AdobePass
internal import WireText

/// Free access in REST API v1.
enum FreePreview {
    @Sendable static func begin(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call, requestor: "requestor_id")
        let mvpd = try set.mvpd(call, "mso_id")
        guard let domain = set.fields.nonEmpty("domain_name") else {
            throw Refusal(
                400, .internalError, "missingParameter", "The parameter domain_name is missing.")
        }
        do {
            try call.check(domain: domain, of: set.provider)
        } catch {
            throw Refusal(400, .internalError, error.reason, error.message)
        }
        guard let access = mvpd.temporaryAccess, access.seconds > 0 else {
            throw Refusal(
                400, .internalError, "noFreeAccess", "The MVPD stands for no free access.")
        }
        let identity = set.fields.nonEmpty("generic_data")
        guard access.resources == nil || identity != nil else {
            throw Refusal(
                400, .internalError, "invalidIdentity",
                "The free access asks for an identity in generic_data.")
        }
        // A digest identifies the identity, which is not kept itself.
        let told = identity.map { Hexadecimal.text(PseudonymousID.digest($0)) }
        let standing = await call.state.standing(
            of: access, mvpd: mvpd.id, holder: set.holder, identity: told)
        if var refusal = TemporaryAccess.refusal(standing) {
            refusal.status = 400
            throw refusal
        }
        var start = call.now
        if case .open(let record?) = standing { start = record.start }
        try await call.state.keep(
            ProfileRecord(
                holder: set.holder, mvpd: mvpd.id, type: "temporary", issuer: "Adobe",
                userID: TemporaryAccess.userID(set.holder, told),
                metadata: ["identity": .string(told)], notBefore: call.now,
                notAfter: start + Int64(access.seconds) * 1000))
        return Answer(status: 204)
    }
}
#endif
