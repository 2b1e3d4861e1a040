extension Pass.Timestamp: Codable {
    /// Below this many, a count of an instant whose unit is in doubt can only be of seconds: as
    /// milliseconds it would be an instant of early 1973.
    private static let leastMilliseconds: Int64 = 100_000_000_000

    /// Creates an instant from a count that is of seconds in some places and of milliseconds in
    /// others, as `created_at` is.
    ///
    /// - Parameter count: Seconds or milliseconds since 1970-01-01T00:00:00Z.
    public init(secondsOrMilliseconds count: Int64) {
        self =
            count.magnitude < Self.leastMilliseconds.magnitude
            ? Self(seconds: count) : Self(milliseconds: count)
    }

    /// Creates an instant from its seconds.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01T00:00:00Z.
    public init(seconds: Int64) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : milliseconds)
    }

    /// Creates an instant from JSON: a number of milliseconds, or a string with one.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if there is neither.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try LenientInteger(from: decoder).value)
    }

    /// Writes the milliseconds as a number.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

/// An integer that is sent as a number in some answers and as a string in others.
struct LenientInteger: Decodable {
    let value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            value = number
        } else if let number = try? container.decode(Double.self),
            let whole = Int64(exactly: number.rounded(.down))
        {
            value = whole
        } else if let text = try? container.decode(String.self), let number = Int64(text) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "neither an integer nor a string with one")
        }
    }
}
