#if Sandbox
internal import AdobePass
internal import PayloadCoding
internal import WireText
internal import XMLCore

/// Free access for a time, which needs no sign-in.
enum TemporaryAccess {
    /// The identity that a promotion asks for; an ordinary free access has none.
    static func identity(_ call: Call, _ access: SandboxConfiguration.TemporaryAccess)
        throws(Refusal) -> String?
    {
        guard access.seconds > 0, access.resources ?? 1 > 0 else {
            throw Refusal(
                500, .invalidConfigurationTemporaryAccess, "unusableTemporaryAccess",
                "The free access has no duration or no resources.")
        }
        guard access.resources != nil else { return nil }
        guard let bytes = Base64.content(call.field("AP-TempPass-Identity")),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Refusal(
                400, .invalidHeaderIdentityForTemporaryAccess, "invalidIdentity",
                "AP-TempPass-Identity must be Base64 of text.")
        }
        return text
    }

    /// Returns the reason why a free access is used up, or `nil`.
    static func refusal(_ standing: TemporaryAccessStanding) -> Refusal? {
        switch standing {
        case .open: nil
        case .timeExceeded:
            Refusal(
                403, .temporaryAccessDurationLimitExceeded, "temporaryTimeExceeded",
                "The time of the free access is used up.")
        case .resourcesExceeded:
            Refusal(
                403, .temporaryAccessResourcesLimitExceeded,
                "temporaryResourcesExceeded", "The resources of the free access are used up.")
        }
    }

    /// Returns the ruling of a free access on a resource, which an authorization uses it for.
    static func ruling(
        _ call: Call, _ access: SandboxConfiguration.TemporaryAccess,
        _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder, identity: String?,
        _ resource: String, _ kind: Ruling.Kind
    ) async throws -> Ruling {
        let standing = await call.state.standing(
            of: access, mvpd: mvpd.id, holder: holder, identity: identity, resource: resource)
        if let refusal = refusal(standing) {
            return Ruling(resource: resource, source: "temppass", outcome: .denied(refusal))
        }
        if kind == .authorize {
            _ = try await call.state.use(
                mvpd: mvpd.id, holder: holder, identity: identity, resource: resource)
        }
        return Ruling(
            resource: resource, source: "temppass",
            outcome: .permitted(userID: userID(holder, identity), nil))
    }

    /// The profile that a free access gives.
    static func profile(
        _ call: Call, _ access: SandboxConfiguration.TemporaryAccess,
        _ mvpd: SandboxConfiguration.MVPD, holder: Holder
    ) async throws -> ProfileRecord {
        let identity = try identity(call, access)
        let standing = await call.state.standing(
            of: access, mvpd: mvpd.id, holder: holder, identity: identity)
        if let refusal = refusal(standing) { throw refusal }
        var used: TemporaryAccessRecord?
        if case .open(let record) = standing { used = record }
        let start = used?.start ?? call.now
        let end = start + Int64(access.seconds) * 1000
        let userID = userID(holder, identity)
        let resources = used?.resources ?? []
        return ProfileRecord(
            holder: holder, mvpd: mvpd.id, type: "temporary", issuer: "Adobe", userID: userID,
            metadata: [
                "userID": .string(userID), "expiration_date": .integer(end),
                "remaining_resources": access.resources.map { .integer($0 - resources.count) },
                "used_assets": access.resources.map { _ in .strings(resources) },
            ], notBefore: start, notAfter: end)
    }

    static func userID(_ holder: Holder, _ identity: String?) -> String {
        "temppass_"
            + Hexadecimal.text(
                PseudonymousID.digest(
                    ByteExactName(holder.deviceIdentifier, identity ?? "").text
                ).prefix(8))
    }
}
#endif
