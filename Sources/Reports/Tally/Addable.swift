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

extension BatchSummary.Counts: Addable {}

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
