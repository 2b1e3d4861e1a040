package import SAMLBindings
internal import WireText

extension MessageSource {
    /// The place inside the file, such as `entry 3, response body`.
    package var placeInWords: String {
        var words: [String] = []
        if let entry { words.append("entry \(entry)") }
        if let line { words.append("line \(line)") }
        if let part { words.append(part.inWords) }
        if !alsoAt.isEmpty { words.append("and \(alsoAt.count.counted("other place"))") }
        return words.joined(separator: ", ")
    }
}

extension MessagePart {
    /// The part in words.
    fileprivate var inWords: String {
        switch self {
        case .url: "URL"
        case .requestBody: "request body"
        case .location: "Location header"
        case .responseBody: "response body"
        case .header: "header"
        case .decoded: "as the recorder decoded it"
        }
    }
}
