internal import BatchEngine
internal import ProfileProcessing

/// The tally of one issuer's messages.
struct IssuerTally: Addable {
    /// The number of occurrences of a reason, with an example.
    struct ReasonTally: Addable {
        /// Messages whose first reason it was.
        var first = 0
        /// Messages that have it among their reasons.
        var all = 0
        var places = PlaceList()

        /// Adds a message whose first reason it is.
        mutating func add(_ entry: ResultEntry) {
            first +|= 1
            all +|= 1
            places.add(entry)
        }

        mutating func merge(_ other: ReasonTally) {
            merge(\.first, \.all, \.places, of: other)
        }
    }

    /// The number of occurrences of an attribute.
    struct AttributeTally: Addable {
        var present = 0
        /// Messages that lack it although it was required.
        var missing = 0

        mutating func merge(_ other: AttributeTally) {
            merge(\.present, \.missing, of: other)
        }
    }

    /// The number of occurrences of a warning of normalization.
    struct WarningTally: Addable {
        var messages = 0
        /// Messages with the warning whose signed bytes do not survive.
        var broken = 0

        mutating func merge(_ other: WarningTally) {
            merge(\.messages, \.broken, of: other)
        }
    }

    var outcomes = BatchSummary.Counts()
    /// Messages that a trusted key signed.
    var verified = 0
    /// Responses whose attributes could be read.
    var responses = 0
    /// Messages that were normalized.
    var normalized = 0
    /// Messages whose signed bytes do not survive that.
    var broken = 0
    var reasons = TopNTable<ReasonTally>(limit: 100)
    /// Messages by their likely cause.
    var causes = TopNTable<ReasonTally>(limit: 100)
    /// Messages that were not accepted and have no likely cause, by their first reason.
    var unexplained = TopNTable<ReasonTally>(limit: 100)
    /// Messages by what a stricter receiver would refuse of them.
    var notes = TopNTable<ReasonTally>(limit: 40)
    var attributes = TopNTable<AttributeTally>(limit: 60)
    var warnings = TopNTable<WarningTally>(limit: 20)

    mutating func add(_ entry: ResultEntry) {
        outcomes.add(entry.outcome)
        if entry.verdict == .valid { verified +|= 1 }
        for (number, code) in entry.reasons.enumerated()
        where !entry.reasons[..<number].contains(code) {
            reasons.update(code, with: entry) { reason, entry in
                reason.all +|= 1
                if number == 0 { reason.first +|= 1 }
                reason.places.add(entry)
            }
        }
        if let cause = entry.likelyCause {
            causes.update(cause, with: entry) { $0.add($1) }
        } else if entry.isFailure, let reason = entry.reasons.first {
            unexplained.update(reason, with: entry) { $0.add($1) }
        }
        for (number, code) in entry.notes.enumerated()
        where !entry.notes[..<number].contains(code) {
            notes.update(code, with: entry) { $0.add($1) }
        }
        if entry.kind == .response, entry.hasReadAttributes { addAttributes(of: entry) }
        if let preservesSignature = entry.preservesSignature {
            normalized +|= 1
            if !preservesSignature { broken +|= 1 }
        }
        for warning in entry.warnings {
            warnings.update(warning) { tally in
                tally.messages +|= 1
                if entry.preservesSignature == false { tally.broken +|= 1 }
            }
        }
    }

    /// Records have every name once; more names than a table holds are not worth their time.
    private mutating func addAttributes(of entry: ResultEntry) {
        responses +|= 1
        for name in entry.attributes { attributes.update(name) { $0.present +|= 1 } }
        for name in entry.missing { attributes.update(name) { $0.missing +|= 1 } }
    }

    mutating func merge(_ other: IssuerTally) {
        merge(\.outcomes, \.verified, \.responses, \.normalized, \.broken, of: other)
        merge(\.reasons, \.causes, \.unexplained, \.notes, \.attributes, \.warnings, of: other)
    }
}

extension ResultEntry {
    /// A Boolean value that indicates whether something is wrong with the message.
    fileprivate var isFailure: Bool { outcome == .rejected || outcome == .malformed }

    /// A Boolean value that indicates whether its attributes are known, and not only that it was refused.
    fileprivate var hasReadAttributes: Bool {
        !reasons.contains { $0.hasPrefix("signature.") }
            && (!isFailure || !attributes.isEmpty || !missing.isEmpty)
    }
}
