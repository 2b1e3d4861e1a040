/// Contenders that do the same work in turns, each for a short time, again and again.
///
/// What disturbs the machine for a while then disturbs all of them.
struct Race {
    /// The time that one message set took, in nanoseconds, over all rounds.
    struct Result: Sendable {
        let name: String
        let median: Double
        /// Half of what the middle half of the rounds spans, as a part of the median.
        let spread: Double
    }

    private var contenders: [any Contender]
    private let messageCount: Int
    /// The CPU time of this thread, in nanoseconds.
    private let clock: () -> UInt64

    /// A turn is at least so long that asking for the time does not count.
    private static let turn = 200_000.0

    init(
        _ contenders: [any Contender], messageCount: Int, clock: @escaping () -> UInt64
    ) {
        self.contenders = contenders
        self.messageCount = messageCount
        self.clock = clock
    }

    /// Whether every contender that gives something gives what is expected, message by message.
    ///
    /// - Returns: The name of the first that does not, and the number of the message.
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
    /// - Parameter nanoseconds: About how long all of them run together. Each runs once at least,
    ///   and those that are slower than their share of the time run less often than others.
    /// - Returns: A result for each, in their order.
    mutating func run(for nanoseconds: Double) -> [Result] {
        let share = nanoseconds / Double(max(1, contenders.count))
        var samples = contenders.map { _ in [Double]() }
        var used = contenders.map { _ in 0.0 }
        // The first turn tells how often to repeat; it counts only where there is no other.
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

    /// The value below which this part of sorted values is.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        let place = part * Double(last)
        let lower = Int(place)
        let upper = min(lower + 1, last)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
}
