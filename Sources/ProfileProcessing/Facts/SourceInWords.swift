package import SAMLBindings
internal import WireText

extension MessageSource {
    /// The part that the host of the exchange had: the message was sent to it, or came from it.
    package var hostInWords: String? {
        host.map { host in
            switch part {
            case .url, .requestBody: "sent to \(host)"
            case .location, .responseBody: "in an answer of \(host)" + sentLater
            // A log names any host, and a header or a recorder's own form belongs to either side.
            case .header, .decoded: "in an exchange with \(host)"
            case nil: "host \(host)"
            }
        }
    }

    /// The request that carried on what an answer brought.
    private var sentLater: String {
        let request = alsoAt.first { $0.part == .url || $0.part == .requestBody }
        return request?.entry.map { ", and sent in entry \($0)" } ?? ""
    }

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
