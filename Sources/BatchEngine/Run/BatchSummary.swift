internal import Captures
package import ProfileProcessing
internal import SAMLBindings
package import XMLCore

/// The summary of a run.
package struct BatchSummary: Hashable, Sendable, Codable {
    /// The number of messages by outcome.
    package struct Counts: Hashable, Sendable, Codable {
        /// Messages with nothing wrong, which a trusted key signed.
        package var accepted = 0
        /// Messages with nothing wrong, in a run without trusted keys.
        package var unverified = 0
        /// Messages that can be read, with something wrong.
        package var rejected = 0
        /// Entries that gave no message.
        package var malformed = 0
        /// Messages that were not asked to be judged.
        package var notJudged = 0

        /// All of them.
        package var total: Int { judged +| notJudged }
        /// Those that were asked to be judged, and those that could not be read.
        package var judged: Int { passed +| failed }
        /// Those with nothing wrong.
        package var passed: Int { accepted +| unverified }
        /// Those with something wrong.
        package var failed: Int { rejected +| malformed }

        /// No messages.
        package init() {}

        /// Counts a message.
        package mutating func add(_ outcome: ProfileRecord.Outcome) {
            switch outcome {
            case .accepted: accepted +|= 1
            case .unverified: unverified +|= 1
            case .rejected: rejected +|= 1
            case .malformed: malformed +|= 1
            case .notJudged: notJudged +|= 1
            }
        }

        /// Adds what another part counted.
        package mutating func merge(_ other: Counts) {
            accepted +|= other.accepted
            unverified +|= other.unverified
            rejected +|= other.rejected
            malformed +|= other.malformed
            notJudged +|= other.notJudged
        }
    }

    /// All messages.
    package private(set) var counts = Counts()
    /// The judged messages of each issuer; those without one stand under the empty name.
    package private(set) var issuers: [ByteExactName: Counts] = [:]
    /// The messages of each first reason.
    package private(set) var reasons: [ReasonCode: Int] = [:]
    /// A likely cause with the issuer whose messages it befell; the empty name where there is none.
    package struct IssuerCause: Hashable, Sendable, Codable {
        package let cause: String
        package let issuer: ByteExactName
    }

    /// The messages of each likely cause and issuer.
    package private(set) var causes: [IssuerCause: Int] = [:]
    /// The messages whose signed bytes normalization changes.
    package private(set) var brokenByNormalization = 0
    /// The messages with each warning of the normalization.
    package private(set) var warnings: [NormalizationSummary.Warning: Int] = [:]
    /// The responses that were there before, which are in no other count.
    package private(set) var duplicateCount = 0
    /// The messages that were not chosen, which are in no other count.
    package internal(set) var notChosenCount = 0
    /// The files in which no message was found, which are in no other count.
    package private(set) var emptyFileCount = 0
    /// What the first entries that gave no message, and the first files without one, are said to be: `file: sentence`.
    package private(set) var unread: [String] = []
    private static let mostUnread = 5
    /// The bytes of all messages.
    package private(set) var byteCount = 0
    /// The messages that a trusted key signed.
    package private(set) var verifiedCount = 0
    /// The messages that were judged at the time that the capture has for them.
    package private(set) var judgedWhenCaptured = 0
    /// The messages that have expired at the time of the run.
    package private(set) var expiredByClock = 0
    /// The algorithms of signatures and encryption.
    package private(set) var algorithms = AlgorithmSummary()

    /// An issuer's name is the sender's choice, so that the number of names has to be bounded;
    /// further issuers are counted together under this name.
    package static let otherIssuers: ByteExactName = "(others)"
    private static let maximumIssuers = 1000

    /// A Boolean value that indicates whether the run found a message, or something that stands for one.
    package var hasMessage: Bool {
        counts.total > filesToConvert || duplicateCount > 0
    }

    /// A Boolean value that indicates whether a file was read in which no message was found, or that must be
    /// converted first.
    package var hasFileWithoutMessage: Bool { emptyFileCount +| filesToConvert > 0 }

    private var filesToConvert: Int {
        let code = "capture.\(CaptureError.Code.convertFirst.rawValue)"
        return reasons.first { $0.key.rawValue == code }?.value ?? 0
    }

    /// Nothing yet.
    package init() {}

    mutating func add(_ record: ProfileRecord) {
        if record.kind == nil, unread.count < Self.mostUnread, let reason = record.reasons.first {
            unread.append("\(record.source.file ?? "-"): \(reason.message)")
        }
        if record.isOfEmptyFile {
            emptyFileCount +|= 1
            return
        }
        // Entries that hold no message are not among the messages.
        if record.entryCount == nil || record.outcome != .notJudged { counts.add(record.outcome) }
        byteCount +|= record.byteCount
        // What was not asked to be judged would only hide what was.
        guard record.outcome != .notJudged else { return }
        if record.kind != nil {
            let issuer = ByteExactName(record.groupingIssuer ?? "")
            issuers[issuerKey(issuer), default: Counts()].add(record.outcome)
        }
        if let reason = record.reasons.first { reasons[reason.code, default: 0] +|= 1 }
        if let cause = record.likelyCause {
            let issuer = ByteExactName(record.kind == nil ? "" : record.groupingIssuer ?? "")
            causes[key(cause, of: issuer), default: 0] +|= 1
        }
        if let normalization = record.normalization {
            if normalization.preservesSignature == false { brokenByNormalization +|= 1 }
            for warning in normalization.warnings { warnings[warning, default: 0] +|= 1 }
        }
        if record.conditions.now == .captured { judgedWhenCaptured +|= 1 }
        if record.conditions.now == nil, record.conditions.verdict == .expired {
            expiredByClock +|= 1
        }
        algorithms.add(record)
        switch record.signature.verdict {
        case .valid: verifiedCount +|= 1
        case .invalid, .refused, .absent, .notChecked: break
        }
    }

    mutating func addDuplicate() {
        duplicateCount +|= 1
    }

    mutating func merge(_ other: BatchSummary) {
        counts.merge(other.counts)
        for issuer in issuers.mergingOrder(other.issuers, limit: Self.maximumIssuers) {
            guard let counts = other.issuers[issuer] else { continue }
            issuers[issuerKey(issuer), default: Counts()].merge(counts)
        }
        duplicateCount +|= other.duplicateCount
        emptyFileCount +|= other.emptyFileCount
        notChosenCount +|= other.notChosenCount
        unread += other.unread.prefix(Self.mostUnread - unread.count)
        reasons.merge(other.reasons, uniquingKeysWith: +|)
        for (cause, count) in other.causes {
            causes[key(cause.cause, of: cause.issuer), default: 0] +|= count
        }
        brokenByNormalization +|= other.brokenByNormalization
        warnings.merge(other.warnings, uniquingKeysWith: +|)
        byteCount +|= other.byteCount
        verifiedCount +|= other.verifiedCount
        judgedWhenCaptured +|= other.judgedWhenCaptured
        expiredByClock +|= other.expiredByClock
        algorithms.merge(other.algorithms)
    }

    /// The issuers of causes are bounded as those of messages are; what has none stands by itself.
    private func key(_ cause: String, of issuer: ByteExactName) -> IssuerCause {
        IssuerCause(cause: cause, issuer: issuer.text.isEmpty ? issuer : issuerKey(issuer))
    }

    private func issuerKey(_ issuer: ByteExactName) -> ByteExactName {
        issuers.key(issuer, limit: Self.maximumIssuers, others: Self.otherIssuers)
    }
}
