/// The causes of the differences between received and signed bytes that are white space.
///
/// They depend on nothing but the bytes, and name what differs in all parts of a message together: white space that one
/// program changed has one name, wherever it shows.
struct WhiteSpaceDifference {
    /// A cause, and the numbers of the parts that it shows in.
    struct Cause {
        let finding: SignatureExplanation.Finding
        let parts: Set<Int>
    }

    /// A difference at a place, which may have several.
    struct Difference {
        let place: WhiteSpacePlace
        /// The changes that explain it, of which one is enough.
        var changes: [WhiteSpaceChange]
    }

    private let places: [WhiteSpacePlace]
    private var differences: [Difference]

    init(_ places: [WhiteSpacePlace]) {
        self.places = places
        differences = places.flatMap { place in
            place.differences.map { Difference(place: place, changes: $0) }
        }
        if let whole = wholeChange {
            differences = places.filter(\.isChanged).map { Difference(place: $0, changes: [whole]) }
        } else {
            leaveOutWhatWouldHaveChangedMore()
        }
    }

    /// Returns the causes, those of the most places first.
    ///
    /// - Parameter limit: The largest number of causes; more are joined to one.
    /// - Returns: The causes.
    func causes(atMost limit: Int) -> [Cause] {
        var causes: [(hypothesis: SignatureExplanation.Hypothesis, shares: [Share])] = []
        for share in shares {
            let hypothesis = share.change.hypothesis
            if let index = causes.firstIndex(where: { $0.hypothesis == hypothesis }) {
                causes[index].shares.append(share)
            } else {
                causes.append((hypothesis, [share]))
            }
        }
        if causes.count > max(1, limit) {
            causes = [(.whitespaceChanged, causes.flatMap(\.shares))]
        }
        return causes.map { hypothesis, shares in
            let places = shares.flatMap(\.places)
            let undoing = WhiteSpaceUndoing(
                hypothesis: hypothesis, changes: shares.map(\.change), places: places)
            return Cause(
                finding: .init(hypothesis: hypothesis, undoing: undoing.text),
                parts: Set(places.map(\.part)))
        }
    }

    private typealias Share = (change: WhiteSpaceChange, places: [WhiteSpacePlace])

    /// The fewest changes that explain all differences, and what each explains.
    private var shares: [Share] {
        var shares: [Share] = []
        var rest = differences
        while !rest.isEmpty {
            var counts: [WhiteSpaceChange: Int] = [:]
            for difference in rest {
                for change in difference.changes {
                    counts[change, default: 0] += difference.place.count
                }
            }
            let best = counts.max { one, other in
                (one.value, -one.key.rank) < (other.value, -other.key.rank)
            }
            guard let change = best?.key else { break }
            shares.append((change, rest.filter { $0.changes.contains(change) }.map(\.place)))
            rest.removeAll { $0.changes.contains(change) }
        }
        return shares
    }
}

// MARK: Changes of all places

extension WhiteSpaceDifference {
    /// The change that alone makes what was received of what was signed, places that it leaves as they are included.
    private var wholeChange: WhiteSpaceChange? {
        guard !differences.isEmpty else { return nil }
        // A value that lost the line breaks around it is described best by that.
        let changed = places.filter(\.isChanged)
        if changed.allSatisfy({ $0.position == .edge && $0.received.isEmpty }) { return .trimmed }
        let space = WhiteSpacePlace.space
        if places.allSatisfy({ $0.received == $0.signed(replacingNewlines: nil) }) {
            return .linesRemoved
        }
        if places.allSatisfy({ $0.received == $0.signed(replacingNewlines: space) }) {
            return .linesConverted
        }
        return places.allSatisfy { $0.received == $0.collapsed } ? .collapsed : nil
    }

    private static let mostFew = 3

    /// Leaves out the changes that would have changed more than they did, and those that come with new line breaks.
    private mutating func leaveOutWhatWouldHaveChangedMore() {
        let extent = WhiteSpaceExtent(places: places, differences: differences)
        for index in differences.indices {
            let place = differences[index].place
            if extent.isLaidOut(differences[index]) {
                differences[index].changes = [.linesAdded]
                continue
            }
            differences[index].changes.removeAll { !extent.allows($0, at: place) }
            if differences[index].changes.isEmpty {
                differences[index].changes = [extent.otherChange(at: place)]
            }
        }
        // One place is not the layout of a message, nor are a few of many.
        let laidOut = differences.indices.filter {
            differences[$0].changes == [.linesAdded] || differences[$0].changes == [.reindented]
        }
        let count = laidOut.reduce(0) { $0 + differences[$1].place.count }
        let betweenTags = places.filter(\.isBetweenTags).reduce(0) { $0 + $1.count }
        if count == 1 || count <= Self.mostFew && count * 4 <= betweenTags {
            for index in laidOut { differences[index].changes = [.other] }
        }
    }
}
