internal import WireText

extension Pass {
    /// An instant in milliseconds since 1970-01-01T00:00:00Z, as Adobe Pass counts them.
    public struct Timestamp: Hashable, Comparable, Sendable {
        /// The milliseconds.
        public let milliseconds: Int64

        /// Creates an instant from its milliseconds.
        ///
        /// - Parameter milliseconds: Milliseconds since 1970-01-01T00:00:00Z.
        public init(milliseconds: Int64) {
            self.milliseconds = milliseconds
        }

        /// Compares two instants.
        ///
        /// - Parameters:
        ///   - left: One instant.
        ///   - right: Another.
        /// - Returns: Whether the first is before the second.
        public static func < (left: Self, right: Self) -> Bool {
            left.milliseconds < right.milliseconds
        }

        /// The instant `duration` later, or the end of time if that would be later still.
        ///
        /// - Parameter duration: How much later; a negative one for earlier.
        /// - Returns: The other instant.
        public func advanced(by duration: Duration) -> Timestamp {
            let parts = duration.components
            let (seconds, overflow) = parts.seconds.multipliedReportingOverflow(by: 1000)
            let rest = parts.attoseconds / 1_000_000_000_000_000
            let (sum, overflow2) = milliseconds.addingReportingOverflow(seconds)
            let (total, overflow3) = sum.addingReportingOverflow(rest)
            if overflow || overflow2 || overflow3 {
                return Timestamp(milliseconds: parts.seconds < 0 ? .min : .max)
            }
            return Timestamp(milliseconds: total)
        }
    }
}

extension Duration {
    /// The time between two instants; `nil` if one is unknown or the second is not the later one.
    static func from(_ start: Pass.Timestamp?, to end: Pass.Timestamp?) -> Duration? {
        guard let start, let end, start < end else { return nil }
        let (length, overflow) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
        return overflow ? nil : .milliseconds(length)
    }
}

extension Pass.Timestamp {
    /// Creates an instant from the date in a header field, in any of its three forms.
    init?(httpDate text: String) {
        guard let seconds = HTTPDate.seconds(of: text) else { return nil }
        self.init(seconds: seconds)
    }
}
