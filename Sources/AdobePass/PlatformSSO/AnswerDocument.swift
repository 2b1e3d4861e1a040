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
    /// with `code` and `userInfo`, whose keys are those of
    /// ``PlatformSSO/AccountError/UserInfoKey``.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``PlatformSSO/AnswerDocumentError`` if it is not such a document.
    public init(document: [UInt8]) throws(PlatformSSO.AnswerDocumentError) {
        let wire: WireAnswer
        do {
            wire = try JSONDecoder().decode(WireAnswer.self, from: Data(document))
        } catch {
            throw .unreadableDocument
        }
        self.init(
            access: PlatformSSO.Access(Pass.AccessStatus(rawValue: wire.accessStatus)),
            metadata: wire.metadata.map { metadata in
                PlatformSSO.AccountMetadata(
                    accountProviderIdentifier: metadata.accountProviderIdentifier.map(
                        Pass.PlatformMappingIdentifier.init(rawValue:)),
                    authenticationExpirationDate: metadata.authenticationExpirationDate.map {
                        Pass.Timestamp(milliseconds: $0.milliseconds)
                    },
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
        var accountProviderIdentifier: String?
        var authenticationExpirationDate: Milliseconds?
        var samlAttributeQueryResponse: String?
    }

    struct Failure: Decodable {
        var code: Int
        var userInfo: [String: Lenient]?
    }

    /// A number, or a string of digits, as other messages of the exchange write instants.
    struct Milliseconds: Decodable {
        var milliseconds: Int64

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                milliseconds = number
            } else if let number = try? container.decode(Double.self),
                let whole = Int64(exactly: number.rounded(.down))
            {
                milliseconds = whole
            } else if let number = Int64(try container.decode(String.self)) {
                milliseconds = number
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not an instant")
            }
        }
    }

    /// A string, or a value of another kind, which is not read.
    struct Lenient: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    var accessStatus: String
    var metadata: Metadata?
    var error: Failure?
}

extension PlatformSSO.AccountError {
    fileprivate init(wire: WireAnswer.Failure) {
        func text(_ key: UserInfoKey) -> String? { wire.userInfo?[key.rawValue]?.text }
        self.init(
            Code(rawValue: wire.code),
            unsupportedProvider: text(.unsupportedProviderIdentifier).map(
                Pass.PlatformMappingIdentifier.init(rawValue:)),
            samlResponse: text(.samlResponse),
            samlResponseStatus: text(.samlResponseStatus),
            providerResponse: text(.accountProviderResponse).map {
                ProviderResponse(authenticationScheme: nil, status: nil, body: $0)
            })
    }
}
