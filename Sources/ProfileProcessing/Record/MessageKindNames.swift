extension ProfileRecord.Kind {
    /// The kind in words, such as "attribute query".
    package var noun: String {
        switch self {
        case .response: "response"
        case .attributeQuery: "attribute query"
        case .authnRequest: "AuthnRequest"
        case .logoutRequest: "LogoutRequest"
        case .logoutResponse: "LogoutResponse"
        case .artifactResolve: "ArtifactResolve"
        case .artifactResponse: "ArtifactResponse without a message"
        case .assertion: "assertion without a response"
        case .metadata: "metadata"
        }
    }

    /// The kind in words with its article, such as "an attribute query".
    package var nounWithArticle: String {
        switch self {
        case .metadata: noun
        case .attributeQuery, .authnRequest, .artifactResolve, .artifactResponse, .assertion:
            "an \(noun)"
        case .response, .logoutRequest, .logoutResponse: "a \(noun)"
        }
    }
}
