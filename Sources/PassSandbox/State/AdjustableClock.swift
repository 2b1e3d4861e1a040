#if Sandbox
internal import AdobePass
internal import NIOConcurrencyHelpers

/// The sandbox's clock: the computer's, set forward or back.
final class AdjustableClock: Pass.Clock {
    private let clock: any Pass.Clock
    private let numbers = NIOLockedValueBox((offset: Int64(0), skew: Int64(0)))

    init(_ clock: any Pass.Clock) { self.clock = clock }

    /// The difference to the computer's clock in milliseconds.
    var offsetInMilliseconds: Int64 { numbers.withLockedValue(\.offset) }

    /// The difference of the header field `Date` to this clock in milliseconds.
    var dateSkewInMilliseconds: Int64 { numbers.withLockedValue(\.skew) }

    func now() -> Pass.Timestamp {
        Pass.Timestamp(milliseconds: clock.now().milliseconds + offsetInMilliseconds)
    }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    /// Sets the clock to a time in milliseconds.
    func set(to milliseconds: Int64) {
        numbers.withLockedValue { $0.offset = milliseconds - clock.now().milliseconds }
    }

    /// Sets the clock forward, or back, by milliseconds.
    func advance(by milliseconds: Int64) {
        numbers.withLockedValue { $0.offset += milliseconds }
    }

    /// Lets the header field `Date` differ from this clock by milliseconds.
    func skewDate(by milliseconds: Int64) { numbers.withLockedValue { $0.skew = milliseconds } }

    /// Makes it the computer's clock again.
    func reset() { numbers.withLockedValue { $0 = (0, 0) } }
}
#endif
