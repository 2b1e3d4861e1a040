extension ScriptedSubscriberAccount {
    /// A captured document to play.
    public enum Document: Hashable, Sendable {
        /// An answer in JSON, as `PlatformSSO.Answer.init(document:)` reads it.
        case answer([UInt8])
        /// A SAML response as it was captured: access is granted and this is the response.
        ///
        /// Such a capture does not tell with which provider somebody was signed in; without one the
        /// sign-on does not get as far as to ask for the response.
        case response(
            [UInt8], provider: Pass.PlatformMappingIdentifier?, expiration: Pass.Timestamp?)
    }

    /// Creates an account that plays captured answers in order, the last one again and again.
    ///
    /// It opens no file: the caller reads the documents, in the order of their paths for instance.
    ///
    /// - Parameter documents: The documents in the order in which to play them.
    /// - Throws: ``PlatformSSO/AnswerDocumentError`` if there is none, or one cannot be read.
    public init(replaying documents: [Document]) throws(PlatformSSO.AnswerDocumentError) {
        guard !documents.isEmpty else { throw .noDocuments }
        var answers: [PlatformSSO.Answer] = []
        for document in documents {
            switch document {
            case .answer(let bytes): answers.append(try PlatformSSO.Answer(document: bytes))
            case .response(let bytes, let provider, let expiration):
                answers.append(
                    PlatformSSO.Answer(
                        access: PlatformSSO.Access(.granted),
                        metadata: PlatformSSO.AccountMetadata(
                            accountProviderIdentifier: provider,
                            authenticationExpirationDate: expiration,
                            samlAttributeQueryResponse: String(decoding: bytes, as: UTF8.self))))
            }
        }
        self.init(answers)
    }
}

extension ScriptedSubscriberAccount.Document: RedactedValue {
    /// The kind of the document, never its content.
    public var description: String {
        switch self {
        case .answer: "answer"
        case .response: "SAML response"
        }
    }
}
