#if Sandbox
internal import AdobePass
internal import WireText

/// Profiles of REST API v2.
enum Profiles {
    /// The prefix of the user identifier of every degraded profile.
    static let degradedPrefix = "95cf93bcd183214a"

    @Sendable static func all(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let holder = try call.holder(of: provider)
        return try await answer(call, holder: holder, only: nil, withPartner: true)
    }

    @Sendable static func one(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let mvpd = try call.mvpd(call.part("mvpd"), of: provider)
        let holder = try call.holder(of: provider)
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
        if let access = mvpd.temporaryAccess {
            let profile = try await TemporaryAccess.profile(call, access, mvpd, holder: holder)
            return .json(map([profile], call, encrypts: false))
        }
        if mvpd.degradation == .authNAll {
            return .json(map([degraded(call, mvpd, holder)], call, encrypts: false))
        }
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
        let shared = await call.sharedProfiles(for: holder).filter { profile in
            (mvpd.map { isSame($0.id, profile.mvpd) } ?? true)
                && !profiles.contains { isSame($0.mvpd, profile.mvpd) }
        }
        return .json(map(profiles + shared, call))
    }

    /// The profile, or authentication token, that everyone has while authentication is degraded.
    static func degraded(_ call: Call, _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder)
        -> ProfileRecord
    {
        let userID = degradedUserID(of: holder)
        return ProfileRecord(
            holder: holder, mvpd: mvpd.id, type: "degraded", issuer: "Adobe", userID: userID,
            metadata: ["userID": .string(userID)], notBefore: call.now,
            notAfter: call.state.end(after: call.configuration.lifetimes.profile))
    }

    static func degradedUserID(of holder: Holder) -> String {
        degradedPrefix + Hexadecimal.text(PseudonymousID.digest(holder.key).prefix(8))
    }

    /// Profiles by MVPD.
    static func map(_ profiles: [ProfileRecord], _ call: Call, encrypts: Bool = true) -> JSONValue {
        let encryptor = MetadataEncryptor(
            settings: encrypts ? call.configuration.metadataEncryption : nil)
        let values = profiles.map { profile -> (name: String, value: JSONValue) in
            let attributes = (profile.metadata.members ?? []).map {
                ($0.name, attribute($0.name, $0.value, encryptor))
            }
            let value: JSONValue = [
                "notBefore": .integer(profile.notBefore), "notAfter": .integer(profile.notAfter),
                "issuer": .string(profile.issuer), "type": .string(profile.type),
                "attributes": .object(attributes),
            ]
            return (profile.mvpd, value)
        }
        return ["profiles": .object(values)]
    }

    private static func attribute(
        _ name: String, _ value: JSONValue, _ encryptor: MetadataEncryptor
    ) -> JSONValue {
        guard encryptor.isEncrypted(name) else { return ["value": value, "state": "plain"] }
        guard let text = try? encryptor.encrypt(value) else {
            // The profile is good without one attribute; the attribute says why.
            return [
                "value": .null, "state": "enc",
                "error": "invalid_configuration_user_metadata_certificate",
            ]
        }
        return ["value": .string(text), "state": "enc"]
    }
}
#endif
