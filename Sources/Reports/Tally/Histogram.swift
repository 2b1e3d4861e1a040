internal import BatchEngine

/// The number of values in each interval between fixed edges.
struct Histogram: Mergeable {
    /// The measured quantity, which determines the edges.
    enum Scale: String, Codable, Sendable {
        /// Seconds from `IssueInstant` to the capture.
        case clockSkew
        /// Seconds from `NotBefore` to `NotOnOrAfter`.
        case validityWindow
        /// Seconds the capture is outside of the validity: negative before, positive after it.
        case receipt
        /// Bytes.
        case size

        /// The least value of every span but the first.
        var edges: [Int64] {
            switch self {
            case .clockSkew:
                [
                    -86_400, -3600, -600, -300, -60, -10, -1, 2, 11, 61, 301, 601, 3601, 86_401,
                ]
            case .validityWindow:
                [1, 61, 301, 601, 1801, 3601, 28_801, 86_401, 604_801, 2_592_001]
            case .receipt: [-86_400, -3600, -600, -60, 0, 1, 61, 601, 3601, 86_401]
            case .size:
                [
                    1 << 10, 2 << 10, 4 << 10, 6 << 10, 8 << 10, 12 << 10, 16 << 10, 32 << 10,
                    64 << 10, 256 << 10, 1 << 20,
                ]
            }
        }
    }

    let scale: Scale
    /// The values in each span, one span more than there are edges.
    private(set) var counts: [Int]
    private(set) var least: Int64?
    private(set) var greatest: Int64?

    init(_ scale: Scale) {
        self.scale = scale
        counts = Array(repeating: 0, count: scale.edges.count + 1)
    }

    var total: Int { counts.saturatingSum() }

    mutating func add(_ value: Int64) {
        var place = 0
        for edge in scale.edges where value >= edge { place += 1 }
        counts[place] +|= 1
        least = min(least ?? value, value)
        greatest = max(greatest ?? value, value)
    }

    mutating func merge(_ other: Histogram) {
        for place in counts.indices.prefix(other.counts.count) {
            counts[place] +|= other.counts[place]
        }
        least = [least, other.least].compactMap(\.self).min()
        greatest = [greatest, other.greatest].compactMap(\.self).max()
    }
}

extension Histogram: Codable {
    private enum CodingKeys: String, CodingKey {
        case scale, counts, least, greatest
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(Scale.self, forKey: .scale))
        let saved = try container.decode([Int].self, forKey: .counts)
        guard saved.count == counts.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .counts, in: container, debugDescription: "The counts do not fit the scale."
            )
        }
        counts = saved
        least = try container.decodeIfPresent(Int64.self, forKey: .least)
        greatest = try container.decodeIfPresent(Int64.self, forKey: .greatest)
    }
}
