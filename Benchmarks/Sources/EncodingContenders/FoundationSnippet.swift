import Foundation

/// The encoding that Adobe Pass publishes for apps, with Foundation doing all the work.
enum FoundationSnippet {
    static func payload(_ message: String) -> String? {
        message.replacingOccurrences(of: "[ \\t]+", with: " ", options: .regularExpression)
            .components(separatedBy: .newlines).joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
            .data(using: .utf8)?.base64EncodedString()
            .addingPercentEncoding(withAllowedCharacters: allowed)
    }

    private static let allowed = CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted
}
