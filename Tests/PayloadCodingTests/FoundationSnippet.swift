import Foundation

/// The encoding that Adobe Pass publishes for apps, with Foundation doing all the work.
///
/// It is written as it is published, one call after the other, because its order of steps is what
/// the package is held to.
enum FoundationSnippet {
    /// The message after its white space was normalized.
    static func normalized(_ message: String) -> String {
        let collapsed = message.replacingOccurrences(
            of: "[ \\t]+", with: " ", options: .regularExpression)
        return collapsed.components(separatedBy: .newlines).joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The payload, or `nil` where Foundation itself gives none.
    static func payload(_ message: String) -> String? {
        let digits = normalized(message).data(using: .utf8)?.base64EncodedString()
        return digits?.addingPercentEncoding(withAllowedCharacters: allowed)
    }

    private static let allowed = CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted
}
