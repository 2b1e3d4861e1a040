import AdobePass
import HTTPTypes

/// Remembers why a sandbox refused the last request that it refused.
///
/// Adobe Pass itself sends no such header, and no library depends on it.
struct ReasonReadingTransport: Pass.Transport {
    let transport: any Pass.Transport
    private let memory = Memory()

    init(_ transport: any Pass.Transport) {
        self.transport = transport
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        let response = try await transport.send(request)
        if let name = HTTPField.Name("X-Sandbox-Reason"),
            let reason = response.head.headerFields[name]
        {
            await memory.keep(reason)
        }
        return response
    }

    /// The reason, as the sandbox worded it.
    var reason: String? {
        get async { await memory.reason }
    }

    private actor Memory {
        private(set) var reason: String?

        func keep(_ reason: String) { self.reason = reason }
    }
}
