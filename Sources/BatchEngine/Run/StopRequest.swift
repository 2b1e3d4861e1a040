/// A wish that a run ends early, from whatever task it comes.
package final class StopRequest: Sendable {
    private let wishes: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    /// Creates a request that has not been made.
    package init() {
        (wishes, continuation) = AsyncStream.makeStream()
    }

    /// Makes the request; the run reads nothing more and finishes what it has read.
    package func stop() {
        continuation.finish()
    }

    /// Waits until the request is made or the task is cancelled; for one run.
    func wait() async {
        for await _ in wishes {}
    }
}
