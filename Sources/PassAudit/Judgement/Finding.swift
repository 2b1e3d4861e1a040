/// A fault that the traffic shows, with the exchanges that show it.
package struct Finding: Sendable {
    /// The severity of a finding.
    package enum Severity: Int, Comparable, Sendable {
        /// Information, which never changes the exit status.
        case noted
        /// The traffic suggests it, and cannot prove it.
        case likely
        case violated

        /// The name, as output writes it.
        package var name: String { "\(self)" }

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    package var rule: Rule
    package let severity: Severity
    /// A Boolean value that indicates whether the finding counts as one of a mandatory rule.
    package let isMandatory: Bool
    /// The sentence that says what was found, with numbers.
    package let summary: String
    /// The exchanges that are at fault.
    package let faults: [AuditedExchange]
    /// The exchanges that show why.
    package let context: [AuditedExchange]
}

/// The result of a rule over all of the traffic.
struct Verdict: Sendable {
    /// A finding before it knows its rule.
    struct Draft: Sendable {
        let severity: Finding.Severity
        let summary: String
        let faults: [AuditedExchange]
        let context: [AuditedExchange]
        /// The severity, where it depends on the endpoint.
        var isMandatory: Bool?
    }

    /// The number of situations that could be judged.
    var cases = 0
    var drafts: [Draft] = []
    /// The reason why a situation could not be judged.
    var missing: MissingEvidence?

    /// Adds another verdict.
    mutating func add(_ other: Verdict) {
        cases += other.cases
        drafts += other.drafts
        missing = other.missing ?? missing
    }

    /// Counts a situation that was judged.
    mutating func judged(_ count: Int = 1) { cases += count }

    /// Adds a finding that the traffic proves.
    mutating func add(
        _ summary: String, _ faults: [AuditedCall], context: [AuditedCall] = [],
        isMandatory: Bool? = nil
    ) {
        add(.violated, summary, faults, context: context, isMandatory: isMandatory)
    }

    mutating func add(
        _ severity: Finding.Severity, _ summary: String, _ faults: [AuditedCall],
        context: [AuditedCall] = [], isMandatory: Bool? = nil
    ) {
        drafts.append(
            Draft(
                severity: severity, summary: summary, faults: faults.map(\.exchange),
                context: context.map(\.exchange), isMandatory: isMandatory))
    }

    /// Adds a finding that the traffic proves.
    mutating func add(
        _ summary: String, exchanges: [AuditedExchange], context: [AuditedExchange] = []
    ) {
        add(.violated, summary, exchanges: exchanges, context: context)
    }

    mutating func add(
        _ severity: Finding.Severity, _ summary: String, exchanges: [AuditedExchange],
        context: [AuditedExchange] = []
    ) {
        drafts.append(
            Draft(severity: severity, summary: summary, faults: exchanges, context: context))
    }
}

/// The reasons why a rule could not be checked.
package enum MissingEvidence: String, Hashable, Sendable, CaseIterable {
    /// The capture has no times.
    case noTimes
    /// The capture has whole seconds only, and the rule is about less.
    case wholeSeconds
    /// The capture has no header fields.
    case noHeaders
    /// Bodies that the rule needs are missing.
    case noBodies
    /// The recorder removed what the rule needs.
    case redacted
    /// The browser's requests were not captured.
    case noBrowser
    /// No `--playback` says what a playback is, or none was captured.
    case noPlayback
    /// The access token cannot be read.
    case opaqueToken
    /// The registration is not in the capture.
    case registrationNotCaptured
    /// The framework's side of the sign-on was not captured.
    case noFramework
    /// Traffic cannot show it.
    case notVisible
}

/// The outcome of a rule.
package enum Outcome: Hashable, Sendable {
    case pass, violated, likely, noted, notApplicable
    case notChecked(MissingEvidence)

    /// The name, as output writes it.
    package var name: String {
        switch self {
        case .pass: "pass"
        case .violated: "violated"
        case .likely: "likely"
        case .noted: "noted"
        case .notApplicable: "notApplicable"
        case .notChecked: "notChecked"
        }
    }

    /// The reason why the rule was not checked.
    package var missing: MissingEvidence? {
        if case .notChecked(let reason) = self { reason } else { nil }
    }
}

extension Finding {
    /// The rule and the first exchange at fault, which stay the same while a capture grows.
    package var identity: String { "\(rule.id) \(faults.first?.number ?? -1)" }
}
