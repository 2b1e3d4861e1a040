#if Sandbox
internal import NIOCore
internal import NIOPosix

/// Runs tasks on the threads that read and write: a request then waits for no other thread to wake up.
@available(macOS 15, iOS 18, tvOS 18, *)
private final class EventLoopExecutor: TaskExecutor {
    static let shared = EventLoopExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // On one of these threads it is this thread.
        MultiThreadedEventLoopGroup.singleton.any().execute {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

extension Task where Failure == any Error {
    /// Starts a task that runs on the event loops where the system can, with all its child tasks.
    static func onEventLoops(_ body: @escaping @Sendable () async throws -> Success) -> Task {
        if #available(macOS 15, iOS 18, tvOS 18, *) {
            Task(executorPreference: EventLoopExecutor.shared) { try await body() }
        } else {
            Task { try await body() }
        }
    }
}
#endif
