import AdobePass
import Foundation

/// A clock that stands still, except that waiting moves it on.
final class ManualClock: Pass.Clock, @unchecked Sendable {
    static let start = Pass.Timestamp(milliseconds: 1_735_689_600_000)

    private let lock = NSLock()
    private var time = ManualClock.start
    private var waits: [Duration] = []

    func now() -> Pass.Timestamp { lock.withLock { time } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        lock.withLock {
            waits.append(duration)
            time = time.advanced(by: duration)
        }
    }

    func advance(by duration: Duration) {
        lock.withLock { time = time.advanced(by: duration) }
    }

    /// How long each wait was.
    var sleeps: [Duration] { lock.withLock { waits } }
}
