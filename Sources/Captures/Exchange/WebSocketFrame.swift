internal import SAMLBindings

/// A text that one side of a WebSocket sent.
package struct WebSocketFrame: Hashable, Sendable {
    package let text: [UInt8]
    /// A Boolean value that indicates whether the client sent it.
    package let isSent: Bool
    /// A Boolean value that indicates whether `text` is only the beginning, or has nothing of this
    /// text and those after it.
    package let isTruncated: Bool

    package init(_ text: [UInt8], isSent: Bool, isTruncated: Bool = false) {
        self.text = text
        self.isSent = isSent
        self.isTruncated = isTruncated
    }
}

extension WebSocketFrame {
    /// The messages in the text, wherever they stand in it.
    var messages: [FoundMessage] {
        let part: MessagePart = isSent ? .requestBody : .responseBody
        guard !isTruncated else {
            // A text that was not kept at all may hold anything.
            let mayHold = text.isEmpty || JSONBody.marks.contains { text[...].contains($0) }
            return mayHold
                ? [FoundMessage(part: part, content: .failure(CaptureError(.inputTooLarge)))] : []
        }
        var walk = JSONWalk()
        walk.search(text[...], JSONWalk.Place())
        return walk.found.compactMap { found in
            guard case .found(let content) = found.content else { return nil }
            return FoundMessage(part: part, content: content)
        }
    }
}
