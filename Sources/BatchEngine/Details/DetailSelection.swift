package import ProfileProcessing

/// The selection of the messages whose details a report shows.
///
/// It takes every message that was not accepted up to a limit, after that the first few with each new reason, and of
/// the accepted ones a sample that is spread over the run. The same messages in the same order give the same
/// selection, whatever was interrupted in between.
package struct DetailSelection: Codable, Hashable, Sendable {
    /// The number of rejected and malformed messages that are all selected.
    package static let failureLimit = 2000
    /// The number of accepted messages in the sample, at most.
    package static let sampleLimit = 100
    /// The bytes of details, at most.
    package static let byteLimit = 32 << 20
    private static let groupLimit = 100
    private static let failuresPerGroup = 5

    /// The rejected and malformed messages that were selected.
    package private(set) var failureCount = 0
    /// The bytes of all details that were selected.
    package private(set) var byteCount = 0
    /// The accepted messages that were selected at the present level.
    private var sampleCount = 0
    /// One accepted message in 2 to this power is part of the sample.
    private var level = 0
    /// The number of messages by reason and cause.
    private var groups: [String: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// A message that may be selected.
    package struct Candidate: Hashable, Sendable {
        package let index: Int
        package let outcome: ProfileRecord.Outcome
        /// The first reason and the cause; of accepted messages nothing.
        package let group: String

        fileprivate init(
            index: Int, outcome: ProfileRecord.Outcome, reason: String?, cause: String?
        ) {
            self.index = index
            self.outcome = outcome
            group = outcome.hasNothingWrong ? "" : "\(reason ?? "") \(cause ?? "")"
        }
    }

    /// Returns whether a message would be selected now.
    ///
    /// Once that is false, it stays false.
    package func takes(_ candidate: Candidate) -> Bool {
        guard byteCount < Self.byteLimit else { return false }
        switch candidate.outcome {
        case .notJudged: return false
        case .accepted, .unverified: return isInSample(candidate.index)
        case .rejected, .malformed:
            if failureCount < Self.failureLimit { return true }
            guard let count = groups[candidate.group] else { return groups.count < Self.groupLimit }
            return count < Self.failuresPerGroup
        }
    }

    /// Selects a message, unless there are enough.
    ///
    /// - Parameters:
    ///   - candidate: The message.
    ///   - size: The bytes of its details.
    /// - Returns: Whether it is selected.
    package mutating func take(_ candidate: Candidate, byteCount size: Int) -> Bool {
        guard takes(candidate) else { return false }
        byteCount += size
        guard candidate.outcome.hasNothingWrong else {
            failureCount += 1
            if groups.count < Self.groupLimit || groups[candidate.group] != nil {
                groups[candidate.group, default: 0] += 1
            }
            return true
        }
        sampleCount += 1
        while sampleCount > Self.sampleLimit {
            level += 1
            // About half of them stay; the exact number is found when the details are read.
            sampleCount /= 2
        }
        return true
    }

    /// Returns whether an accepted message is part of the sample, after all.
    package func isInSample(_ index: Int) -> Bool {
        Self.spread(index) >> (64 - UInt64(min(level, 60))) == 0
    }

    /// A number that looks random and is the same in every run (SplitMix64).
    private static func spread(_ index: Int) -> UInt64 {
        var value = UInt64(bitPattern: Int64(index)) &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension ProfileRecord {
    /// The message as a candidate for selection.
    package var candidate: DetailSelection.Candidate {
        DetailSelection.Candidate(
            index: index, outcome: outcome, reason: reasons.first?.code.rawValue,
            cause: likelyCause)
    }
}

extension ResultEntry {
    /// The message as a candidate for selection.
    package var candidate: DetailSelection.Candidate {
        DetailSelection.Candidate(
            index: index, outcome: outcome, reason: reasons.first, cause: likelyCause)
    }
}
