extension SAML {
    /// Remembers accepted assertions in memory, up to a number of them.
    ///
    /// When it is full it forgets those whose end has come. When there are none it takes no further
    /// ones, and their verdict is ``ReplayVerdict/unknown``: a store that forgot an assertion which
    /// is still valid would let it through again. An assertion without an end is kept for ever.
    public final class InMemoryReplayStore: ReplayStore {
        /// The largest number of assertions that are remembered at the same time.
        package let capacity: Int
        private let state: Locked<State>

        fileprivate struct State {
            var ends: [ReplayKey: Instant?] = [:]
            /// No end is before this one, so that a full store is not searched in vain.
            var earliestEnd: Instant?
        }

        /// Creates an empty store.
        ///
        /// - Parameter capacity: How many assertions are remembered: 100,000 unless given.
        public init(capacity: Int = 100_000) {
            self.capacity = max(0, capacity)
            state = Locked(State())
        }

        /// The number of assertions that are remembered.
        package var count: Int { state.withLock { $0.ends.count } }

        /// Remembers an assertion unless it is known already.
        ///
        /// - Parameters:
        ///   - key: The assertion.
        ///   - end: When it may be forgotten; `nil` for never.
        ///   - now: The time, when it is known; without it nothing is forgotten.
        /// - Returns: Whether it was new.
        public func insert(
            _ key: ReplayKey, until end: Instant?, at now: Instant?
        ) -> ReplayVerdict {
            state.withLock { state in
                if let known = state.ends[key] {
                    // An assertion that has expired may come again under the same name: it is
                    // refused for its end.
                    guard let known, let now, known <= now else { return .used }
                } else if state.ends.count >= capacity {
                    state.forget(endedBy: now)
                    guard state.ends.count < capacity else { return .unknown }
                }
                state.ends[key] = .some(end)
                state.earliestEnd = [state.earliestEnd, end].compactMap(\.self).min()
                return .new
            }
        }
    }
}

extension SAML.InMemoryReplayStore.State {
    /// Forgets what ended, if anything did.
    fileprivate mutating func forget(endedBy now: SAML.Instant?) {
        guard let now, let earliestEnd, earliestEnd <= now else { return }
        ends = ends.filter { _, end in end.map { now < $0 } ?? true }
        self.earliestEnd = ends.values.compactMap(\.self).min()
    }
}
