/// Lets no more than so many exchanges with one host run at once; the others wait in turn.
actor ConnectionLimiter {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let limit: Int
    private var running: [String: Int] = [:]
    private var waiting: [String: [Waiter]] = [:]
    private var lastNumber = 0

    /// Creates a limiter.
    ///
    /// - Parameter limit: How many exchanges with one host may run at once, at least one.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Waits for a turn.
    ///
    /// - Parameter host: The host, with its port.
    /// - Returns: Whether the turn came; `false` if the task was cancelled meanwhile.
    func enter(_ host: String) async -> Bool {
        if Task.isCancelled { return false }
        if running[host, default: 0] < limit {
            running[host, default: 0] += 1
            return true
        }
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[host, default: []].append(
                    Waiter(number: number, continuation: continuation))
            }
        } onCancel: {
            Task { await self.abandon(number, host: host) }
        }
    }

    /// Gives a turn back.
    ///
    /// - Parameter host: The host, with its port.
    func leave(_ host: String) {
        if var queue = waiting[host], !queue.isEmpty {
            let next = queue.removeFirst()
            waiting[host] = queue.isEmpty ? nil : queue
            next.continuation.resume(returning: true)
            return
        }
        let left = running[host, default: 1] - 1
        running[host] = left == 0 ? nil : left
    }

    private func abandon(_ number: Int, host: String) {
        guard var queue = waiting[host],
            let index = queue.firstIndex(where: { $0.number == number })
        else { return }
        let waiter = queue.remove(at: index)
        waiting[host] = queue.isEmpty ? nil : queue
        waiter.continuation.resume(returning: false)
    }
}
