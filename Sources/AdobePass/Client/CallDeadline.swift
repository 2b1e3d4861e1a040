/// The deadline of a call with all its repetitions and waits.
struct CallDeadline: Sendable {
    /// The end of the run that the current task is part of, such as a sign-on.
    @TaskLocal static var ofRun: Pass.Timestamp?

    private let clock: any Pass.Clock
    private let end: Pass.Timestamp

    /// Creates a deadline for a call that begins now.
    init(_ duration: Duration, clock: any Pass.Clock) {
        self.clock = clock
        end = Self.endOfRun(within: duration, clock: clock)
    }

    /// The time that is left; zero or less if the call must be given up.
    var timeLeft: Duration { Duration.from(clock.now(), to: end) ?? .zero }

    /// The end of a run that begins now, which is no later than that of the run it is part of.
    static func endOfRun(within duration: Duration, clock: any Pass.Clock) -> Pass.Timestamp {
        let end = clock.now().advanced(by: duration)
        return ofRun.map { min($0, end) } ?? end
    }
}

extension Pass.Client {
    /// Runs some calls, which are over by a common deadline.
    ///
    /// - Parameters:
    ///   - duration: The longest time of all of them together.
    ///   - calls: The calls, sign-ons included.
    /// - Returns: What the calls return.
    package func withDeadline<Value: Sendable>(
        _ duration: Duration, _ calls: () async -> Value
    ) async -> Value {
        let end = CallDeadline.endOfRun(within: duration, clock: exchange.clock)
        return await CallDeadline.$ofRun.withValue(end) { await calls() }
    }
}
