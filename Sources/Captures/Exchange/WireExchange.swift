internal import SAMLBindings

extension HTTPExchange {
    /// Creates the exchange of a raw request that was not answered yet.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scheme: That of the connection.
    ///   - source: The place of the exchange.
    ///   - recorder: The name of the recorder.
    init(
        _ request: WireMessage.Request, scheme: String, at source: MessageSource,
        by recorder: String
    ) {
        self.init(source: source, url: request.url(scheme: scheme))
        self.recorder = recorder
        record(request)
        outcome = .unanswered
    }

    /// Takes over what a raw request says; the URL stays.
    mutating func record(_ request: WireMessage.Request) {
        method = request.method
        requestHeaders = request.headers
        requestBody = request.body
    }

    /// Takes over what a raw response says.
    mutating func record(_ response: WireMessage.Response) {
        outcome = .response(status: response.status, reason: response.reason)
        responseHeaders = response.headers
        responseBody = response.body
    }

    /// Notes the start and the host where the messages of the exchange say them.
    mutating func completeSource() {
        source.time = start?.text
        source.host = host
    }
}
