extension Pass {
    /// Tells the time and waits, so that no library code reads a clock of its own.
    public protocol Clock: Sendable {
        /// The time now.
        ///
        /// - Returns: The time.
        func now() -> Timestamp

        /// Waits.
        ///
        /// - Parameter duration: How long.
        /// - Throws: `CancellationError` if the task is cancelled meanwhile.
        func sleep(for duration: Duration) async throws
    }
}
