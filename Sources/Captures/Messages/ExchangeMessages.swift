internal import SAMLBindings

/// A message found in an exchange, or why it cannot be had.
struct FoundMessage {
    let part: MessagePart
    let content: Result<[UInt8], CaptureError>
}

extension HTTPExchange {
    /// The messages of the exchange in the order they went over the wire: in the URL, in the body of the request, in
    /// the location a response leads to, in its body.
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
        if let location = responseHeaders["Location"] {
            found += Self.messages(in: URLParts(Array(location.utf8)[...]), .location)
        }
        let response = BodyMessages(
            responseBody, mediaType: responseHeaders["Content-Type"], isResponse: true,
            // The answer of REST API v1's call for a request is the request.
            isProfileRequest: target.hasSegment("profile-requests"))
        found += response.found.map { FoundMessage(part: .responseBody, content: $0) }
        if let decodedMessage {
            found.append(
                FoundMessage(part: .decoded, content: sent?.content ?? .success(decodedMessage)))
        }
        return found
    }

    private static func messages(in url: URLParts, _ part: MessagePart) -> [FoundMessage] {
        (url.query.map { SAMLParameter.messages(in: $0) } ?? [])
            .map { FoundMessage(part: part, content: .success($0)) }
    }
}
