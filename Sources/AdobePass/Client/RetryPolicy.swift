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

        /// A wait that doubles each time, less up to half of it at random, so that many clients do
        /// not come back at the same moment, and none at once.
        func delay(before retry: Int, jitter: Double) -> Duration {
            var longest = firstDelay
            for _ in 1..<max(1, min(retry, 32)) where longest < maximumDelay { longest *= 2 }
            return min(longest, maximumDelay) * (0.5 + min(max(jitter, 0), 1) / 2)
        }

        /// Returns the wait before a throttled request is retried: a second, or longer if the
        /// server asks for it, in seconds or by a date; `nil` if the server asks for too long.
        func throttledDelay(after response: Response, at now: Timestamp) -> Duration? {
            let asked = response.head.headerFields[.retryAfter].flatMap { text in
                Self.seconds(text) ?? Self.time(until: text, after: response, at: now)
            }
            let delay = max(.seconds(1), asked ?? .seconds(1))
            return delay <= max(.seconds(1), maximumRetryAfter) ? delay : nil
        }

        /// A number of seconds, however many digits it has.
        private static func seconds(_ text: String) -> Duration? {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            // More than anybody waits for, and few enough for every sum.
            return .seconds(min(Int64(text) ?? .max, 1 << 32))
        }

        /// The time until a date, which is the server's and so counted from the server's `Date`.
        private static func time(
            until text: String, after response: Response, at now: Timestamp
        ) -> Duration? {
            let start = response.head.headerFields[.date].flatMap(Timestamp.init(httpDate:)) ?? now
            return Timestamp(httpDate: text).flatMap { Duration.from(start, to: $0) }
        }
    }
}
