#if Sandbox
internal import AdobePass
internal import WireText

/// Profiles of REST API v2.
enum Profiles {
    typealias Value = SandboxConfiguration.Value
    /// The prefix of the user identifier of every degraded profile.
    static let degradedPrefix = "95cf93bcd183214a"

    @Sendable static func all(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let holder = try self.holder(call, provider)
        return try await answer(call, holder: holder, only: nil, withPartner: true)
    }

    @Sendable static func one(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let mvpd = try call.mvpd(call.part("mvpd"), of: provider)
        let holder = try self.holder(call, provider)
        if call.configuration.choices.refusesOtherProviderInProfiles,
            let named = PartnerFrameworkStatus.evaluate(call, of: provider).validMVPD,
            !isSame(named.id, mvpd.id)
        {
            throw PartnerFrameworkStatus.mismatch
        }
        return try await answer(call, mvpd, holder: holder)
    }

    @Sendable static func byCode(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let session = try await Sessions.session(call, of: provider)
        guard let mvpd = session.mvpd.flatMap({ call.configuration.mvpd($0) }) else {
            return .json(["profiles": [:]])
        }
        if mvpd.temporaryAccess != nil || mvpd.degradation == .authNAll {
            return try await answer(call, mvpd, holder: session.holder)
        }
        let profile = await call.state.profile(of: session.holder, mvpd: mvpd.id)
        let found = [profile].compactMap(\.self).filter {
            $0.isValid(at: call.now) && $0.type == "regular" && session.isCompleted
        }
        return .json(map(found, call))
    }

    // MARK: Answers

    private static func answer(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder
    ) async throws -> Answer {
        if mvpd.temporaryAccess != nil {
            return try await TemporaryAccess.profile(call, mvpd, holder: holder)
        }
        if mvpd.degradation == .authNAll { return degraded(call, mvpd, holder: holder) }
        return try await answer(call, holder: holder, only: mvpd, withPartner: true)
    }

    /// The profiles that are kept for an application; those from the partner only if the request
    /// proves that the user is still signed in there.
    static func answer(
        _ call: Call, holder: Holder, only mvpd: SandboxConfiguration.MVPD?, withPartner: Bool
    ) async throws -> Answer {
        let provider = try call.serviceProvider()
        let proven =
            withPartner ? PartnerFrameworkStatus.evaluate(call, of: provider).validMVPD : nil
        let profiles = await call.state.allProfiles(of: holder).filter { profile in
            profile.isValid(at: call.now)
                && (mvpd.map { isSame($0.id, profile.mvpd) } ?? true)
                && (profile.type != "appleSSO"
                    || (proven.map { isSame($0.id, profile.mvpd) } ?? false))
        }
        return .json(map(profiles, call))
    }

    /// The profile that everyone has while authentication is degraded.
    static func degraded(_ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder)
        -> Answer
    {
        .json([
            "profiles": .object([
                SandboxConfiguration.Member(
                    mvpd.id,
                    value(
                        type: "degraded", issuer: "Adobe", notBefore: call.now,
                        notAfter: call.now + Int64(call.configuration.lifetimes.profile) * 1000,
                        attributes: [
                            SandboxConfiguration.Member(
                                "userID", .text(degradedUserID(of: holder)))
                        ]))
            ])
        ])
    }

    static func degradedUserID(of holder: Holder) -> String {
        degradedPrefix + Hexadecimal.text(Scramble.digest(holder.key).prefix(8))
    }

    /// Profiles by MVPD.
    static func map(_ profiles: [ProfileRecord], _ call: Call) -> Value {
        let encryptor = MetadataEncryptor(settings: call.configuration.metadataEncryption)
        return [
            "profiles": .object(
                profiles.map { profile in
                    SandboxConfiguration.Member(
                        profile.mvpd,
                        value(
                            type: profile.type, issuer: profile.issuer,
                            notBefore: profile.notBefore, notAfter: profile.notAfter,
                            attributes: profile.attributes, encryptor: encryptor))
                })
        ]
    }

    static func value(
        type: String, issuer: String, notBefore: Int64, notAfter: Int64,
        attributes: [SandboxConfiguration.Member],
        encryptor: MetadataEncryptor = MetadataEncryptor(settings: nil)
    ) -> Value {
        [
            "notBefore": .integer(notBefore), "notAfter": .integer(notAfter),
            "issuer": .text(issuer), "type": .text(type),
            "attributes": .object(
                attributes.map { attribute in
                    guard encryptor.isEncrypted(attribute.name) else {
                        return SandboxConfiguration.Member(
                            attribute.name, ["value": attribute.value, "state": "plain"])
                    }
                    guard let text = try? encryptor.encrypt(attribute.value) else {
                        // The profile is good without one attribute; the attribute says why.
                        return SandboxConfiguration.Member(
                            attribute.name,
                            [
                                "value": .null, "state": "enc",
                                "error": "invalid_configuration_user_metadata_certificate",
                            ])
                    }
                    return SandboxConfiguration.Member(
                        attribute.name, ["value": .text(text), "state": "enc"])
                }),
        ]
    }

    private static func holder(
        _ call: Call, _ provider: SandboxConfiguration.ServiceProvider
    ) throws(Refusal) -> Holder {
        let device = try call.deviceIdentifier()
        _ = try call.deviceInformation()
        return call.holder(.v2, device: device, serviceProvider: provider.id)
    }
}
#endif
