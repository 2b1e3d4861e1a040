import ProfileProcessing
import WireText

/// The sign-ons of captures as lines of text, each with its steps in order.
struct CapturedSignOnScreen {
    let signOns: SignOns
    let isVerified: Bool

    private static let most = 20
    private static let width = 100

    var lines: [String] {
        let heads = signOns.lines(isVerified: isVerified)
        guard !heads.isEmpty else { return [] }
        let shown = signOns.shown.prefix(Self.most)
        let rest = signOns.count + signOns.logoutCount - shown.count
        return heads + shown.flatMap { [""] + Self.lines(of: $0) }
            + (rest > 0 ? ["", "… and \(rest.counted("more sign-on", "more sign-ons"))"] : [])
    }

    /// Returns a sign-on on one line.
    static func line(of signOn: SignOn) -> String {
        let noun = signOn.request.kind?.noun ?? "request"
        return "\(signOn.request.placeName) \(noun): \(signOn.outcomeWords)"
            + (signOn.responseCount > 1 ? ", \(signOn.responseCount) responses" : "")
            + (signOn.isDifferent ? ", response other than asked for" : "")
    }

    /// Returns a sign-on with its steps.
    static func lines(of signOn: SignOn) -> [String] {
        let steps = signOn.steps
        let width = steps.compactMap(\.after?.count).max() ?? 0
        let texts = steps.map { step in
            let after = step.after ?? ""
            return "  " + after + String(repeating: " ", count: width - after.count)
                + (step.message == nil ? "  " : "  * ")
                + [step.place, step.text].filter { !$0.isEmpty }.joined(separator: " ")
        }
        let remarks = signOn.remarks.flatMap {
            WrappedText.lines($0, width: Self.width - 2).map { "  " + $0 }
        }
        return ([line(of: signOn)] + texts + remarks).map(TerminalText.safe)
    }
}
