internal import SAMLBindings
internal import WireText

/// A message found in an exchange, or why it cannot be had.
struct FoundMessage {
    let part: MessagePart
    let content: Result<[UInt8], CaptureError>

    /// Creates a message; what a tool wrote instead of one, or left of one, is an error.
    init(part: MessagePart, content: Result<[UInt8], CaptureError>) {
        self.part = part
        let error = (try? content.get()).flatMap { FieldValue(Self.value(of: $0)[...]).error }
        self.content = error.map { .failure($0) } ?? content
    }

    /// The longest value that is read as a whole; the end of longer ones shows whether they were cut off.
    private static let longestRemark = 256

    /// The value of a form's first parameter without percent-encoding, or all of what is not a form.
    private static func value(of content: [UInt8]) -> [UInt8] {
        // Long XML and padded Base64 are whole.
        if content.count > longestRemark,
            content.first == UInt8(ascii: "<") || content.last == UInt8(ascii: "=")
        {
            return []
        }
        let form = content.prefix(64)
        let start = form.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? 0
        let value = content[start...].prefix { $0 != UInt8(ascii: "&") }
        guard value.count > longestRemark else { return PercentEscape.undone(in: value) }
        return [UInt8(ascii: "x")] + PercentEscape.undone(in: value.suffix(32))
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
