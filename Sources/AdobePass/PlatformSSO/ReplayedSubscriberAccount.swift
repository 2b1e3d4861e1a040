/// Plays captured answers in order, one a query, the last one again and again.
///
/// It opens no file: the caller reads the documents, in the order of their paths for instance.
public struct ReplayedSubscriberAccount: SubscriberAccount {
    /// A document to play.
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

    private let script: ScriptedSubscriberAccount

    /// Creates an account.
    ///
    /// - Parameter documents: The documents in the order in which to play them.
    /// - Throws: ``PlatformSSO/AnswerDocumentError`` if there is none, or one cannot be read.
    public init(_ documents: [Document]) throws(PlatformSSO.AnswerDocumentError) {
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
        script = ScriptedSubscriberAccount(answers)
    }

    /// Gives the access of the next answer.
    ///
    /// - Parameter prompting: Not used: nobody is asked.
    /// - Returns: The access.
    public func checkAccessStatus(prompting: Bool) async -> PlatformSSO.Access {
        await script.checkAccessStatus(prompting: prompting)
    }

    /// Gives the metadata of the answer whose access was given last.
    ///
    /// - Parameter request: Not used: what was captured is the answer.
    /// - Returns: The metadata.
    /// - Throws: The error of the answer.
    public func metadata(
        for request: PlatformSSO.MetadataRequest
    ) async throws(PlatformSSO.AccountError) -> PlatformSSO.AccountMetadata {
        try await script.metadata(for: request)
    }
}

extension ReplayedSubscriberAccount.Document: RedactedValue {
    /// Which kind of document it is; never what is in it.
    public var description: String {
        switch self {
        case .answer: "answer"
        case .response: "SAML response"
        }
    }
}
