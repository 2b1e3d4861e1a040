import AdobePass
import Foundation

/// A clock that a test sets; waiting moves it on.
final class TestClock: Pass.Clock, @unchecked Sendable {
    private let lock = NSLock()
    private var milliseconds: Int64 = 1_768_478_400_000

    func now() -> Pass.Timestamp {
        lock.withLock { Pass.Timestamp(milliseconds: milliseconds) }
    }

    func sleep(for duration: Duration) async throws { advance(by: duration) }

    func advance(by duration: Duration) {
        lock.withLock {
            milliseconds =
                Pass.Timestamp(milliseconds: milliseconds).advanced(by: duration).milliseconds
        }
    }
}
