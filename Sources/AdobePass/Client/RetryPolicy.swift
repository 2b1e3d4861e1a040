internal import HTTPTypes

extension Pass {
    /// The rules for retrying requests.
    ///
    /// An enhanced error is repeated only if its own ``EnhancedError/action`` asks for it, whatever the
    /// status. What may have had an effect on the server is not repeated otherwise.
    public struct RetryPolicy: Hashable, Sendable {
        /// The largest number of retries of a request.
        public var maximumRetries: Int
        /// The longest wait before the first repetition; it doubles with each.
        public var firstDelay: Duration
        /// The longest wait before any repetition.
        public var maximumDelay: Duration
        /// The largest number of retries of a throttled request (429).
        public var maximumThrottledRetries: Int
        /// The longest `Retry-After` that is waited for; a longer one is an error at once.
        public var maximumRetryAfter: Duration

        /// Creates a policy.
        ///
        /// - Parameters:
        ///   - maximumRetries: How many times more a request is sent.
        ///   - firstDelay: The longest wait before the first repetition.
        ///   - maximumDelay: The longest wait before any repetition.
        ///   - maximumThrottledRetries: How many times more a throttled request is sent.
        ///   - maximumRetryAfter: The longest `Retry-After` that is waited for.
        public init(
            maximumRetries: Int = 2, firstDelay: Duration = .seconds(1),
            maximumDelay: Duration = .seconds(10), maximumThrottledRetries: Int = 3,
            maximumRetryAfter: Duration = .seconds(30)
        ) {
            self.maximumRetries = maximumRetries
            self.firstDelay = firstDelay
            self.maximumDelay = maximumDelay
            self.maximumThrottledRetries = maximumThrottledRetries
            self.maximumRetryAfter = maximumRetryAfter
        }

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
