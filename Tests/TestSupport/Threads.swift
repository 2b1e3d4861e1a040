import Foundation

/// Threads that begin together, so that what they share is really reached at once.
///
/// Tasks that are short may all run in one thread of the pool, one after the other, where no sanitizer has
/// anything to see.
public enum Threads {
    /// Calls `body` in threads of their own.
    ///
    /// - Parameters:
    ///   - count: How many threads there are.
    ///   - body: What each does, by its number.
    /// - Returns: What each returned, by its number.
    public static func run<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        let meeting = Meeting<Value>(count: count)
        for number in 0..<count {
            let thread = Thread {
                meeting.waitForAll()
                meeting.report(number, body(number))
            }
            // The usual stack of a thread is too small for a debug build under a sanitizer.
            thread.stackSize = 8 << 20
            thread.start()
        }
        return meeting.results()
    }

    private final class Meeting<Value: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private let count: Int
        private var arrivedCount = 0
        private var values: [Int: Value] = [:]

        init(count: Int) { self.count = count }

        func waitForAll() {
            condition.lock()
            arrivedCount += 1
            condition.broadcast()
            while arrivedCount < count { condition.wait() }
            condition.unlock()
        }

        func report(_ number: Int, _ value: Value) {
            condition.lock()
            values[number] = value
            condition.broadcast()
            condition.unlock()
        }

        func results() -> [Value] {
            condition.lock()
            defer { condition.unlock() }
            while values.count < count { condition.wait() }
            return (0..<count).compactMap { values[$0] }
        }
    }
}
