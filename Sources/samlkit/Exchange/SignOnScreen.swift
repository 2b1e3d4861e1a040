import AdobePass
import ProfileProcessing
import WireText

/// Shows a sign-on as it goes, and answers for the user.
actor SignOnScreen: SignOnDelegate {
    /// What the user would do.
    struct Answers {
        /// The MVPD that is chosen when the app asks for one.
        var mvpd: Pass.MVPDIdentifier?
        /// Whether somebody will sign in, on a second screen or in a browser.
        var waits = true
        /// When to give up waiting.
        var end: Pass.Timestamp?
        /// The page of the sandbox where a code is entered.
        var activationPage: String?
    }

    /// A step that is over.
    struct Line {
        let step: SignOnFlow.Step
        let outcome: String
        /// The status of the last answer during the step.
        let status: Int?
        /// Why the sandbox refused the call, if the call failed.
        let reason: String?

        var json: JSONValue {
            .object([
                ("step", .string(step.rawValue)), ("title", .string(step.title)),
                ("outcome", .string(outcome)), ("status", status.map { .integer($0) } ?? .null),
                ("reason", .string(orNull: reason)),
            ])
        }
    }

    private let answers: Answers
    private let isJSON: Bool
    private let transport: ReasonReadingTransport
    private let clock: any Pass.Clock
    private(set) var lines: [Line] = []

    init(
        answers: Answers, isJSON: Bool, transport: ReasonReadingTransport, clock: any Pass.Clock
    ) {
        self.answers = answers
        self.isJSON = isJSON
        self.transport = transport
        self.clock = clock
    }

    func signOn(observed observation: SignOnDriver.Observation) async {
        guard case .finished(let arrow) = observation, !arrow.from.isJunction else { return }
        let refusal = await transport.takeReason()
        let line = Line(
            step: arrow.from, outcome: arrow.label, status: await transport.takeStatus(),
            reason: arrow.condition == .callFailed ? refusal : nil)
        lines.append(line)
        let status = line.status.map { "  \($0)" } ?? ""
        let reason = line.reason.map { "\n  the sandbox says: \($0)" } ?? ""
        show(
            line.json, "\(line.step.title.padding(to: 44)) \(line.outcome)\(status)\(reason)")
    }

    func chooseMVPD(among providers: [SignOnFlow.Provider]) -> Pass.MVPDIdentifier? {
        answers.mvpd
    }

    func chooseProfile(among profiles: [SignOnFlow.Profile]) -> Pass.MVPDIdentifier? {
        answers.mvpd ?? profiles.max { $0.notAfter < $1.notAfter }?.mvpd
    }

    func showCode(_ activation: SignOnFlow.Activation) -> Bool {
        let page = answers.activationPage
        var texts = ["Code for the second screen: \(activation.code.rawValue)"]
        if let page { texts.append("  enter it at \(page)") }
        if activation.mvpd != nil, let url = activation.url { texts.append("  or open \(url)") }
        show(
            .object([
                ("code", .string(activation.code.rawValue)),
                ("url", .string(orNull: page ?? activation.url)),
            ]), texts.joined(separator: "\n"))
        return answers.waits
    }

    func openBrowser(url: String) -> Bool {
        show(.object([("url", .string(url))]), "Open in a browser: \(url)")
        return answers.waits
    }

    func decideOnPolling() -> SignOnDriver.PollingDecision {
        guard let end = answers.end, end <= clock.now() else { return .goOn }
        return .stop
    }

    func adviseSettings(on platform: Pass.Platform) {
        let path = platform.providerSettings
        show(
            .object([("settings", .strings(path))]),
            "To sign out of the TV provider: \(path.joined(separator: " > "))")
    }

    private func show(_ json: JSONValue, _ text: String) {
        // Output that cannot be written is noticed at the end, when the outcome is.
        if isJSON {
            try? Console.write(json.line)
        } else {
            for line in text.split(separator: "\n") {
                try? Console.print(TerminalText.safe(String(line)))
            }
        }
    }
}
