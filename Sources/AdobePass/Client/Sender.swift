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
    let pacer: Pacer?
    let logger: Logger
    let serverTime = ServerTime()

    /// Sends a request until there is an answer that is not worth another attempt.
    ///
    /// - Returns: The answer, whatever its status; never 429.
    func send(
        _ endpoint: Endpoint, token: DCR.AccessToken? = nil
    ) async throws(Pass.ExchangeError) -> Pass.Response {
        let request = try endpoint.request(in: environment, token: token, timeout: timeout)
        var retries = 0
        var throttled = 0
        while true {
            let attempt = retries + throttled + 1
            let delay: Duration
            switch try await attempted(request, endpoint, attempt: attempt) {
            case .success(let response):
                // Decided before anything is decoded: the body of a 429 is a page.
                if response.head.status.code == 429 {
                    throttled += 1
                    guard throttled <= retry.maximumThrottledRetries,
                        let wait = retry.throttledDelay(after: response)
                    else { throw Pass.ExchangeError(.throttled, status: 429) }
                    delay = wait
                } else {
                    guard isWorthRepeating(response, endpoint), retries < retry.maximumRetries
                    else { return response }
                    retries += 1
                    delay = retry.delay(before: retries, jitter: jitter())
                }
            case .failure(let error):
                guard error.code != .cancelled else { throw Pass.ExchangeError(.cancelled) }
                guard isWorthRepeating(error, endpoint), retries < retry.maximumRetries else {
                    throw Pass.ExchangeError(.transport, transport: error)
                }
                retries += 1
                delay = retry.delay(before: retries, jitter: jitter())
            }
            try await pause(delay)
        }
    }

    /// Waits, for a repetition.
    func pause(_ delay: Duration) async throws(Pass.ExchangeError) {
        do { try await clock.sleep(for: delay) } catch { throw Pass.ExchangeError(.cancelled) }
    }

    private func attempted(
        _ request: Pass.Request, _ endpoint: Endpoint, attempt: Int
    ) async throws(Pass.ExchangeError) -> Result<Pass.Response, Pass.TransportError> {
        if Task.isCancelled { throw Pass.ExchangeError(.cancelled) }
        do { try await pacer?.admit() } catch { throw Pass.ExchangeError(.cancelled) }
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

    private func isWorthRepeating(_ response: Pass.Response, _ endpoint: Endpoint) -> Bool {
        let status = response.head.status.code
        guard !(200..<300).contains(status) else { return false }
        if let error = AnswerReading.enhancedError(in: response) { return error.action == .retry }
        return status >= 500 && endpoint.isRead
    }

    private func isWorthRepeating(_ error: Pass.TransportError, _ endpoint: Endpoint) -> Bool {
        switch error.code {
        case .cannotConnect, .connectionLost, .timedOut:
            !error.mayHaveReachedServer || endpoint.isRead
        default: false
        }
    }

    /// Writes down what was sent where, by the documented path: the real one has codes in it, the
    /// query identifiers, and headers and bodies worse.
    private func log(
        _ outcome: Result<Pass.Response, Pass.TransportError>, _ endpoint: Endpoint,
        _ attempt: Int, _ milliseconds: Int64
    ) {
        let result =
            switch outcome {
            case .success(let response): String(response.head.status.code)
            case .failure(let error): error.code.rawValue
            }
        logger.debug(
            "Adobe Pass exchange",
            metadata: [
                "method": "\(endpoint.method.rawValue)", "path": "\(endpoint.template)",
                "status": "\(result)", "attempt": "\(attempt)",
                "duration": "\(milliseconds) ms",
            ])
    }
}
