#if Sandbox
internal import AdobePass
internal import PayloadCoding
internal import WireText

/// Free access for a time, which needs no sign-in.
enum TemporaryAccess {
    typealias Value = SandboxConfiguration.Value

    /// The identity that a promotion asks for; an ordinary free access has none.
    static func identity(_ call: Call, _ access: SandboxConfiguration.TemporaryAccess)
        throws(Refusal) -> String?
    {
        guard access.seconds > 0, access.resources ?? 1 > 0 else {
            throw Refusal(
                500, Pass.ErrorCode.invalidConfigurationTemporaryAccess, "unusableTemporaryAccess",
                "The free access has no duration or no resources.")
        }
        guard access.resources != nil else { return nil }
        guard let header = call.field("AP-TempPass-Identity"),
            let bytes = try? Base64.decode([UInt8](header.utf8)), !bytes.isEmpty,
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Refusal(
                400, Pass.ErrorCode.invalidHeaderIdentityForTemporaryAccess, "invalidIdentity",
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
                403, Pass.ErrorCode.temporaryAccessDurationLimitExceeded, "temporaryTimeExceeded",
                "The time of the free access is used up.")
        case .resourcesExceeded:
            Refusal(
                403, Pass.ErrorCode.temporaryAccessResourcesLimitExceeded,
                "temporaryResourcesExceeded", "The resources of the free access are used up.")
        }
    }

    static func rulings(
        _ call: Call, _ access: SandboxConfiguration.TemporaryAccess,
        _ mvpd: SandboxConfiguration.MVPD, holder: Holder, _ resources: [String],
        _ kind: Ruling.Kind
    ) async throws -> [Ruling] {
        let identity = try identity(call, access)
        var rulings: [Ruling] = []
        for resource in resources {
            let standing = await call.state.standing(
                of: access, mvpd: mvpd.id, holder: holder, identity: identity, resource: resource)
            if let refusal = refusal(standing) {
                rulings.append(
                    Ruling(resource: resource, source: "temppass", outcome: .denied(refusal)))
                continue
            }
            if kind == .authorize {
                _ = try await call.state.use(
                    mvpd: mvpd.id, holder: holder, identity: identity, resource: resource)
            }
            rulings.append(
                Ruling(
                    resource: resource, source: "temppass",
                    outcome: .permitted(userID: userID(holder, identity), nil)))
        }
        return rulings
    }

    /// The profile that a free access gives.
    static func profile(_ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder)
        async throws -> Answer
    {
        guard let access = mvpd.temporaryAccess else { return .json(["profiles": [:]]) }
        let identity = try identity(call, access)
        let standing = await call.state.standing(
            of: access, mvpd: mvpd.id, holder: holder, identity: identity)
        if let refusal = refusal(standing) { throw refusal }
        var used: TemporaryAccessRecord?
        if case .open(let record) = standing { used = record }
        let end = (used?.start ?? call.now) + Int64(access.seconds) * 1000
        var attributes = [
            SandboxConfiguration.Member("userID", .text(userID(holder, identity))),
            SandboxConfiguration.Member("expiration_date", .integer(end)),
        ]
        if let limit = access.resources {
            let resources = used?.resources ?? []
            attributes += [
                SandboxConfiguration.Member(
                    "remaining_resources", .integer(Int64(limit - resources.count))),
                SandboxConfiguration.Member(
                    "used_assets", .list(resources.map { .text($0) })),
            ]
        }
        return .json([
            "profiles": .object([
                SandboxConfiguration.Member(
                    mvpd.id,
                    Profiles.value(
                        type: "temporary", issuer: "Adobe", notBefore: used?.start ?? call.now,
                        notAfter: end, attributes: attributes))
            ])
        ])
    }

    static func userID(_ holder: Holder, _ identity: String?) -> String {
        "temppass_"
            + Hexadecimal.text(
                Scramble.digest(
                    ExactText(holder.deviceIdentifier, identity ?? "").text
                ).prefix(8))
    }
}
#endif
