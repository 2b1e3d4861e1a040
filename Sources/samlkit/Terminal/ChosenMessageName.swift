import Captures
import SAMLBindings

extension CapturedRecord {
    /// The name of the message: its file and, unless it is the only one in it, the option that chooses it there, with its
    /// place in words.
    func name(isOnly: Bool) -> String {
        let file = source.file ?? "message"
        if isOnly, number == 1 { return file }
        let place = source.placeInWords
        return "\(file) --nth \(number)" + (place.isEmpty ? "" : " (\(place))")
    }
}

extension MessageSource {
    /// The place inside the file, such as `entry 3, response body`.
    var placeInWords: String {
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
    var inWords: String {
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
