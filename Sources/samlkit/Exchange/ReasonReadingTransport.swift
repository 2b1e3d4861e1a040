import AdobePass
import HTTPTypes

/// Remembers the status of the last answer, and the sandbox's reason for a refusal.
///
/// Adobe Pass sends no such header, and no library depends on it.
struct ReasonReadingTransport: Pass.Transport {
    let transport: any Pass.Transport
    private let memory = Memory()

    init(_ transport: any Pass.Transport) {
        self.transport = transport
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        let response = try await transport.send(request)
        let reason = HTTPField.Name("X-Sandbox-Reason").flatMap { response.head.headerFields[$0] }
        await memory.keep(status: response.head.status.code, reason: reason)
        return response
    }

    /// The reason, as the sandbox worded it.
    var reason: String? {
        get async { await memory.reason }
    }

    /// Returns the status of the latest answer since the previous call.
    func takeStatus() async -> Int? { await memory.takeStatus() }

    /// Returns the reason of that answer, if it is a refusal.
    func takeReason() async -> String? { await memory.takeReason() }

    private actor Memory {
        private(set) var reason: String?
        private var status: Int?
        private var fresh: String?

        func keep(status: Int, reason: String?) {
            self.status = status
            fresh = reason
            self.reason = reason
        }

        func takeStatus() -> Int? {
            defer { status = nil }
            return status
        }

        func takeReason() -> String? {
            defer { fresh = nil }
            return fresh
        }
    }
}
