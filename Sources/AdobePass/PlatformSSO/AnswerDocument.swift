#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension PlatformSSO.Answer {
    /// Reads an answer from the JSON document in which the sandbox gives it and captures keep it.
    ///
    /// Members: `accessStatus`; `metadata` with `accountProviderIdentifier`,
    /// `authenticationExpirationDate` in milliseconds and `samlAttributeQueryResponse`; or `error`
    /// with `code` and `userInfo`, whose keys are the framework's, such as
    /// `VSErrorInfoKeySAMLResponse`.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``PlatformSSO/AnswerDocumentError`` if it is not such a document.
    public init(document: [UInt8]) throws(PlatformSSO.AnswerDocumentError) {
        guard JSONNesting.isDecodable(document),
            let wire = try? JSONDecoder().decode(WireAnswer.self, from: Data(document))
        else { throw .unreadableDocument }
        self.init(
            access: PlatformSSO.Access(wire.accessStatus),
            metadata: wire.metadata.map { metadata in
                PlatformSSO.AccountMetadata(
                    accountProviderIdentifier: metadata.accountProviderIdentifier,
                    authenticationExpirationDate: metadata.authenticationExpirationDate,
                    samlAttributeQueryResponse: metadata.samlAttributeQueryResponse)
            },
            error: wire.error.map(PlatformSSO.AccountError.init(wire:)))
    }
}

extension PlatformSSO {
    /// The reason why a document is not an answer of the framework.
    @nonexhaustive
    public enum AnswerDocumentError: String, Error, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// The document is not JSON with the members of an answer.
        case unreadableDocument
        /// There is no document at all.
        case noDocuments

        /// The remedy; never content of the document.
        public var description: String {
            switch self {
            case .unreadableDocument:
                "The document is not a JSON object with accessStatus and metadata or error."
            case .noDocuments: "There is nothing to replay: pass at least one document."
            }
        }
    }
}

private struct WireAnswer: Decodable {
    struct Metadata: Decodable {
        var accountProviderIdentifier: Pass.PlatformMappingIdentifier?
        var authenticationExpirationDate: Pass.Timestamp?
        var samlAttributeQueryResponse: String?
    }

    struct Failure: Decodable {
        var code: PlatformSSO.AccountError.Code
        var userInfo: [String: Pass.JSONValue]?
    }

    var accessStatus: Pass.AccessStatus
    var metadata: Metadata?
    var error: Failure?
}

extension PlatformSSO.AccountError {
    fileprivate init(wire: WireAnswer.Failure) {
        func text(_ key: String) -> String? { wire.userInfo?["VSErrorInfoKey" + key]?.text }
        self.init(
            wire.code,
            unsupportedProvider: text("UnsupportedProviderIdentifier").map(
                Pass.PlatformMappingIdentifier.init(rawValue:)),
            samlResponse: text("SAMLResponse"), samlResponseStatus: text("SAMLResponseStatus"),
            providerResponse: text("AccountProviderResponse").map {
                ProviderResponse(authenticationScheme: nil, status: nil, body: $0)
            })
    }
}
