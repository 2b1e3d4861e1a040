internal import BatchEngine
internal import ProfileProcessing

/// Something that is added up from parts, in any order.
protocol Mergeable: Codable, Hashable, Sendable {
    /// Adds what another part found.
    mutating func merge(_ other: Self)
}

extension Mergeable {
    /// Adds those parts of another value that the paths lead to.
    mutating func merge<each Part: Mergeable>(
        _ paths: repeat WritableKeyPath<Self, each Part>, of other: Self
    ) {
        repeat (self[keyPath: each paths].merge(other[keyPath: each paths]))
    }
}

/// Something that can be added up from nothing.
protocol Addable: Mergeable {
    /// Nothing.
    init()
}

extension Int: Addable {
    mutating func merge(_ other: Int) { self +|= other }
}

/// The number of messages by outcome.
struct OutcomeTally: Addable {
    var accepted = 0
    var unverified = 0
    var rejected = 0
    var malformed = 0
    /// Messages that were not to be judged; the total does not count them.
    var notJudged = 0

    var total: Int { passed +| failed }
    /// The number of messages with nothing wrong.
    var passed: Int { accepted +| unverified }
    /// The number of messages with something wrong.
    var failed: Int { rejected +| malformed }

    mutating func add(_ outcome: ProfileRecord.Outcome) {
        switch outcome {
        case .accepted: accepted +|= 1
        case .unverified: unverified +|= 1
        case .rejected: rejected +|= 1
        case .malformed: malformed +|= 1
        case .notJudged: notJudged +|= 1
        }
    }

    mutating func merge(_ other: OutcomeTally) {
        merge(\.accepted, \.unverified, \.rejected, \.malformed, \.notJudged, of: other)
    }
}

/// The messages with each verdict about their signatures.
struct VerdictTally: Addable {
    var valid = 0
    var invalid = 0
    var refused = 0
    var absent = 0
    var notChecked = 0

    mutating func add(_ verdict: SignatureSummary.Verdict) {
        switch verdict {
        case .valid: valid +|= 1
        case .invalid: invalid +|= 1
        case .refused: refused +|= 1
        case .absent: absent +|= 1
        case .notChecked: notChecked +|= 1
        }
    }

    mutating func merge(_ other: VerdictTally) {
        merge(\.valid, \.invalid, \.refused, \.absent, \.notChecked, of: other)
    }

    /// A Boolean value that indicates whether keys were trusted, as far as the verdicts show it.
    var showsVerification: Bool { valid +| invalid +| refused > 0 }
}
