extension SandboxState {
    /// Registers an application and says what it is called from now on.
    func register(statement: String) throws -> ClientRecord {
        let record = ClientRecord(
            id: makeUUID(), secret: makeSecret(), statement: statement, issued: now)
        try clients.put(record, ExactText(record.id), limit: recordLimit, mirror: mirror)
        return record
    }

    func client(_ id: String) -> ClientRecord? { clients[ExactText(id)] }

    /// A new access token for a registered application.
    func makeAccessToken(clientID: String) throws -> (id: String, record: AccessTokenRecord) {
        let record = AccessTokenRecord(
            token: makeSecret(), clientID: clientID,
            expires: end(after: configuration.lifetimes.accessToken))
        try accessTokens.put(record, ExactText(record.token), limit: recordLimit, mirror: mirror)
        return (makeUUID(), record)
    }

    func accessToken(_ token: String) -> AccessTokenRecord? { accessTokens[ExactText(token)] }
}
