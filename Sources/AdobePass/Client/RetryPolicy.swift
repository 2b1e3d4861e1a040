internal import HTTPTypes

extension Pass {
    /// The rules for retrying requests.
    ///
    /// An enhanced error is repeated only if its own ``EnhancedError/action`` asks for it, whatever the
    /// status. What may have had an effect on the server is not repeated otherwise.
    public struct RetryPolicy: Hashable, Sendable {
        /// The largest number of retries of a request.
        public var maximumRetries = 2
        /// The longest wait before the first repetition; it doubles with each.
        public var firstDelay: Duration = .seconds(1)
        /// The longest wait before any repetition.
        public var maximumDelay: Duration = .seconds(10)
        /// The largest number of retries of a throttled request (429).
        public var maximumThrottledRetries = 3
        /// The longest `Retry-After` that is waited for; a longer one is an error at once.
        public var maximumRetryAfter: Duration = .seconds(30)

        /// Creates a policy with its defaults.
        public init() {}

        /// A random part of a wait that doubles each time, so that many clients do not come back at
        /// the same moment.
        func delay(before retry: Int, jitter: Double) -> Duration {
            var longest = firstDelay
            for _ in 1..<max(1, min(retry, 32)) where longest < maximumDelay { longest *= 2 }
            return min(longest, maximumDelay) * min(max(jitter, 0), 1)
        }

        /// Returns the wait before a throttled request is retried: a second, or longer if the
        /// server asks for it; `nil` if the server asks for too long.
        func throttledDelay(after response: Response) -> Duration? {
            let asked = response.head.headerFields[.retryAfter].flatMap { Int64($0) }
            let delay = Duration.seconds(max(1, asked ?? 1))
            return delay <= max(.seconds(1), maximumRetryAfter) ? delay : nil
        }
    }
}
