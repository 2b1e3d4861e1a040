internal import AdobePass

/// Runs an exchange for no longer than it may take.
enum Deadline {
    /// Runs some work and cancels it when the time is up.
    ///
    /// Waiting for a free connection counts. When the time is up, the work is cancelled, and what
    /// it then says about the server having been reached is kept.
    ///
    /// - Parameters:
    ///   - timeout: How long the work may take.
    ///   - work: The work, which must end soon after it is cancelled.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, `timedOut` if the time was up, `cancelled` if the task already was.
    static func run(
        within timeout: Duration,
        _ work: @escaping @Sendable () async -> Result<Pass.Response, Pass.TransportError>
    ) async throws(Pass.TransportError) -> Pass.Response {
        // A client may send a request before it notices that its task was cancelled.
        guard !Task.isCancelled else {
            throw Pass.TransportError(.cancelled, mayHaveReachedServer: false)
        }
        let outcome: Result<Pass.Response, Pass.TransportError> = await withTaskGroup(
            of: Result<Pass.Response, Pass.TransportError>?.self
        ) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            // Only the work has a result; `nil` first means that the time is up, or that the whole
            // group was cancelled and the sleep was the first to notice.
            var timeIsUp = false
            while let next = await group.next() {
                guard let result = next else {
                    timeIsUp = !Task.isCancelled
                    group.cancelAll()
                    continue
                }
                group.cancelAll()
                if timeIsUp, case .failure(let error) = result, error.code == .cancelled {
                    return .failure(
                        Pass.TransportError(
                            .timedOut, mayHaveReachedServer: error.mayHaveReachedServer))
                }
                return result
            }
            return .failure(Pass.TransportError(.cancelled, mayHaveReachedServer: false))
        }
        return try outcome.get()
    }
}
