internal import WireText
internal import XMLCore

extension SandboxState {
    private func key(_ subject: String, _ serviceProvider: String) -> ByteExactName {
        ByteExactName(
            subject, configuration.ssoService.spansServiceProviders ? "" : serviceProvider)
    }

    /// The devices that share a sign-in.
    func ssoDevices(_ subject: String, of serviceProvider: String) -> [SSODeviceRecord] {
        ssoGroups[key(subject, serviceProvider)]?.devices ?? []
    }

    /// Lets a device share a sign-in; one that does already stays what it is.
    func join(
        _ device: SSODeviceRecord, subject: String, of serviceProvider: String
    ) throws {
        let devices = ssoDevices(subject, of: serviceProvider)
        let former = devices.first { isSame($0.identifier, device.identifier) }
        let joined = SSODeviceRecord(
            identifier: device.identifier, clientID: device.clientID,
            joined: former?.joined ?? device.joined, lastSeen: device.lastSeen,
            information: device.information, userAgent: device.userAgent)
        let others = devices.filter { !isSame($0.identifier, device.identifier) }
        // The latest are enough; an app that makes up devices must not fill the memory.
        try keep(others.suffix(199) + [joined], subject, serviceProvider)
    }

    /// Records that a device was seen.
    func sawDevice(_ identifier: String, subject: String, of serviceProvider: String) throws {
        var devices = ssoDevices(subject, of: serviceProvider)
        guard let index = devices.firstIndex(where: { isSame($0.identifier, identifier) }) else {
            return
        }
        devices[index].lastSeen = now
        try keep(devices, subject, serviceProvider)
    }

    /// Removes a device; says which, or `nil` if there is no such device.
    func unlink(
        _ identifier: String, subject: String, of serviceProvider: String
    ) throws -> SSODeviceRecord? {
        let devices = ssoDevices(subject, of: serviceProvider)
        let removed = devices.first { isSame($0.identifier, identifier) }
        guard removed != nil else { return nil }
        try keep(
            devices.filter { !isSame($0.identifier, identifier) }, subject, serviceProvider)
        return removed
    }

    private func keep(
        _ devices: [SSODeviceRecord], _ subject: String, _ serviceProvider: String
    ) throws {
        let key = key(subject, serviceProvider)
        if devices.isEmpty { return try ssoGroups.remove(key, mirror: mirror) }
        try ssoGroups.put(
            SSOGroupRecord(devices: devices), key, limit: recordLimit, mirror: mirror)
    }

    // MARK: Profiles

    /// The profiles that other devices signed in for, as this one sees them: the one that is valid
    /// for longest of each MVPD.
    ///
    /// Only regular ones: another partner's profile needs proof of that partner's.
    func sharedProfiles(_ subject: String, for holder: Holder) -> [ProfileRecord] {
        let devices = ssoDevices(subject, of: holder.serviceProvider)
        let open = profiles().filter { profile in
            profile.type == "regular" && profile.holder.api == .v2
                && (configuration.ssoService.spansServiceProviders
                    || isSame(profile.holder.serviceProvider, holder.serviceProvider))
                && devices.contains { isSame($0.identifier, profile.holder.deviceIdentifier) }
        }
        return mvpds(of: holder.serviceProvider).compactMap { mvpd in
            open.filter { isSame($0.mvpd, mvpd.id) }.max { $0.notAfter < $1.notAfter }
                .map { profile in
                    ProfileRecord(
                        holder: holder, mvpd: profile.mvpd, type: "serviceTokenSSO",
                        issuer: profile.issuer, userID: profile.userID,
                        metadata: profile.metadata, notBefore: profile.notBefore,
                        notAfter: profile.notAfter)
                }
        }
    }

    /// Removes the profile with an MVPD from every device that shares a sign-in.
    func removeSharedProfile(_ subject: String, of serviceProvider: String, mvpd: String) throws {
        let devices = ssoDevices(subject, of: serviceProvider)
        for profile in profiles()
        where profile.holder.api == .v2 && isSame(profile.mvpd, mvpd) && profile.type == "regular"
            && (configuration.ssoService.spansServiceProviders
                || isSame(profile.holder.serviceProvider, serviceProvider))
            && devices.contains(where: {
                isSame($0.identifier, profile.holder.deviceIdentifier)
            })
        {
            try removeProfile(of: profile.holder, mvpd: mvpd)
        }
    }

    // MARK: Link codes

    /// A code by which another device can join.
    func makeLinkCode(
        subject: String, serviceProvider: String
    ) throws -> (code: String, record: LinkCodeRecord) {
        let record = LinkCodeRecord(
            subject: subject, serviceProvider: serviceProvider, notBefore: now,
            notAfter: end(after: configuration.ssoService.linkCode))
        let code = unusedLinkCode()
        try linkCodes.put(record, ByteExactName(code), limit: recordLimit, mirror: mirror)
        return (code, record)
    }

    /// The record of a link code, valid or not.
    func linkCode(_ code: String) -> LinkCodeRecord? { linkCodes[ByteExactName(code)] }

    /// Takes a link code out of use: `nil` if it is not good, or not for the service provider.
    func redeem(linkCode code: String, for serviceProvider: String) throws -> LinkCodeRecord? {
        guard var record = linkCodes[ByteExactName(code)], !record.isUsed, now < record.notAfter,
            isSame(record.serviceProvider, serviceProvider)
        else { return nil }
        record.isUsed = true
        try linkCodes.put(record, ByteExactName(code), limit: recordLimit, mirror: mirror)
        return record
    }

    /// A code that no valid one is equal to; a longer one where there are too few.
    private func unusedLinkCode() -> String {
        let settings = configuration.ssoService
        let alphabet = Array(settings.linkCodeAlphabet.unicodeScalars)
        var length = settings.linkCodeLength
        while true {
            for _ in 0..<20 {
                var code = String.UnicodeScalarView()
                for _ in 0..<length {
                    code.append(alphabet[Int(random.next(upperBound: UInt64(alphabet.count)))])
                }
                let other = linkCodes[ByteExactName(String(code))]
                if other.map({ $0.isUsed || $0.notAfter <= now }) ?? true { return String(code) }
            }
            length += 1
        }
    }
}
