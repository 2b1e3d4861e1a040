/// Contenders that do the same work in short turns.
///
/// A temporary disturbance of the machine then affects all of them.
struct Race {
    /// The time of one pass over the messages, in nanoseconds, over all rounds.
    struct Result: Sendable {
        let name: String
        let median: Double
        /// Half of the interquartile range, relative to the median.
        let spread: Double
    }

    private var contenders: [any Contender]
    private let messageCount: Int
    /// The CPU time of this thread, in nanoseconds.
    private let clock: () -> UInt64

    /// The minimum length of a turn, so that reading the clock does not matter.
    private static let turn = 200_000.0

    init(
        _ contenders: [any Contender], messageCount: Int, clock: @escaping () -> UInt64
    ) {
        self.contenders = contenders
        self.messageCount = messageCount
        self.clock = clock
    }

    /// Compares the output of every contender with the expected output, message by message.
    ///
    /// - Returns: The name of the first contender that differs, and the number of the message.
    mutating func firstMismatch(with expected: [[UInt8]]) -> (name: String, number: Int)? {
        for index in contenders.indices {
            for number in 0..<messageCount {
                contenders[index].process(number)
                guard !(contenders[index] is CopyContender) else { continue }
                guard contenders[index].output == expected[number] else {
                    return (contenders[index].name, number)
                }
            }
        }
        return nil
    }

    /// Lets the contenders run in turns.
    ///
    /// - Parameter nanoseconds: The approximate total time. Each contender runs at least once; slow
    ///   ones run less often.
    /// - Returns: A result for each contender, in order.
    mutating func run(for nanoseconds: Double) -> [Result] {
        let share = nanoseconds / Double(max(1, contenders.count))
        var samples = contenders.map { _ in [Double]() }
        var used = contenders.map { _ in 0.0 }
        // The first turn determines the number of repetitions; it counts only if it is the only
        // one.
        var repetitions = contenders.indices.map { index in
            let time = time(of: index, repetitions: 1)
            used[index] = time
            samples[index] = [time]
            return max(1, Int(Self.turn / max(time, 1)))
        }
        var isFirstRound = true
        var isRunning = true
        while isRunning {
            isRunning = false
            for index in contenders.indices where used[index] < share {
                let time = time(of: index, repetitions: repetitions[index])
                used[index] += max(time, 1)
                let each = time / Double(repetitions[index])
                if isFirstRound {
                    samples[index].removeAll()
                    repetitions[index] = max(1, Int(Self.turn / max(each, 1)))
                }
                samples[index].append(each)
                isRunning = true
            }
            isFirstRound = false
        }
        return contenders.indices.map { index in
            let sorted = samples[index].sorted()
            let median = Self.quantile(0.5, of: sorted)
            let middle = Self.quantile(0.75, of: sorted) - Self.quantile(0.25, of: sorted)
            return Result(
                name: contenders[index].name, median: median,
                spread: median > 0 ? middle / 2 / median : 0)
        }
    }

    private mutating func time(of index: Int, repetitions: Int) -> Double {
        let start = clock()
        for _ in 0..<repetitions {
            for number in 0..<messageCount { contenders[index].process(number) }
        }
        return Double(clock() &- start)
    }

    /// Returns the quantile of sorted values.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        let place = part * Double(last)
        let lower = Int(place)
        let upper = min(lower + 1, last)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
}
