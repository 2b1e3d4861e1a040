#if Sandbox
internal import WireText

/// The sandbox's clock under control: `GET` and `PUT /sandbox/clock`.
enum ClockControl {
    /// A change of the clock.
    private struct Change: Decodable {
        /// The time in milliseconds.
        var now: Int64?
        /// Seconds to go forward, or back.
        var advance: Double?
        /// Seconds by which `Date` differs.
        var dateSkew: Double?
    }

    @Sendable static func read(_ call: Call) async throws -> Answer {
        let clock = call.core.clock
        return .json([
            "now": .integer(call.now), "offset": .integer(clock.offsetInMilliseconds),
            "dateSkew": .integer(clock.dateSkewInMilliseconds / 1000),
            "date": .string(HTTPDate.text(call.now + clock.dateSkewInMilliseconds)),
        ])
    }

    @Sendable static func change(_ call: Call) async throws -> Answer {
        let names = ["now", "advance", "dateSkew"]
        // Numbers that one can reckon with: a hundred years.
        let range = -3.2e9...3.2e9
        guard let change = JSONText.decode(Change.self, from: call.body),
            let members = JSONText.read(call.body)?.members,
            members.allSatisfy({ names.contains($0.name) }), !members.isEmpty,
            range.contains(change.advance ?? 0), range.contains(change.dateSkew ?? 0),
            (0...8_000_000_000_000).contains(change.now ?? 0)
        else {
            throw Refusal(
                400, "invalid_clock", "malformedClock",
                "The body must be a JSON object with now in milliseconds, advance in seconds, or "
                    + "dateSkew in seconds.")
        }
        let clock = call.core.clock
        if let now = change.now { clock.set(to: now) }
        if let advance = change.advance { clock.advance(by: Int64(advance * 1000)) }
        if let skew = change.dateSkew { clock.skewDate(by: Int64(skew * 1000)) }
        return try await read(call)
    }
}
#endif
