import AdobePass
import HTTPTypes

/// Remembers the status of the last answer, and the sandbox's reason for a refusal.
///
/// Adobe Pass sends no such header, and no library depends on it. Another computer could put anything
/// into it, so that it is read from a server on this computer only.
actor ReasonReadingTransport: Pass.Transport {
    private let transport: any Pass.Transport
    private let isLocal: Bool
    /// The reason of the last answer, as the sandbox worded it.
    private(set) var reason: String?
    /// A Boolean value that indicates whether the last request found no server.
    private(set) var foundNoServer = false
    private var answer: (status: Int?, reason: String?)
    /// The secrets that no text of an answer may show.
    private(set) var secrets = SentSecrets()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that carries the requests.
    ///   - isLocal: Whether the server is on this computer.
    init(_ transport: any Pass.Transport, isLocal: Bool) {
        self.transport = transport
        self.isLocal = isLocal
    }

    /// The clock and the time by which answers have to be there; requests end no later.
    private var end: (clock: any Pass.Clock, time: Pass.Timestamp)?

    /// Sets the time by which answers have to be there; `nil` removes the limit.
    func endRequests(by time: Pass.Timestamp?, on clock: any Pass.Clock) {
        end = time.map { (clock, $0) }
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        var request = request
        if let end {
            let rest = end.time.milliseconds - end.clock.now().milliseconds
            request.timeout = min(request.timeout, .milliseconds(max(rest, 1000)))
        }
        secrets.note(request)
        let response: Pass.Response
        do {
            response = try await transport.send(request)
        } catch {
            foundNoServer = error.code == .cannotConnect
            throw error
        }
        foundNoServer = false
        let given = HTTPField.Name("X-Sandbox-Reason").flatMap { response.head.headerFields[$0] }
        reason = isLocal ? given.flatMap(Self.cleaned).map(secrets.masked) : nil
        answer = (response.head.status.code, reason)
        return response
    }

    /// Returns the status of the latest answer since the previous call, and the reason if it is a
    /// refusal.
    func takeAnswer() -> (status: Int?, reason: String?) {
        defer { answer = (nil, nil) }
        return answer
    }

    /// Returns a reason as a sandbox words it, without what could control a terminal and without
    /// anything as long as a token; `nil` if it does not begin with a code.
    static func cleaned(_ reason: String) -> String? {
        let code = reason.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard code.count < reason.utf8.count, (1...60).contains(code.count),
            code.allSatisfy(isInCode)
        else { return nil }
        var text = ""
        for scalar in reason.unicodeScalars.prefix(600) {
            text.unicodeScalars.append((0x20..<0x7F).contains(scalar.value) ? scalar : "?")
        }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.utf8.count > 60 ? "…" : String(word)
        }.joined(separator: " ")
    }

    private static func isInCode(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
