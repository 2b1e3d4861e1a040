internal import XMLCore

extension SandboxState {
    private func key(_ holder: Holder, _ mvpd: String) -> ByteExactName {
        ByteExactName(holder.key, mvpd)
    }

    /// Keeps a profile, replacing an earlier one for the same MVPD.
    func keep(_ profile: ProfileRecord) throws {
        try profileTable.put(
            profile, key(profile.holder, profile.mvpd), limit: recordLimit, mirror: mirror)
    }

    /// Every profile that is still valid, the oldest first.
    func profiles() -> [ProfileRecord] {
        profileTable.records.filter { $0.isValid(at: now) }
    }

    /// The profiles of an application, those that have expired among them, in the order of the
    /// MVPDs in the configuration.
    func allProfiles(of holder: Holder) -> [ProfileRecord] {
        configuration.mvpds.compactMap { profileTable[key(holder, $0.id)] }
    }

    /// The profile of an application for an MVPD, even if it has expired.
    func profile(of holder: Holder, mvpd: String) -> ProfileRecord? {
        profileTable[key(holder, mvpd)]
    }

    /// Removes a profile and what was authorized with it.
    func removeProfile(of holder: Holder, mvpd: String) throws {
        try profileTable.remove(key(holder, mvpd), mirror: mirror)
        try authorizations.remove(key(holder, mvpd), mirror: mirror)
    }

    // MARK: Authorizations

    /// Keeps that a resource may be watched, and says from when to when.
    func authorize(_ resource: String, holder: Holder, mvpd: String) throws -> AuthorizationRecord {
        if let record = authorization(resource, holder: holder, mvpd: mvpd), now < record.notAfter {
            return record
        }
        let record = AuthorizationRecord(
            resource: resource, notBefore: now,
            notAfter: end(after: configuration.lifetimes.authorization))
        let key = key(holder, mvpd)
        // The latest are enough; a device that asks for everything must not fill the memory.
        let others = (authorizations[key] ?? []).filter { !isSame($0.resource, resource) }
        try authorizations.put(
            others.suffix(199) + [record], key, limit: recordLimit, mirror: mirror)
        return record
    }

    func authorization(_ resource: String, holder: Holder, mvpd: String) -> AuthorizationRecord? {
        authorizations[key(holder, mvpd)]?.first { isSame($0.resource, resource) }
    }

    // MARK: Queries

    /// Keeps that a query was sent to an application.
    func keep(_ query: QueryRecord, to mvpd: String, of holder: Holder) throws {
        let others = queries(to: mvpd, of: holder)
        try queries.put(
            others.suffix(19) + [query], key(holder, mvpd), limit: recordLimit, mirror: mirror)
    }

    /// The queries to an MVPD that were sent to an application and are still valid.
    func queries(to mvpd: String, of holder: Holder) -> [QueryRecord] {
        (queries[key(holder, mvpd)] ?? []).filter { now < $0.notAfter }
    }

    // MARK: The device's own sign-in

    /// The TV provider a device is signed in with at system level, if that has not expired.
    func deviceSignIn(_ deviceIdentifier: String) -> DeviceSignInRecord? {
        deviceSignIns[ByteExactName(deviceIdentifier)].flatMap { now < $0.expires ? $0 : nil }
    }

    /// Signs a device in or, with `nil`, out.
    func setDeviceSignIn(_ record: DeviceSignInRecord?, for deviceIdentifier: String) throws {
        let key = ByteExactName(deviceIdentifier)
        if let record {
            try deviceSignIns.put(record, key, limit: recordLimit, mirror: mirror)
        } else {
            try deviceSignIns.remove(key, mirror: mirror)
        }
    }
}
