internal import XMLCore

extension SandboxState {
    /// Registers an application and says what it is called from now on.
    func register(statement: String) throws -> ClientRecord {
        let record = ClientRecord(
            id: makeUUID(), secret: makeSecret(), statement: statement, issued: now)
        try clients.put(record, ByteExactName(record.id), limit: recordLimit, mirror: mirror)
        return record
    }

    func client(_ id: String) -> ClientRecord? { clients[ByteExactName(id)] }

    /// A new access token for a registered application.
    func makeAccessToken(clientID: String) throws -> (id: String, record: AccessTokenRecord) {
        let record = AccessTokenRecord(
            token: makeSecret(), clientID: clientID,
            expires: end(after: configuration.lifetimes.accessToken))
        try accessTokens.put(
            record, ByteExactName(record.token), limit: recordLimit, mirror: mirror)
        return (makeUUID(), record)
    }

    func accessToken(_ token: String) -> AccessTokenRecord? { accessTokens[ByteExactName(token)] }
}
