#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Pass.Configuration {
    /// Reads a configuration that was saved, of either API: that of v2 has the same form without
    /// ``Pass/MVPD/requiredMetadataFields``.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``Pass/ConfigurationDocumentError`` if it is not such a document.
    public init(document: [UInt8]) throws(Pass.ConfigurationDocumentError) {
        guard JSONNesting.isDecodable(document),
            let configuration = try? JSONDecoder().decode(Self.self, from: Data(document))
        else { throw .unreadableDocument }
        self = configuration
    }
}

extension Pass {
    /// The reason why a document is not a configuration.
    @nonexhaustive
    public enum ConfigurationDocumentError: String, Error, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// The document is not JSON with the members of a configuration.
        case unreadableDocument

        /// The error and its remedy; never content of the document.
        public var description: String {
            "The document is not a configuration: a JSON object whose requestor has mvpds, each "
                + "with an id. REST API v1 answers with XML unless JSON is asked for."
        }
    }
}
