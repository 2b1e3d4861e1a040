internal import WireText

/// A time in a capture, as its recorder wrote it and, where it can be told, as an instant.
package struct CaptureTime: Hashable, Sendable {
    /// The text of the source.
    package let text: String
    /// The microseconds since 1970-01-01T00:00:00Z; `nil` where the text leaves out the year, the day or the zone.
    package let microseconds: Int64?

    package init(text: String, microseconds: Int64?) {
        self.text = text
        self.microseconds = microseconds
    }
}

extension CaptureTime {
    /// Creates a time from decimal seconds since 1970-01-01T00:00:00Z.
    package init(secondsSinceEpoch text: String) {
        let seconds = Double(text) ?? .nan
        // Beyond the year 9999 there is none, and a number of that size is no time.
        self.init(
            text: text,
            microseconds: abs(seconds) < 253_402_300_800
                ? Int64((seconds * 1_000_000).rounded()) : nil)
    }
}
