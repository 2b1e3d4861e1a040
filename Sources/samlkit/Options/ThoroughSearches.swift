import Captures
import ProfileProcessing
import SignatureDiagnostics

/// Which messages of a run are searched thoroughly for what happened to them.
///
/// A search that finds nothing costs most, and messages of one issuer with one reason mostly broke in one way. After a few
/// such searches in vain, the others of that kind are searched briefly, as `batch` does.
struct ThoroughSearches {
    /// The number of searches in vain of one issuer and reason, and of a run.
    static let mostOfKind = 3, mostOfRun = 12

    private let thorough: ProfileProcessor
    private let brief: ProfileProcessor
    private var vainCounts: [String: Int] = [:]
    private var vainCount = 0
    /// The number of messages that were searched briefly and have no likely cause.
    private(set) var briefCount = 0

    init(_ processor: ProfileProcessor) {
        thorough = processor
        var options = processor.options
        options.explanationBudget = .brief
        brief = ProfileProcessor(options: options)
    }

    /// Judges a message, and returns the processor whose explanations of it are the record's.
    mutating func judge(
        _ captured: CapturedRecord
    ) -> (record: ProfileRecord, processor: ProfileProcessor) {
        if vainCount > 0 {
            let record = brief.record(of: captured)
            guard let kind = record.kindOfFailure else { return (record, thorough) }
            guard vainCounts[kind, default: 0] < Self.mostOfKind, vainCount < Self.mostOfRun else {
                if !record.isExplained { briefCount += 1 }
                return (record, brief)
            }
        }
        let record = thorough.record(of: captured)
        if thorough.options.explanationBudget != .brief, !record.isExplained,
            let kind = record.kindOfFailure
        {
            vainCounts[kind, default: 0] += 1
            vainCount += 1
        }
        return (record, thorough)
    }

    /// The sentence on messages that were searched briefly; `nil` if there was none.
    var note: String? {
        briefCount == 0
            ? nil
            : "\(briefCount.counted("message")) without a likely cause: searched briefly, as a run makes at "
                + "most \(Self.mostOfKind) thorough searches in vain for one issuer and reason, and "
                + "\(Self.mostOfRun) in all. Pass one by itself, with --nth, to search on."
    }
}

extension ProfileRecord {
    /// The issuer and the reason of a message that a cause is looked for; `nil` of any other.
    fileprivate var kindOfFailure: String? {
        guard outcome == .malformed || signature.verdict == .invalid, let reason = reasons.first
        else { return nil }
        return "\(groupingIssuer ?? "") \(reason.code)"
    }

    fileprivate var isExplained: Bool { reasons.contains { $0.likelyCause != nil } }
}
