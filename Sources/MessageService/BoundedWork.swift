#if Sandbox
internal import BatchEngine
internal import Captures
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOPosix

/// Work on threads of its own, so that the server answers others meanwhile.
struct BoundedWork: Sendable {
    private let pool: NIOThreadPool
    private let slots: RequestSlots
    private let limit: TimeAmount

    init(pool: NIOThreadPool, slots: RequestSlots, seconds: Double) {
        self.pool = pool
        self.slots = slots
        limit = .milliseconds(Int64(seconds * 1000))
    }

    /// Runs `body`; work that takes too long keeps its place until it ends, and nobody waits for it.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try slots.take()
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        Task {
            do {
                continuation.yield(.success(try await pool.runIfActive(body)))
            } catch {
                continuation.yield(.failure(error))
            }
            slots.release()
        }
        // A task that sleeps would stay in memory until its time, cancelled or not.
        let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: limit) {
            _ = continuation.yield(.failure(ServiceProblem.timeLimit))
        }
        defer { timer.cancel() }
        for await result in results { return try result.get() }
        throw ServiceProblem.timeLimit
    }
}

/// The end of a run before its time: the client left, or the time is up.
final class RunEnding: Sendable {
    let request = StopRequest()
    private let problem = NIOLockedValueBox<ServiceProblem?>(nil)
    private let documents = NIOLockedValueBox<[CaptureDocument]>([])

    /// Takes documents that are not read any more once the run ends.
    func stops(_ read: [CaptureDocument]) { documents.withLockedValue { $0 = read } }

    /// Ends the run; the first reason counts.
    func end(_ reason: ServiceProblem) {
        problem.withLockedValue { $0 = $0 ?? reason }
        request.stop()
        for document in documents.withLockedValue({ $0 }) { document.stop() }
    }

    /// The reason why the run was ended, if it was.
    var reason: ServiceProblem? { problem.withLockedValue { $0 } }

    /// Runs `body`, at most for some time.
    func within<Value>(
        seconds: Double, _ body: () async throws -> Value
    ) async throws -> Value {
        let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(
            in: .milliseconds(Int64(seconds * 1000))
        ) { self.end(.timeLimit) }
        defer { timer.cancel() }
        let value = try await body()
        if let reason { throw reason }
        return value
    }
}
#endif
