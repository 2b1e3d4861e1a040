internal import SAMLBindings

extension HTTPExchange {
    /// Takes over what a raw request says; the URL stays.
    mutating func record(_ request: WireMessage.Request) {
        method = request.method
        requestHeaders = request.headers
        requestBody = request.body
        if method == "CONNECT" { kind = .tunnel }
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
