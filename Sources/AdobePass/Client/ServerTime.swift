internal import HTTPTypes

/// How far the server's clock is from this device's, which may be hours or days off.
///
/// It is told by the `Date` of the latest answer, to the second. Lives and waits are counted by the
/// device's clock and need none of this; it is for instants that somebody else has set.
actor ServerTime {
    var offset: Duration { known ?? .zero }

    /// The offset, if an answer told it.
    private(set) var known: Duration?

    /// Reads the `Date` of an answer, if it has one.
    func read(_ response: Pass.Response, receivedAt now: Pass.Timestamp) {
        guard let text = response.head.headerFields[.date],
            let date = Pass.Timestamp(httpDate: text)
        else { return }
        let (difference, overflow) = date.milliseconds.subtractingReportingOverflow(
            now.milliseconds)
        guard !overflow else { return }
        // What one second of the field's and the way here make is no difference of clocks.
        known = difference.magnitude < 2_000 ? .zero : .milliseconds(difference)
    }
}
