import AdobePass

/// A clock whose pauses do not last beyond an end.
struct EndingClock: Pass.Clock {
    let clock: any Pass.Clock
    /// The end; without one every pause lasts as long as it should.
    let end: Pass.Timestamp?

    func now() -> Pass.Timestamp { clock.now() }

    func sleep(for duration: Duration) async throws {
        guard let end else { return try await clock.sleep(for: duration) }
        let rest = Duration.milliseconds(max(0, end.milliseconds - clock.now().milliseconds))
        try await clock.sleep(for: min(duration, rest))
    }
}
