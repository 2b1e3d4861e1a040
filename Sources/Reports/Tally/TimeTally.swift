internal import BatchEngine
internal import ProfileProcessing

/// Outcomes over time, in spans that grow with the number of them.
///
/// The width of the spans is the smallest at which there are not too many of them, whatever the
/// order of the messages: each width divides the next, so that spans can always be put together.
struct TimeTally: Mergeable {
    /// The widths in seconds: minutes, hours, days, weeks, and what is longer in whole weeks.
    static let widths: [Int64] = [
        60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_419_200, 31_449_600,
    ]
    private static let maximumCount = 600
    /// 2000-01-01 and 2100-01-01; other times are mistakes or lies, and would spoil every axis.
    private static let plausible: Range<Int64> = 946_684_800..<4_102_444_800
    /// A Monday, at which weeks begin.
    static let origin: Int64 = 946_857_600

    private var step = 0
    private var spans: [Int64: BatchSummary.Counts] = [:]
    /// Messages placed by the time of their capture.
    private(set) var byCaptureTime = 0
    /// Messages placed by their `IssueInstant`.
    private(set) var byIssueInstant = 0
    /// Messages without any time.
    private(set) var undated = BatchSummary.Counts()
    /// Messages whose time is not in this century.
    private(set) var implausible = BatchSummary.Counts()

    /// The width of a span in seconds.
    var width: Int64 { Self.widths[step] }

    var isEmpty: Bool { spans.isEmpty }

    /// The beginnings of the spans with messages and what they hold, in order.
    var sorted: [(start: Int64, outcomes: BatchSummary.Counts)] {
        spans.sorted { $0.key < $1.key }.map { ($0.key * width + Self.origin, $0.value) }
    }

    mutating func add(_ outcome: ProfileRecord.Outcome, captured: Int64?, issued: Int64?) {
        guard let time = captured ?? issued else { return undated.add(outcome) }
        guard Self.plausible.contains(time) else { return implausible.add(outcome) }
        if captured != nil { byCaptureTime +|= 1 } else { byIssueInstant +|= 1 }
        spans[Self.floor(time - Self.origin, width), default: BatchSummary.Counts()].add(outcome)
        coarsen()
    }

    mutating func merge(_ other: TimeTally) {
        var other = other
        while step < other.step { widen() }
        while other.step < step { other.widen() }
        for (span, outcomes) in other.spans {
            spans[span, default: BatchSummary.Counts()].merge(outcomes)
        }
        merge(\.byCaptureTime, \.byIssueInstant, \.undated, \.implausible, of: other)
        coarsen()
    }

    private mutating func coarsen() {
        while spans.count > Self.maximumCount, step + 1 < Self.widths.count { widen() }
    }

    private mutating func widen() {
        let factor = Self.widths[step + 1] / Self.widths[step]
        step += 1
        spans = spans.reduce(into: [:]) { wider, span in
            wider[Self.floor(span.key, factor), default: BatchSummary.Counts()].merge(span.value)
        }
    }

    /// Returns whether a span overlaps the century that spans are made for.
    private static func isPlausible(_ span: Int64, width: Int64) -> Bool {
        let first = floor(plausible.lowerBound - origin, width)
        return (first...floor(plausible.upperBound - 1 - origin, width)).contains(span)
    }

    private static func floor(_ value: Int64, _ width: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: width)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension TimeTally: Codable {
    private enum CodingKeys: String, CodingKey {
        case step, spans, outcomes, byCaptureTime, byIssueInstant, undated, implausible
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let sorted = spans.sorted { $0.key < $1.key }
        try container.encode(step, forKey: .step)
        try container.encode(sorted.map(\.key), forKey: .spans)
        try container.encode(sorted.map(\.value), forKey: .outcomes)
        try container.encode(byCaptureTime, forKey: .byCaptureTime)
        try container.encode(byIssueInstant, forKey: .byIssueInstant)
        try container.encode(undated, forKey: .undated)
        try container.encode(implausible, forKey: .implausible)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        step = try container.decode(Int.self, forKey: .step)
        let keys = try container.decode([Int64].self, forKey: .spans)
        let values = try container.decode([BatchSummary.Counts].self, forKey: .outcomes)
        guard Self.widths.indices.contains(step), keys.count == values.count,
            keys.allSatisfy({ Self.isPlausible($0, width: Self.widths[step]) })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .step, in: container, debugDescription: "The spans do not fit.")
        }
        spans = zip(keys, values).reduce(into: [:]) { spans, span in
            spans[span.0, default: BatchSummary.Counts()].merge(span.1)
        }
        byCaptureTime = try container.decode(Int.self, forKey: .byCaptureTime)
        byIssueInstant = try container.decode(Int.self, forKey: .byIssueInstant)
        undated = try container.decode(BatchSummary.Counts.self, forKey: .undated)
        implausible = try container.decode(BatchSummary.Counts.self, forKey: .implausible)
    }
}
