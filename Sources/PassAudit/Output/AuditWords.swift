extension Outcome {
    /// The outcome with its reason, in words.
    package var words: String {
        switch self {
        case .pass: "pass"
        case .violated: "violated"
        case .likely: "likely violated"
        case .noted: "noted"
        case .notApplicable: "not applicable"
        case .notChecked(let reason): "not checked: \(reason.words)"
        }
    }
}

extension MissingEvidence {
    /// The reason in words.
    package var words: String {
        switch self {
        case .noTimes: "the capture has no times"
        case .wholeSeconds: "the capture has whole seconds only"
        case .noHeaders: "the capture has no header fields"
        case .noBodies: "bodies that the rule needs are missing"
        case .redacted: "the recorder removed header fields that the rule needs"
        case .noBrowser: "the browser's requests were not captured"
        case .noPlayback: "no playback was captured, or --playback does not name it"
        case .opaqueToken: "the token cannot be read"
        case .registrationNotCaptured: "the beginning of the flow was not captured"
        case .noFramework: "the framework's side is not in the capture"
        case .notVisible: "traffic cannot show it"
        }
    }
}

extension Rule {
    /// The severity as output writes it.
    package func severityWord(isMandatory: Bool) -> String {
        isMandatory ? "mandatory" : "recommended"
    }
}
