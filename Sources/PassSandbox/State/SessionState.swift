/// The reason why a session could not be completed.
package enum CompletionRefusal: String, Error, Sendable {
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
    package func session(code: String) -> SessionRecord? {
        sessionTable[ExactText(code)].flatMap { $0.isValid(at: now) ? $0 : nil }
    }

    /// A session, valid or not.
    func anySession(code: String) -> SessionRecord? { sessionTable[ExactText(code)] }

    /// Every session that is still valid, the oldest first.
    package func sessions() -> [SessionRecord] {
        sessionTable.records.filter { $0.isValid(at: now) }
    }

    /// The MVPDs that a service provider has an active integration with.
    package nonisolated func mvpds(of serviceProvider: String) -> [SandboxConfiguration.MVPD] {
        configuration.serviceProvider(serviceProvider).map(configuration.mvpds(of:)) ?? []
    }

    /// The initial values of a new session.
    struct NewSession: Sendable {
        var holder: Holder
        var mvpd: String?
        var domainName: String?
        var redirectURL: String?
        var seconds: Int
        var device: SandboxConfiguration.Value = .object([])
        var userAgent: String?
    }

    func makeSession(_ new: NewSession) throws -> SessionRecord {
        let record = SessionRecord(
            code: makeCode(), id: makeUUID(), holder: new.holder, mvpd: new.mvpd,
            domainName: new.domainName, redirectURL: new.redirectURL, notBefore: now,
            notAfter: now + Int64(new.seconds) * 1000, device: new.device,
            userAgent: new.userAgent)
        try keep(record)
        return record
    }

    func keep(_ session: SessionRecord) throws {
        try sessionTable.put(
            session, ExactText(session.code), limit: recordLimit, mirror: mirror)
    }

    func removeSession(code: String) throws {
        try sessionTable.remove(ExactText(code), mirror: mirror)
    }

    /// Signs `subscriber` in with `mvpd` on the device that asked for the session: its application
    /// gets a regular profile.
    @discardableResult package func complete(
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
            userID: person.userID, attributes: attributes(of: person, with: provider),
            notBefore: now, notAfter: now + Int64(configuration.lifetimes.profile) * 1000)
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
        let end = now + Int64(configuration.lifetimes.session) * 1000
        try logoutRedirects.put(
            LogoutRedirectRecord(notAfter: end), ExactText(url), limit: recordLimit, mirror: mirror)
    }

    /// Returns whether a logout named a URL, and not too long ago.
    func isLogoutRedirect(_ url: String) -> Bool {
        logoutRedirects[ExactText(url)].map { now < $0.notAfter } ?? false
    }

    /// The user metadata of a subscriber; `userID` is always among it.
    nonisolated func attributes(
        of person: SandboxConfiguration.Subscriber, with mvpd: SandboxConfiguration.MVPD
    ) -> [SandboxConfiguration.Member] {
        var metadata = person.metadata
        if metadata["userID"] == nil { metadata["userID"] = .text(person.userID) }
        metadata["mvpd"] = .text(mvpd.id)
        return metadata.map { SandboxConfiguration.Member($0.key, $0.value) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
