internal import Dispatch

/// Runs what may wait for the system, one thing after the other, away from the threads that tasks
/// share.
final class ReadingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "swift-saml.reading")

    func enqueue(_ job: UnownedJob) {
        let executor = unsafe asUnownedSerialExecutor()
        queue.async { unsafe job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }
}
