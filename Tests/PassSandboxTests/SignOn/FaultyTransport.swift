#if Sandbox
import AdobePass
import HTTPTypes
import WireText

/// Passes requests on to a sandbox, breaks some of them, and remembers all.
actor FaultyTransport: Pass.Transport {
    /// A request that was made.
    struct Exchange: Sendable {
        let step: SignOnStep?
        let path: String
        let time: Pass.Timestamp
        let status: Int?
        let body: [UInt8]
    }

    private let transport: any Pass.Transport
    private let clock: TestClock
    private var faults: [(fault: SignOnFault, left: Int)]
    private var hasCode = false
    private(set) var exchanges: [Exchange] = []

    init(_ transport: any Pass.Transport, clock: TestClock, faults: [SignOnFault]) {
        self.transport = transport
        self.clock = clock
        self.faults = faults.map { ($0, $0.extent.rawValue) }
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        let path = String((request.head.path ?? "").prefix { $0 != "?" })
        let step = SignOnStep(
            method: request.head.method.rawValue, path: path, hasCode: hasCode)
        if step == .registrationCode { hasCode = true }
        let time = clock.now()
        do {
            var response = try await answer(request, step)
            response.head.headerFields[.date] = Self.date(clock.now())
            keep(step, path, time, response)
            return response
        } catch {
            keep(step, path, time, nil)
            throw error
        }
    }

    private func keep(
        _ step: SignOnStep?, _ path: String, _ time: Pass.Timestamp, _ response: Pass.Response?
    ) {
        exchanges.append(
            Exchange(
                step: step, path: path, time: time, status: response?.head.status.code,
                body: response?.body ?? []))
    }

    private func answer(
        _ request: Pass.Request, _ step: SignOnStep?
    ) async throws(Pass.TransportError) -> Pass.Response {
        guard
            let index = faults.firstIndex(where: { $0.fault.step == step && $0.left > 0 })
        else { return try await transport.send(request) }
        faults[index].left -= 1
        switch faults[index].fault.kind {
        case .serverError: return Self.page(500)
        case .unavailable:
            var response = Self.page(503)
            response.head.headerFields[.retryAfter] = "2"
            return response
        case .droppedBefore:
            throw Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case .droppedAfter:
            _ = try await transport.send(request)
            throw Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        case .hanging:
            clock.advance(by: request.timeout)
            throw Pass.TransportError(.timedOut, mayHaveReachedServer: true)
        case .truncated:
            var response = try await transport.send(request)
            // A body without content has no half.
            if response.body.isEmpty {
                throw Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
            }
            response.body = Array(response.body.prefix(response.body.count / 2))
            return response
        case .otherContentType: return Self.page(200)
        case .unauthorized:
            return Self.enhanced(
                "invalid_access_token_client_application", "application-registration", 401)
        case .enhanced(let code, let action, let status):
            return Self.enhanced(code, action, status)
        case .decision(let code, let action):
            return Self.json(
                """
                {"decisions":[{"resource":"channel","serviceProvider":"REF30",
                 "mvpd":"Cablevision","authorized":false,"source":"mvpd",
                 "error":\(Self.error(code, action, 403))}]}
                """, 200)
        case .refusal(let code): return Self.json("{\"error\":\"\(code)\"}", 400)
        case .plain(let status):
            return Self.json("{\"status\":\(status),\"message\":\"text\"}", status)
        }
    }

    private static func page(_ status: Int) -> Pass.Response {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = "text/html"
        return Pass.Response(head: head, body: Array("<html><body>page</body></html>".utf8))
    }

    private static func json(_ text: String, _ status: Int) -> Pass.Response {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = "application/json;charset=UTF-8"
        return Pass.Response(head: head, body: Array(text.utf8))
    }

    private static func enhanced(_ code: String, _ action: String, _ status: Int) -> Pass.Response {
        json(error(code, action, status), status)
    }

    private static func error(_ code: String, _ action: String, _ status: Int) -> String {
        """
        {"action":"\(action)","status":\(status),"code":"\(code)","message":"text","trace":"t"}
        """
    }

    /// An instant as `Date` tells it.
    static func date(_ time: Pass.Timestamp) -> String {
        let (days, rest) = time.milliseconds.flooredDivision(by: 86_400_000)
        let date = CivilDate(daysSinceEpoch: days)
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        let seconds = rest / 1000
        return "\(weekdays[Int(days.flooredDivision(by: 7).remainder)]), \(two(date.day)) "
            + "\(months[Int(date.month) - 1]) \(date.year) \(two(seconds / 3600)):"
            + "\(two(seconds / 60 % 60)):\(two(seconds % 60)) GMT"
    }
}
#endif
