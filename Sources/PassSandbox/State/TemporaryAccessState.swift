internal import XMLCore

/// The state of a free access.
enum TemporaryAccessStanding: Sendable {
    /// It has not begun, or not ended; what was used of it so far.
    case open(TemporaryAccessRecord?)
    /// Its time is used up.
    case timeExceeded
    /// Its resources are used up.
    case resourcesExceeded
}

extension SandboxState {
    private func key(_ holder: Holder, _ mvpd: String, _ identity: String?) -> ByteExactName {
        // A free access is bound to the device and, for a promotion, to a person; signing in
        // anew with another application must not start its clock again.
        ByteExactName(holder.serviceProvider, holder.deviceIdentifier, mvpd, identity ?? "")
    }

    /// Returns the state of a device's free access, for another resource if one is named.
    func standing(
        of access: SandboxConfiguration.TemporaryAccess, mvpd: String, holder: Holder,
        identity: String?, resource: String? = nil
    ) -> TemporaryAccessStanding {
        guard let record = temporaryAccesses[key(holder, mvpd, identity)] else {
            return .open(nil)
        }
        if now >= record.start + Int64(access.seconds) * 1000 { return .timeExceeded }
        if let limit = access.resources, record.resources.count >= limit,
            !record.resources.contains(where: { isSame($0, resource ?? "") })
        {
            return .resourcesExceeded
        }
        return .open(record)
    }

    /// Uses a free access for a resource; the first use starts its clock.
    func use(
        mvpd: String, holder: Holder, identity: String?, resource: String
    ) throws -> TemporaryAccessRecord {
        let key = key(holder, mvpd, identity)
        var record =
            temporaryAccesses[key]
            ?? TemporaryAccessRecord(mvpd: mvpd, start: now, resources: [])
        if !record.resources.contains(where: { isSame($0, resource) }) {
            record.resources.append(resource)
        }
        try temporaryAccesses.put(record, key, limit: recordLimit, mirror: mirror)
        return record
    }
}
