import AdobePass
import AdobePassHTTP
import Foundation

struct SystemClock: Pass.Clock {
    func now() -> Pass.Timestamp {
        Pass.Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
