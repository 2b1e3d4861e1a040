/// When a call has to be over, with all its repetitions and waits.
struct CallDeadline: Sendable {
    /// The end of the sign-on that the current task is part of.
    @TaskLocal static var ofSignOn: Pass.Timestamp?

    private let clock: any Pass.Clock
    private let end: Pass.Timestamp

    /// Creates a deadline for a call that begins now.
    init(_ duration: Duration, clock: any Pass.Clock) {
        self.clock = clock
        let end = clock.now().advanced(by: duration)
        self.end = Self.ofSignOn.map { min($0, end) } ?? end
    }

    /// The time that is left, none or less if the call is to be given up.
    var timeLeft: Duration { Duration.from(clock.now(), to: end) ?? .zero }
}
