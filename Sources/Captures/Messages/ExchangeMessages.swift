internal import SAMLBindings
internal import WireText

/// A message found in an exchange, or why it cannot be had.
struct FoundMessage {
    let part: MessagePart
    let content: Result<[UInt8], CaptureError>

    /// Creates a message; what a tool wrote in the place of one is an error.
    init(part: MessagePart, content: Result<[UInt8], CaptureError>) {
        self.part = part
        let isRedacted = (try? content.get()).map { Self.isRedacted($0) } ?? false
        self.content = isRedacted ? .failure(CaptureError(.redactedMessage)) : content
    }

    /// The longest text that stands for a message.
    private static let longestMask = 256
    private static let maskWords = [
        "redacted", "masked", "removed", "sanitized", "overwritten", "filtered", "obfuscated",
    ]

    private static func isRedacted(_ content: [UInt8]) -> Bool {
        guard content.count <= longestMask else { return false }
        let text = PercentEscape.undone(in: content[...]).map {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
        }
        let value = text[...].split(separator: UInt8(ascii: "="), maxSplits: 1).last ?? []
        let isRow = value.count > 1 && value.allSatisfy { $0 == value.first }
        return isRow
            && [UInt8(ascii: "*"), UInt8(ascii: "x"), UInt8(ascii: "."), UInt8(ascii: "#")]
                .contains(value.first)
            || maskWords.contains { text[...].contains($0) }
    }
}

extension HTTPExchange {
    /// The messages of the exchange in the order they went over the wire: in the URL, in the body of the request, in
    /// the location a response leads to, in its body, in the frames of a WebSocket.
    ///
    /// What the recorder decoded comes last. It stands for a message that was found before it, whose bytes are exact.
    func messages() -> [FoundMessage] {
        guard kind != .tunnel else { return [] }
        let target = URLParts(url[...])
        var found = Self.messages(in: target, .url)
        let request = BodyMessages(
            requestBody, mediaType: requestHeaders["Content-Type"], isResponse: false)
        found += request.found.map { FoundMessage(part: .requestBody, content: $0) }
        let sent = found.first { (try? $0.content.get()) != nil }
        if isRedirect, let location = responseHeaders["Location"] {
            found += Self.messages(in: URLParts(Array(location.utf8)[...]), .location)
        }
        let response = BodyMessages(
            responseBody, mediaType: responseHeaders["Content-Type"], isResponse: true,
            // The answer of REST API v1's call for a request is the request.
            isProfileRequest: target.hasSegment("profile-requests"))
        found += response.found.map { FoundMessage(part: .responseBody, content: $0) }
        found += frames.flatMap(\.messages)
        if let decodedMessage {
            found.append(
                FoundMessage(part: .decoded, content: sent?.content ?? .success(decodedMessage)))
        }
        return found
    }

    /// A Boolean value that indicates whether the response may lead on: success does not.
    private var isRedirect: Bool {
        if case .response(let status, _) = outcome { !(200..<300 ~= status) } else { true }
    }

    private static func messages(in url: URLParts, _ part: MessagePart) -> [FoundMessage] {
        (url.query.map { SAMLParameter.messages(in: $0) } ?? [])
            .map { FoundMessage(part: part, content: .success($0)) }
    }
}
