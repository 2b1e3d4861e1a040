/// The part of an HTTP exchange that holds a message.
package enum MessagePart: String, Hashable, Sendable, CaseIterable {
    /// The request's URL.
    case url
    case requestBody
    /// The URL that a response leads to.
    case location
    case responseBody
    /// A header other than `Location`.
    case header
    /// The message as the recorder decoded it.
    case decoded
}

/// A place in a capture where a message stands once more.
package struct MessagePlace: Hashable, Sendable {
    package var entry: Int?
    package var line: Int?
    package var part: MessagePart?

    package init(entry: Int? = nil, line: Int? = nil, part: MessagePart? = nil) {
        self.entry = entry
        self.line = line
        self.part = part
    }
}

extension MessageSource {
    /// The place inside the file.
    package var place: MessagePlace { MessagePlace(entry: entry, line: line, part: part) }
}
