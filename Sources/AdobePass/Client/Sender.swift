internal import HTTPTypes
internal import Logging

/// Sends requests: paced, repeated where that is safe, and logged without content.
struct Sender: Sendable {
    let environment: Pass.Environment
    let transport: any Pass.Transport
    let clock: any Pass.Clock
    let jitter: @Sendable () -> Double
    let retry: Pass.RetryPolicy
    let timeout: Duration
    let callDeadline: Duration
    var pacer: Pacer?
    let logger: Logger
    let meter: Meter
    let serverTime = ServerTime()

    /// Sends a request until there is an answer that is not worth another attempt.
    ///
    /// - Parameters:
    ///   - endpoint: The request.
    ///   - token: The access token, if it needs one.
    ///   - attempts: How often it may be sent, and then how often it may still be; once at least.
    /// - Returns: The answer, whatever its status; never 429.
    /// - Throws: If there is none, or if the time or the attempts are used up.
    func send(
        _ endpoint: Endpoint, token: DCR.AccessToken? = nil, attempts: inout Int
    ) async throws(Pass.ExchangeError) -> Pass.Response {
        var request = try endpoint.request(in: environment, token: token, timeout: timeout)
        let deadline = CallDeadline(callDeadline, clock: clock)
        var retries = 0
        var throttled = 0
        while true {
            try await admit(before: deadline)
            request.timeout = min(timeout, deadline.timeLeft)
            guard request.timeout > .zero else { throw Self.timeIsUp }
            attempts -= 1
            let outcome = await attempted(
                request, endpoint, attempt: retries + throttled + 1)
            if case .success(let response) = outcome, response.head.status.code == 429 {
                // Decided before anything is decoded: the body of a 429 is a page.
                throttled += 1
                let wait = retry.throttledDelay(after: response, at: clock.now())
                await pacer?.holdBack(for: wait ?? retry.maximumRetryAfter)
                guard let wait, endpoint.repetition != .never, attempts > 0,
                    throttled <= retry.maximumThrottledRetries, wait < deadline.timeLeft
                else { throw Pass.ExchangeError(.throttled, status: 429) }
                logRepetition(of: endpoint, isThrottled: true)
                try await pause(wait)
                continue
            }
            if endpoint.repetition == .never, case .success(let response) = outcome,
                response.asksToComeBack
            {
                // Callers that ask again at a pace of their own wait as long, too.
                let wait = retry.throttledDelay(after: response, at: clock.now())
                await pacer?.holdBack(for: wait ?? retry.maximumRetryAfter)
            }
            retries += 1
            guard isWorthRepeating(outcome, endpoint), retries <= retry.maximumRetries,
                attempts > 0, let wait = delay(before: retries, after: outcome),
                wait < deadline.timeLeft
            else { return try Self.answer(outcome) }
            logRepetition(of: endpoint, isThrottled: false)
            try await pause(wait)
        }
    }

    private static let timeIsUp = Pass.ExchangeError(
        .transport, transport: Pass.TransportError(.timedOut, mayHaveReachedServer: false))

    private static func answer(
        _ outcome: Result<Pass.Response, Pass.TransportError>
    ) throws(Pass.ExchangeError) -> Pass.Response {
        switch outcome {
        case .success(let response): return response
        case .failure(let error):
            throw error.code == .cancelled
                ? Pass.ExchangeError(.cancelled) : Pass.ExchangeError(.transport, transport: error)
        }
    }

    /// Returns the delay before a repetition; `nil` if the server asks for too long a wait.
    private func delay(
        before retries: Int, after outcome: Result<Pass.Response, Pass.TransportError>
    ) -> Duration? {
        if case .success(let response) = outcome, response.asksToComeBack {
            return retry.throttledDelay(after: response, at: clock.now())
        }
        return retry.delay(before: retries, jitter: jitter())
    }

    /// Waits, for a repetition.
    func pause(_ delay: Duration) async throws(Pass.ExchangeError) {
        do { try await clock.sleep(for: delay) } catch { throw Pass.ExchangeError(.cancelled) }
    }

    /// Waits for the pacer, unless the time is up before it would let the request go.
    private func admit(before deadline: CallDeadline) async throws(Pass.ExchangeError) {
        if Task.isCancelled { throw Pass.ExchangeError(.cancelled) }
        let isAdmitted: Bool
        do {
            isAdmitted = try await pacer?.admit(within: max(deadline.timeLeft, .zero)) ?? true
        } catch {
            throw Pass.ExchangeError(.cancelled)
        }
        guard isAdmitted else { throw Self.timeIsUp }
    }

    private func attempted(
        _ request: Pass.Request, _ endpoint: Endpoint, attempt: Int
    ) async -> Result<Pass.Response, Pass.TransportError> {
        let start = clock.now()
        let outcome: Result<Pass.Response, Pass.TransportError>
        do throws(Pass.TransportError) {
            let response = try await transport.send(request)
            await serverTime.read(response, receivedAt: clock.now())
            outcome = .success(response)
        } catch {
            outcome = .failure(error)
        }
        log(outcome, endpoint, attempt, clock.now().milliseconds - start.milliseconds)
        return outcome
    }

    private func isWorthRepeating(
        _ outcome: Result<Pass.Response, Pass.TransportError>, _ endpoint: Endpoint
    ) -> Bool {
        guard endpoint.repetition != .never else { return false }
        let isSafe = endpoint.repetition == .always
        switch outcome {
        case .success(let response):
            let status = response.head.status.code
            // A page of somebody in between, half of what was sent, or JSON of another shape.
            if (200..<300).contains(status) {
                return isSafe && endpoint.hasJSONAnswer && !endpoint.canRead(response.body)
            }
            if let error = AnswerReading.enhancedError(in: response) {
                return error.action == .retry
            }
            return status == 408 && isSafe || status >= 500 && (isSafe || response.asksToComeBack)
        case .failure(let error):
            switch error.code {
            case .cannotConnect, .connectionLost, .timedOut, .invalidResponse:
                return isSafe || !error.mayHaveReachedServer
            default: return false
            }
        }
    }

    /// Writes down what was sent where, by the documented path: the real one has codes in it, the
    /// query identifiers, and headers and bodies worse.
    private func log(
        _ outcome: Result<Pass.Response, Pass.TransportError>, _ endpoint: Endpoint,
        _ attempt: Int, _ milliseconds: Int64
    ) {
        let result: String
        var level = Logger.Level.debug
        switch outcome {
        case .success(let response):
            result = String(response.head.status.code)
            if response.head.status.code >= 500 { level = .warning }
        case .failure(let error):
            result = error.code.rawValue
            if error.code != .cancelled { level = .warning }
        }
        meter.count(endpoint, result: result, milliseconds: milliseconds)
        logger.log(
            level: level, "Adobe Pass exchange",
            metadata: [
                "method": "\(endpoint.method.rawValue)", "path": "\(endpoint.template)",
                "status": "\(result)", "attempt": "\(attempt)",
                "duration": "\(milliseconds) ms",
            ])
    }

    private func logRepetition(of endpoint: Endpoint, isThrottled: Bool) {
        meter.countRepetition(of: endpoint, isThrottled: isThrottled)
        logger.info(
            "Adobe Pass repetition",
            metadata: [
                "method": "\(endpoint.method.rawValue)", "path": "\(endpoint.template)",
                "reason": isThrottled ? "throttled" : "failed",
            ])
    }
}

extension Pass.Response {
    /// A Boolean value that indicates whether the server says that it did nothing, and when it will.
    fileprivate var asksToComeBack: Bool {
        head.status.code == 503 && head.headerFields[.retryAfter] != nil
    }
}
