#if Sandbox
internal import NIOConcurrencyHelpers

/// The number of requests of a kind that may be worked on at once, or of the bytes that they hold in memory.
struct RequestSlots: Sendable {
    private let free: NIOLockedValueBox<Int>

    init(_ count: Int) {
        free = NIOLockedValueBox(count)
    }

    /// Takes places.
    ///
    /// - Throws: ``ServiceProblem/busy`` where there are not as many.
    func take(_ wanted: Int = 1) throws(ServiceProblem) {
        let isFree = free.withLockedValue { count in
            guard count >= wanted else { return false }
            count -= wanted
            return true
        }
        guard isFree else { throw .busy }
    }

    /// Gives places back.
    func release(_ count: Int = 1) { free.withLockedValue { $0 += count } }

    /// Places that are given back when nothing holds them, as an answer that may never be written.
    final class Held: Sendable {
        private let slots: RequestSlots
        private let count: Int

        /// Takes places.
        init(_ count: Int = 1, of slots: RequestSlots) throws(ServiceProblem) {
            try slots.take(count)
            self.slots = slots
            self.count = count
        }

        deinit { slots.release(count) }
    }
}
#endif
