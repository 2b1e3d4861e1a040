import Foundation

/// Compares what work of two sizes costs this thread, whatever else the machine does meanwhile.
public enum LinearCost {
    /// The growth of the cost from one size to four times that size: 4 if it is linear, 16 if it is quadratic.
    ///
    /// What takes less than a twentieth of a second counts as linear. Measured up to three times, if it is not: memory
    /// that is made ready once must not count.
    ///
    /// - Parameters:
    ///   - size: The smaller size.
    ///   - work: What to measure, by its size; what it needs is made there, too, and has to cost little.
    /// - Returns: The smallest ratio found.
    public static func growth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        var smallest = Double.infinity
        for _ in 0..<3 {
            let short = try cost { try work(size) }
            let long = try cost { try work(4 * size) }
            smallest = min(smallest, long < 0.05 ? 4 : long / max(short, 0.000_1))
            if smallest < 10 { break }
        }
        return smallest
    }

    /// The processor time of this thread, in seconds.
    private static func cost(of work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
