extension Pass {
    /// The rate limit of a client.
    ///
    /// Adobe Pass lets a device send one request a second and ten more, once.
    public struct Pacing: Hashable, Sendable {
        /// The number of requests that may exceed the limit of one per second, in total.
        public var burst: Int

        /// Creates a pacing.
        ///
        /// - Parameter burst: How many requests may be sent besides the first one of each second.
        public init(burst: Int = 10) { self.burst = burst }
    }
}

/// Holds requests back that the server would refuse.
///
/// Time is cut into seconds from the first request on. The first request of each is free, every other
/// one is taken from a pool that is not filled again, and once that is empty requests wait for the next
/// free second, in the order in which they came.
actor Pacer {
    private let clock: any Pass.Clock
    private var pool: Int
    private var start: Pass.Timestamp?
    private var latest: Pass.Timestamp?
    /// The delay that the server asked for, and its end.
    private var hold: (delay: Duration, end: Pass.Timestamp)?
    /// The latest second whose free request is given away, counted from the start.
    private var lastTaken: Int64 = -1

    init(_ pacing: Pass.Pacing, clock: any Pass.Clock) {
        self.clock = clock
        pool = pacing.burst
    }

    /// Holds every request back for a while, because the server throttles the client (429).
    func holdBack(for delay: Duration) {
        hold = (delay, clock.now().advanced(by: delay))
    }

    /// Waits until a request may be sent.
    ///
    /// - Parameter limit: The longest wait.
    /// - Returns: False, without a wait, if it would be longer than the limit.
    /// - Throws: What the clock throws when the task is cancelled.
    func admit(within limit: Duration) async throws -> Bool {
        var limit = limit
        if let hold, let rest = Duration.from(clock.now(), to: hold.end) {
            // No longer than it was asked for, should the clock be set back.
            let wait = min(hold.delay, rest)
            guard wait <= limit else { return false }
            limit -= wait
            try await clock.sleep(for: wait)
            if self.hold?.end == hold.end { self.hold = nil }
        }
        let now = clock.now()
        // A clock that was set back would have everybody wait until it is where it was.
        if start == nil || latest.map({ now < $0 }) == true {
            start = now
            lastTaken = -1
        }
        latest = now
        guard let start else { return true }
        let elapsed = now.milliseconds - start.milliseconds
        let second = elapsed / 1000
        if lastTaken < second {
            lastTaken = second
        } else if pool > 0 {
            pool -= 1
        } else {
            let wait = Duration.milliseconds((lastTaken + 1) * 1000 - elapsed)
            guard wait <= limit else { return false }
            lastTaken += 1
            try await clock.sleep(for: wait)
        }
        return true
    }
}
