package import ProfileProcessing
internal import SAMLBindings

extension SavedResults {
    /// Pairs the requests and responses of the results, in the order of the file.
    ///
    /// - Parameters:
    ///   - pairing: Takes the messages.
    ///   - isChosen: Returns whether a record was asked for, if only some are; sign-ons without such a one are left out.
    /// - Throws: A ``SavedResultsError``.
    package func pair(
        into pairing: inout SignOnPairing, choosing isChosen: ((ResultEntry) -> Bool)? = nil
    ) throws(SavedResultsError) {
        _ = try forEachPlace { entry, _, withWords in
            guard var message = SignOnMessage(entry, withWords) else { return }
            if let isChosen { message.isChosen = withWords().map(isChosen) ?? false }
            guard message.isChosen || message.kind?.isRequest == true else { return }
            pairing.add(message)
        }
    }
}

extension SignOnMessage {
    /// Takes a message from saved results, as from its record; `nil` for one that belongs to no sign-on.
    init?(_ entry: ResultEntry, _ withWords: () -> ResultEntry?) {
        guard entry.kind != nil || entry.byteCount > 0, entry.kind != .assertion,
            entry.kind != .metadata, let entry = withWords()
        else { return nil }
        let words = entry.words
        var source = MessageSource(
            file: entry.file, entry: entry.entry, line: entry.line, time: words.time,
            host: words.host)
        source.alsoAt = words.alsoAt
        self.init(
            index: entry.index, kind: entry.kind, outcome: entry.outcome,
            reason: entry.reasons.first, cause: entry.likelyCause, source: source,
            issued: entry.issueInstant,
            claims: Claims(
                id: words.id, inResponseTo: words.inResponseTo, issuer: entry.issuer,
                audiences: words.audiences, address: words.answerAddress, subject: words.subject,
                attributes: words.hasOwnNames ? entry.attributes : []))
    }
}
