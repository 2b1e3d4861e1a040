internal import WireText

/// A time in a capture, as its recorder wrote it and, where it can be told, as an instant.
package struct CaptureTime: Hashable, Sendable {
    /// The text of the source.
    package let text: String
    /// The microseconds since 1970-01-01T00:00:00Z; `nil` where the text lacks the year, the day or the zone.
    package let microseconds: Int64?

    package init(text: String, microseconds: Int64?) {
        self.text = text
        self.microseconds = microseconds
    }

    /// Returns the time until a later one; `nil` if one of both is unknown, or it is earlier.
    func milliseconds(until end: CaptureTime?) -> Double? {
        guard let start = microseconds, let end = end?.microseconds, end >= start else {
            return nil
        }
        return Double(end - start) / 1000
    }
}
