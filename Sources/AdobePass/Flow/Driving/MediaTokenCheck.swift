/// Checks whether a media token is plausible: a player would refuse another.
struct MediaTokenCheck: Sendable {
    /// The time by the device's clock.
    let now: Pass.Timestamp
    /// The time by the server's clock, if it tells one.
    let serverNow: Pass.Timestamp?
    /// The MVPDs that it may be of; none if that is not known.
    let mvpds: [Pass.MVPDIdentifier]

    func isUsable(_ token: RESTv2.Decision?) -> Bool {
        guard let decision = token, let token = decision.token else { return false }
        return isUsable(
            token.serializedToken, of: decision.mvpd, from: token.notBefore, until: token.notAfter)
    }

    func isUsable(_ token: RESTv1.MediaToken?) -> Bool {
        guard let token else { return false }
        return isUsable(token.serializedToken, of: token.mvpd, from: nil, until: token.expires)
    }

    private func isUsable(
        _ text: String, of mvpd: Pass.MVPDIdentifier?, from start: Pass.Timestamp?,
        until end: Pass.Timestamp?
    ) -> Bool {
        guard !text.isEmpty, isExpected(mvpd) else { return false }
        guard let end else { return true }
        if let start, end <= start { return false }
        // Either clock may be wrong, and both are hardly so.
        guard let serverNow else { return true }
        return now < end || serverNow < end
    }

    private func isExpected(_ mvpd: Pass.MVPDIdentifier?) -> Bool {
        guard let mvpd, !mvpds.isEmpty else { return true }
        return mvpds.contains { $0.rawValue.lowercased() == mvpd.rawValue.lowercased() }
    }
}

extension SignOnDriver {
    /// Returns the check of a media token of one of these MVPDs that came just now.
    func mediaTokenCheck(_ mvpds: Pass.MVPDIdentifier?...) async -> MediaTokenCheck {
        let now = clock.now()
        let server = await client.exchange.sender.serverTime.known
        return MediaTokenCheck(
            now: now, serverNow: server.map(now.advanced(by:)), mvpds: mvpds.compactMap(\.self))
    }
}
