package import BatchEngine
package import ProfileProcessing
internal import XMLCore

/// The tally of a report's entries.
///
/// Tallies can be added up in any order and from any parts with the same result, and stay small
/// whatever senders write: of names that senders choose it keeps a limited number, and counts the
/// rest together. No value of any attribute is in it.
package struct ReportTally: BatchTally, Mergeable, CustomStringConvertible {
    /// The attributes that had to be there, in the order given; may be empty.
    package private(set) var requiredAttributes: [String]

    private(set) var outcomes = BatchSummary.Counts()
    private(set) var verdicts = VerdictTally()
    private(set) var time = TimeTally()
    private(set) var issuers = VerifiedFirstTable<IssuerTally>(limit: 200)
    /// The entries without a message, which have no issuer.
    private(set) var unreadable = IssuerTally()
    private(set) var signatureMethods = VerifiedFirstTable<Int>(limit: 50)
    private(set) var digestMethods = VerifiedFirstTable<Int>(limit: 50)
    private(set) var encryptionMethods = VerifiedFirstTable<Int>(limit: 50)
    /// The messages that each key verified, by its digest.
    private(set) var keys = TopNTable<Int>(limit: 500)
    private(set) var clockSkew = Histogram(.clockSkew)
    private(set) var validityWindow = Histogram(.validityWindow)
    private(set) var receipt = Histogram(.receipt)
    private(set) var sizes = Histogram(.size)
    private(set) var byteCount = 0

    /// Nothing yet.
    ///
    /// - Parameter requiredAttributes: The attributes that had to be there, if any were required.
    package init(requiredAttributes: [String] = []) {
        self.requiredAttributes = requiredAttributes
    }

    /// The number of judged messages.
    package var count: Int { outcomes.judged }

    /// Adds a record of a run.
    ///
    /// - Parameter record: The record.
    package mutating func add(_ record: ProfileRecord) {
        add(ResultEntry(record))
    }

    /// Adds a message.
    ///
    /// - Parameter entry: What is known of it.
    package mutating func add(_ entry: ResultEntry) {
        // Entries that hold no message are not among the messages.
        if entry.outcome == .notJudged, entry.kind == nil { return }
        outcomes.add(entry.outcome)
        // What was not asked to be judged would only hide what was.
        if entry.outcome == .notJudged { return }
        byteCount +|= entry.byteCount
        sizes.add(Int64(entry.byteCount))
        time.add(entry.outcome, captured: entry.captureTime, issued: entry.issueInstant)
        guard entry.kind != nil else { return unreadable.add(entry) }
        let isVerified = entry.verdict == .valid
        verdicts.add(entry.verdict)
        issuers.update(entry.issuer ?? "", isVerified: isVerified, with: entry) {
            $0.add($1)
        }
        if let method = entry.signatureMethod {
            signatureMethods.update(method, isVerified: isVerified, with: 1, +|=)
        }
        if let method = entry.digestMethod {
            digestMethods.update(method, isVerified: isVerified, with: 1, +|=)
        }
        for method in entry.encryptionMethods {
            encryptionMethods.update(method, isVerified: isVerified, with: 1, +|=)
        }
        if isVerified, let key = entry.keySHA256 { keys.update(key) { $0 +|= 1 } }
        addTimes(of: entry)
    }

    private mutating func addTimes(of entry: ResultEntry) {
        if let captured = entry.captureTime, let issued = entry.issueInstant {
            clockSkew.add(captured.distance(since: issued))
        }
        if let begin = entry.notBefore, let end = entry.notOnOrAfter {
            validityWindow.add(end.distance(since: begin))
        }
        guard let captured = entry.captureTime else { return }
        if let end = entry.notOnOrAfter, captured >= end {
            receipt.add(captured.distance(since: end).advanced(by: 1))
        } else if let begin = entry.notBefore, captured < begin {
            receipt.add(captured.distance(since: begin))
        } else if entry.notBefore != nil || entry.notOnOrAfter != nil {
            receipt.add(0)
        }
    }

    /// The word for messages with nothing wrong, as far as results show whether keys were trusted.
    var wordForPassed: String {
        if outcomes.accepted > 0, outcomes.unverified > 0 { return "accepted or unverified" }
        return outcomes.accepted > 0 || verdicts.showsVerification ? "accepted" : "unverified"
    }

    /// Adds what another tally counted.
    ///
    /// - Parameter other: The tally of other messages.
    package mutating func merge(_ other: ReportTally) {
        let known = Set(requiredAttributes.map { ByteExactName($0) })
        requiredAttributes += other.requiredAttributes.filter { !known.contains(ByteExactName($0)) }
        merge(\.outcomes, \.verdicts, \.time, \.issuers, \.unreadable, \.keys, of: other)
        merge(\.signatureMethods, \.digestMethods, \.encryptionMethods, of: other)
        merge(\.clockSkew, \.validityWindow, \.receipt, \.sizes, \.byteCount, of: other)
    }

    /// The number of messages.
    package var description: String { "ReportTally(\(count) messages)" }
}

extension Int64 {
    /// The seconds since an earlier time, as far as they can be counted.
    fileprivate func distance(since other: Int64) -> Int64 {
        let limit: Int64 = 1 << 60
        let (difference, isOverflow) = subtractingReportingOverflow(other)
        guard isOverflow else { return Swift.min(Swift.max(difference, -limit), limit) }
        return self < other ? -limit : limit
    }
}
