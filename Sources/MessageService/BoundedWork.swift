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
    private let deadlines: Deadlines

    init(pool: NIOThreadPool, slots: RequestSlots, seconds: Double) {
        self.pool = pool
        self.slots = slots
        deadlines = Deadlines(.milliseconds(Int64(seconds * 1000)))
    }

    /// Runs `body`; work that takes too long keeps its place until it ends, and nobody waits for it.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try slots.take()
        let (slots, deadlines) = (slots, deadlines)
        return try await withCheckedThrowingContinuation { continuation in
            let answer = FirstAnswer(continuation)
            let number = deadlines.add { answer.give(.failure(ServiceProblem.timeLimit)) }
            pool.submit { state in
                let isActive = if case .active = state { true } else { false }
                let result = Result {
                    if isActive { try body() } else { throw CancellationError() }
                }
                deadlines.remove(number)
                // First, so that who has the answer may ask again.
                slots.release()
                answer.give(result)
            }
        }
    }
}

/// The answer to one who waits: the first that is given.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let waiting: NIOLockedValueBox<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        waiting = NIOLockedValueBox(continuation)
    }

    func give(_ result: Result<Value, any Error>) {
        waiting.withLockedValue { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume(with: result)
    }
}

/// What is to happen to work that takes too long.
///
/// One timer looks at all of it: one for each message would wake a thread twice for it.
private final class Deadlines: Sendable {
    private struct State {
        var count = 0
        var waiting: [Int: (end: NIODeadline, miss: @Sendable () -> Void)] = [:]
        var isTimed = false
    }

    private let limit: TimeAmount
    private let state = NIOLockedValueBox(State())
    private static let period = TimeAmount.milliseconds(50)

    init(_ limit: TimeAmount) { self.limit = limit }

    /// Has `miss` called unless the work is removed in time.
    ///
    /// - Returns: The number of the work.
    func add(_ miss: @escaping @Sendable () -> Void) -> Int {
        let (number, isTimed) = state.withLockedValue { state in
            state.count += 1
            state.waiting[state.count] = (.now() + limit, miss)
            defer { state.isTimed = true }
            return (state.count, state.isTimed)
        }
        if !isTimed { lookLater() }
        return number
    }

    func remove(_ number: Int) {
        state.withLockedValue { _ = $0.waiting.removeValue(forKey: number) }
    }

    private func lookLater() {
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: Self.period) { self.look() }
    }

    private func look() {
        let (missed, isTimed) = state.withLockedValue { state in
            let now = NIODeadline.now()
            let missed = state.waiting.filter { $0.value.end <= now }
            for number in missed.keys { state.waiting[number] = nil }
            state.isTimed = !state.waiting.isEmpty
            return (missed, state.isTimed)
        }
        for work in missed.values { work.miss() }
        if isTimed { lookLater() }
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
