extension SAML {
    /// A span of time in words, such as "3 min 12 s".
    package struct ElapsedTime: Hashable, Sendable, CustomStringConvertible {
        /// Whole seconds, rounded up; never negative.
        package let seconds: Int64

        /// The time from one instant to a later one.
        package init(from start: Instant, to end: Instant) {
            let (difference, isOverflow) = end.secondsSinceEpoch
                .subtractingReportingOverflow(start.secondsSinceEpoch)
            let rest: Int64 = end.nanoseconds > start.nanoseconds ? 1 : 0
            seconds =
                isOverflow ? (end < start ? 0 : .max) : max(0, difference.addingSaturating(rest))
        }

        package var description: String {
            switch seconds {
            case ..<120: Self.counted(seconds, "s", "s")
            case ..<3600: Self.parts(seconds / 60, "min", seconds % 60, "s")
            case ..<172_800: Self.parts(seconds / 3600, "h", seconds / 60 % 60, "min")
            default: Self.counted(seconds / 86_400, "day", "days")
            }
        }

        private static func counted(_ count: Int64, _ one: String, _ many: String) -> String {
            "\(count) \(count == 1 ? one : many)"
        }

        private static func parts(
            _ whole: Int64, _ unit: String, _ rest: Int64, _ smaller: String
        ) -> String {
            rest == 0 ? "\(whole) \(unit)" : "\(whole) \(unit) \(rest) \(smaller)"
        }

        /// A Boolean value that indicates whether it looks like a time zone: a multiple of half an hour, give
        /// or take a minute, up to 14 hours.
        package var isLikeTimeZone: Bool {
            let rest = seconds % 1800
            return (1740...50_460).contains(seconds) && (rest <= 60 || rest >= 1740)
        }

        /// The seconds to grant between two clocks that are this far apart, in whole minutes.
        package var skewToGrant: Int64 {
            let minutes = seconds / 60 &+ 1
            return minutes.multipliedReportingOverflow(by: 60).partialValue
        }
    }
}

extension Int64 {
    fileprivate func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? .max : sum
    }
}
