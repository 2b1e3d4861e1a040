#if Sandbox
internal import NIOConcurrencyHelpers

/// The number of requests of a kind that may be worked on at once.
struct RequestSlots: Sendable {
    private let free: NIOLockedValueBox<Int>

    init(_ count: Int) {
        free = NIOLockedValueBox(count)
    }

    /// Takes a place.
    ///
    /// - Throws: ``ServiceProblem/busy`` where there is none.
    func take() throws(ServiceProblem) {
        let isFree = free.withLockedValue { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
        guard isFree else { throw .busy }
    }

    /// Gives a place back.
    func release() { free.withLockedValue { $0 += 1 } }
}
#endif
