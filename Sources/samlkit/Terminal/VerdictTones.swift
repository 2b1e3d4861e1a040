import PassAudit
import ProfileProcessing
import SAML2

extension ProfileRecord.Outcome {
    /// The tone of the outcome.
    var tone: ScreenLine.Tone {
        switch self {
        case .accepted: .good
        case .unverified, .notJudged: .caution
        case .rejected, .malformed: .bad
        }
    }
}

extension SignatureSummary.Verdict {
    /// The tone of the verdict.
    var tone: ScreenLine.Tone {
        switch self {
        case .valid: .good
        case .invalid, .refused, .absent: .bad
        case .notChecked: .caution
        }
    }
}

extension ConditionsSummary.Verdict {
    /// The tone of the verdict.
    var tone: ScreenLine.Tone {
        switch self {
        case .valid: .good
        case .notChecked: .caution
        default: .bad
        }
    }
}

extension Outcome {
    /// The tone of a rule's outcome; what was not looked at has none.
    var tone: ScreenLine.Tone? {
        switch self {
        case .pass: .good
        case .violated: .bad
        case .likely: .caution
        case .noted, .notApplicable, .notChecked: nil
        }
    }
}

extension Finding.Severity {
    /// The tone of a finding.
    var tone: ScreenLine.Tone? {
        switch self {
        case .violated: .bad
        case .likely: .caution
        case .noted: nil
        }
    }
}

extension SAML.MetadataFinding.Severity {
    /// The tone of a finding.
    var tone: ScreenLine.Tone {
        switch self {
        case .error: .bad
        case .warning: .caution
        }
    }
}
