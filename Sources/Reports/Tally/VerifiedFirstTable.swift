internal import BatchEngine
internal import XMLCore

/// Values by names, kept apart for messages that a trusted key signed and for all others.
///
/// Anyone can make up names. Those that a trusted key vouches for have a table of their own, so
/// that others cannot displace them.
struct VerifiedFirstTable<Value: Addable>: Mergeable {
    private var verified: TopNTable<Value>
    private var unverified: TopNTable<Value>

    init(limit: Int) {
        verified = TopNTable(limit: limit)
        unverified = TopNTable(limit: limit)
    }

    /// Adds something to the value of a name.
    mutating func update<Addend>(
        _ name: String, isVerified: Bool, with addend: Addend,
        _ add: (inout Value, Addend) -> Void
    ) {
        if isVerified {
            verified.update(name, with: addend, add)
        } else {
            unverified.update(name, with: addend, add)
        }
    }

    mutating func merge(_ other: VerifiedFirstTable) {
        merge(\.verified, \.unverified, of: other)
    }

    var isEmpty: Bool { verified.isEmpty && unverified.isEmpty }

    /// The sum of values under names that are not kept; `nil` while all are.
    var others: Value? {
        guard var value = verified.others ?? unverified.others else { return nil }
        if verified.others != nil, let rest = unverified.others { value.merge(rest) }
        return value
    }

    /// Names and values of both, in descending order of `measure`.
    func sorted(by measure: (Value) -> Int) -> [(name: ByteExactName, value: Value)] {
        var values: [ByteExactName: Value] = [:]
        for (name, value) in verified.sorted + unverified.sorted {
            values[name, default: Value()].merge(value)
        }
        return values.map { (name: $0.key, value: $0.value, measure: measure($0.value)) }
            .sorted { $0.measure == $1.measure ? $0.name < $1.name : $0.measure > $1.measure }
            .map { ($0.name, $0.value) }
    }
}
