internal import HTTPTypes

/// The difference between the server's clock and this device's, which may be hours or days off.
///
/// Taken from the `Date` header of the latest answer, to the second. Lifetimes and waits use the
/// device's clock and do not need it; it is for instants that another party has set.
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
        // Less than two seconds come from the header's resolution and the network, not from the
        // clocks.
        known = difference.magnitude < 2_000 ? .zero : .milliseconds(difference)
    }
}
