internal import ProfileProcessing

/// The order in which workers look for the causes of failures: that of the messages.
///
/// What is found in one message of a window is tried first on the next. So that this does not depend on which worker is
/// faster, a chunk is explained when all chunks before it are. Chunks without a failure only say so.
actor ExplanationTurns {
    private var next = 0
    /// The indexes of the entries of the window that the memory is of.
    private var window = 0..<0
    private var memory = CauseMemory()
    /// Chunks without a failure whose turn has not come.
    private var passed: Set<Int> = []
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

    /// Says that nothing of a chunk has to be explained.
    func pass(_ number: Int) {
        passed.insert(number)
        advance()
    }

    /// Waits until it is a chunk's turn, and returns what is known of the messages before it in a window of entries.
    func begin(_ number: Int, in window: Range<Int>) async -> CauseMemory {
        if number != next {
            await withCheckedContinuation { waiting[number] = $0 }
        }
        if window != self.window {
            self.window = window
            memory = CauseMemory(from: window.lowerBound, count: window.count)
        }
        return memory
    }

    /// Ends a chunk's turn, with what is known after it.
    func end(_ memory: CauseMemory) {
        self.memory = memory
        next += 1
        advance()
    }

    private func advance() {
        while passed.remove(next) != nil { next += 1 }
        waiting.removeValue(forKey: next)?.resume()
    }
}
