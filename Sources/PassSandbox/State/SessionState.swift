internal import WireText
internal import XMLCore

/// The reason why a session could not be completed.
enum CompletionRefusal: String, Error {
    /// No session has the code, or it has expired.
    case noSession
    /// The session's service provider is not integrated with the MVPD.
    case noIntegration
    /// The session names another MVPD.
    case otherMVPD
    /// The MVPD has no such subscriber.
    case noSubscriber
    /// The record could not be kept.
    case notKept
}

extension SandboxState {
    /// A session that is still valid.
    func session(code: String) -> SessionRecord? {
        sessionTable[ByteExactName(code)].flatMap { $0.isValid(at: now) ? $0 : nil }
    }

    /// A session, valid or not.
    func anySession(code: String) -> SessionRecord? { sessionTable[ByteExactName(code)] }

    /// Every session that is still valid, the oldest first.
    func sessions() -> [SessionRecord] {
        sessionTable.records.filter { $0.isValid(at: now) }
    }

    /// The MVPDs that a service provider has an active integration with.
    nonisolated func mvpds(of serviceProvider: String) -> [SandboxConfiguration.MVPD] {
        configuration.serviceProvider(serviceProvider).map(configuration.mvpds(of:)) ?? []
    }

    /// Begins a session that ends after some seconds.
    func makeSession(
        _ holder: Holder, mvpd: String?, domainName: String? = nil, redirectURL: String? = nil,
        seconds: Int? = nil, device: JSONValue = [:], userAgent: String? = nil
    ) throws -> SessionRecord {
        let record = SessionRecord(
            code: makeCode(), id: makeUUID(), holder: holder, mvpd: mvpd, domainName: domainName,
            redirectURL: redirectURL, notBefore: now,
            notAfter: end(after: seconds ?? configuration.lifetimes.session), device: device,
            userAgent: userAgent)
        try keep(record)
        return record
    }

    func keep(_ session: SessionRecord) throws {
        try sessionTable.put(
            session, ByteExactName(session.code), limit: recordLimit, mirror: mirror)
    }

    func removeSession(code: String) throws {
        try sessionTable.remove(ByteExactName(code), mirror: mirror)
    }

    /// Signs `subscriber` in with `mvpd` on the device that asked for the session: its application
    /// gets a regular profile.
    @discardableResult func complete(
        code: String, mvpd: String, subscriber: String
    ) throws(CompletionRefusal) -> ProfileRecord {
        guard var session = session(code: code) else { throw .noSession }
        guard
            let provider = mvpds(of: session.holder.serviceProvider).first(where: {
                isSame($0.id, mvpd) && $0.temporaryAccess == nil
            })
        else { throw .noIntegration }
        if let named = session.mvpd, !isSame(named, mvpd) { throw .otherMVPD }
        guard let person = provider.subscribers.first(where: { isSame($0.name, subscriber) })
        else { throw .noSubscriber }
        let record = ProfileRecord(
            holder: session.holder, mvpd: provider.id, type: "regular", issuer: provider.id,
            userID: person.userID, metadata: metadata(of: person, with: provider),
            notBefore: now, notAfter: end(after: configuration.lifetimes.profile))
        session.mvpd = provider.id
        session.isCompleted = true
        do {
            try keep(record)
            try keep(session)
        } catch {
            throw .notKept
        }
        return record
    }

    /// Keeps where a browser may be sent at the end of a logout, for as long as a session lasts.
    func keep(logoutRedirect url: String) throws {
        let record = LogoutRedirectRecord(notAfter: end(after: configuration.lifetimes.session))
        try logoutRedirects.put(record, ByteExactName(url), limit: recordLimit, mirror: mirror)
    }

    /// Returns whether a logout named a URL, and not too long ago.
    func isLogoutRedirect(_ url: String) -> Bool {
        logoutRedirects[ByteExactName(url)].map { now < $0.notAfter } ?? false
    }

    /// The user metadata of a subscriber; `userID` is always among it.
    nonisolated func metadata(
        of person: SandboxConfiguration.Subscriber, with mvpd: SandboxConfiguration.MVPD,
        tokenSource: JSONValue? = nil
    ) -> JSONValue {
        var metadata = person.metadata
        if metadata["userID"] == nil { metadata["userID"] = .string(person.userID) }
        metadata["mvpd"] = .string(mvpd.id)
        if let tokenSource { metadata["tokenSource"] = tokenSource }
        return .object(sorting: metadata)
    }
}
