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
