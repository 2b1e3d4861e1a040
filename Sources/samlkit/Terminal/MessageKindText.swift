import ProfileProcessing

extension ProfileRecord {
    /// The kind of the message in words.
    var kindText: String { kind?.text ?? "no SAML message" }

    /// Returns the kind of a message that was not judged, and the command that reads it.
    ///
    /// - Parameters:
    ///   - command: The command that was run.
    ///   - advice: The sentence for a query.
    func notJudgedText(by command: String, ofQuery advice: String) -> String {
        guard kind != .attributeQuery else { return "This is a query. \(advice)" }
        let kind = kindText
        let article = self.kind == .metadata ? "" : "Aa".contains(kind.prefix(1)) ? "an " : "a "
        let remedy =
            self.kind == .metadata
            ? "Pass metadata with --trust, or read it with samlkit inspect."
            : "Read it with samlkit inspect."
        return "This is \(article)\(kind); \(command) judges responses. \(remedy)"
    }
}

extension ProfileRecord.Kind {
    fileprivate var text: String {
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
}
