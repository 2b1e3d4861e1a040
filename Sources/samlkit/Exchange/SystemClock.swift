import AdobePass

/// The system's clock.
struct SystemClock: Pass.Clock {
    func now() -> Pass.Timestamp {
        let time = Console.currentTime()
        return Pass.Timestamp(
            milliseconds: time.seconds * 1000 + Int64(time.nanoseconds) / 1_000_000)
    }

    func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}

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
