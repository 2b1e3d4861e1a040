import Foundation

/// The encoding as Adobe Pass publishes it for apps, with Foundation doing all the work.
enum CookbookSnippet {
    /// The payload of a text.
    static func payload(_ message: String) -> String? {
        message.replacingOccurrences(of: "[ \\t]+", with: " ", options: .regularExpression)
            .components(separatedBy: .newlines).joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
            .data(using: .utf8)?.base64EncodedString()
            .addingPercentEncoding(
                withAllowedCharacters: CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted)
    }
}
