import AdobePass
import HTTPTypes

/// Remembers the status of the last answer, and the sandbox's reason for a refusal.
///
/// Adobe Pass sends no such header, and no library depends on it.
actor ReasonReadingTransport: Pass.Transport {
    private let transport: any Pass.Transport
    /// The reason of the last answer, as the sandbox worded it.
    private(set) var reason: String?
    private var answer: (status: Int?, reason: String?)

    init(_ transport: any Pass.Transport) {
        self.transport = transport
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        let response = try await transport.send(request)
        reason = HTTPField.Name("X-Sandbox-Reason").flatMap { response.head.headerFields[$0] }
        answer = (response.head.status.code, reason)
        return response
    }

    /// Returns the status of the latest answer since the previous call, and the reason if it is a
    /// refusal.
    func takeAnswer() -> (status: Int?, reason: String?) {
        defer { answer = (nil, nil) }
        return answer
    }
}
