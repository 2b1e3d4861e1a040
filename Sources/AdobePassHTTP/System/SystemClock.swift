public import AdobePass

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Pass {
    /// The system's clock.
    public struct SystemClock: Clock {
        /// Creates a clock.
        public init() {}

        /// The time now, as the system has it.
        ///
        /// - Returns: The time.
        public func now() -> Timestamp {
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(
                milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        }

        /// Waits; setting the system's time changes nothing about how long.
        ///
        /// - Parameter duration: How long.
        /// - Throws: `CancellationError` if the task is cancelled meanwhile.
        public func sleep(for duration: Duration) async throws {
            try await Task.sleep(for: duration)
        }
    }

    /// A random number from 0 up to 1 from the system's generator, for a client's `jitter`.
    ///
    /// - Returns: The number.
    public static func systemJitter() -> Double { Double.random(in: 0..<1) }
}
