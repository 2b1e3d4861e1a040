import ProfileProcessing
internal import SAML2

extension ProfileRecord {
    /// Returns the kind of a message that was not judged, and the command that reads it.
    ///
    /// - Parameters:
    ///   - command: The command that was run.
    ///   - advice: The sentence for a query.
    /// - Returns: Two sentences.
    func notJudgedText(by command: String, ofQuery advice: String) -> String {
        guard let kind, kind != .attributeQuery else { return "This is a query. \(advice)" }
        let remedy =
            kind == .metadata
            ? "Pass metadata with --trust, or read it with samlkit inspect."
            : "Read it with samlkit inspect."
        return "This is \(kind.nounWithArticle); \(command) judges responses. \(remedy)"
    }

    /// Two sentences about the signature of a message that was not judged; `nil` if it was not verified.
    var signatureText: String? {
        guard let kind else { return nil }
        let message = "This is \(kind.nounWithArticle), whose signature"
        let issuer = claimed?.unverified.issuer.map { " of \($0)" } ?? ""
        return switch signature.verdict {
        case .valid: "\(message) is by a trusted key\(issuer). Nothing else of it is judged."
        case .invalid, .refused:
            "\(message) is \(signature.verdict.rawValue) with the trusted keys\(issuer). "
                + "Pass --explain to see why."
        case .absent, .notChecked: nil
        }
    }
}
