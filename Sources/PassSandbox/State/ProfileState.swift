extension SandboxState {
    private func key(_ holder: Holder, _ mvpd: String) -> ExactText {
        ExactText(holder.key, mvpd)
    }

    /// Keeps a profile in place of an earlier one for the same MVPD.
    func keep(_ profile: ProfileRecord) throws {
        try profileTable.put(
            profile, key(profile.holder, profile.mvpd), limit: recordLimit, mirror: mirror)
    }

    /// Every profile that is still valid, the oldest first.
    package func profiles() -> [ProfileRecord] {
        profileTable.records.filter { $0.isValid(at: now) }
    }

    /// The profiles of an application, those that have expired among them.
    func allProfiles(of holder: Holder) -> [ProfileRecord] {
        profileTable.records.filter { isSame($0.holder.key, holder.key) }
    }

    /// The profile of an application for an MVPD, even if it has expired.
    func profile(of holder: Holder, mvpd: String) -> ProfileRecord? {
        profileTable[key(holder, mvpd)]
    }

    /// Removes a profile and what was authorized with it.
    func removeProfile(of holder: Holder, mvpd: String) throws {
        try profileTable.remove(key(holder, mvpd), mirror: mirror)
        for record in authorizations.records where isSame(record.mvpd, mvpd) {
            try authorizations.remove(
                authorizationKey(holder, mvpd, record.resource), mirror: mirror)
        }
    }

    // MARK: Authorizations

    private func authorizationKey(_ holder: Holder, _ mvpd: String, _ resource: String)
        -> ExactText
    {
        ExactText(holder.key, mvpd, resource)
    }

    /// Keeps that a resource may be watched, and says from when to when.
    func authorize(_ resource: String, holder: Holder, mvpd: String) throws -> AuthorizationRecord {
        let key = authorizationKey(holder, mvpd, resource)
        if let record = authorizations[key], now < record.notAfter { return record }
        let record = AuthorizationRecord(
            mvpd: mvpd, resource: resource, notBefore: now,
            notAfter: now + Int64(configuration.lifetimes.authorization) * 1000)
        try authorizations.put(record, key, limit: recordLimit, mirror: mirror)
        return record
    }

    func authorization(_ resource: String, holder: Holder, mvpd: String) -> AuthorizationRecord? {
        authorizations[authorizationKey(holder, mvpd, resource)]
    }

    // MARK: Queries

    func keep(_ query: QueryRecord) throws {
        try queries.put(query, ExactText(query.id), limit: recordLimit, mirror: mirror)
    }

    /// The queries to an MVPD that were sent to an application and are still valid.
    func queries(to mvpd: String, of holder: Holder) -> [QueryRecord] {
        queries.records.filter {
            isSame($0.mvpd, mvpd) && isSame($0.holder.key, holder.key) && now < $0.notAfter
        }
    }

    // MARK: The device's own sign-in

    /// The TV provider a device is signed in with at system level, if that has not expired.
    package func deviceSignIn(_ deviceIdentifier: String) -> DeviceSignInRecord? {
        deviceSignIns[ExactText(deviceIdentifier)].flatMap { now < $0.expires ? $0 : nil }
    }

    /// Signs a device in or, with `nil`, out.
    package func setDeviceSignIn(_ record: DeviceSignInRecord?, for deviceIdentifier: String) throws
    {
        let key = ExactText(deviceIdentifier)
        if let record {
            try deviceSignIns.put(record, key, limit: recordLimit, mirror: mirror)
        } else {
            try deviceSignIns.remove(key, mirror: mirror)
        }
    }
}
