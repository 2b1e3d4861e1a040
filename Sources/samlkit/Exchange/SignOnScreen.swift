import AdobePass
import ProfileProcessing
import WireText

/// Prints the steps of a sign-on, and answers for the user.
actor SignOnScreen: SignOnDelegate {
    /// The user's choices.
    struct Answers {
        /// The MVPD to choose when the app asks for one.
        var mvpd: Pass.MVPDIdentifier?
        /// A Boolean value that indicates whether to wait for a sign-in elsewhere.
        var waits = true
        /// The end of the wait.
        var end: Pass.Timestamp?
        /// The sandbox's page for entering a code.
        var activationPage: String?
    }

    /// A completed step.
    struct Line {
        let step: SignOnFlow.Step
        let outcome: String
        /// The status of the last answer during the step.
        let status: Int?
        /// The sandbox's reason, if the call failed.
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
        let answer = await transport.takeAnswer()
        let line = Line(
            step: arrow.from, outcome: arrow.label, status: answer.status,
            reason: arrow.condition == .callFailed ? answer.reason : nil)
        lines.append(line)
        let status = line.status.map { "  \($0)" } ?? ""
        let reason = line.reason.map { "\n  the sandbox says: \($0)" } ?? ""
        show(
            line.json, "\(line.step.title.padding(to: 44)) \(line.outcome)\(status)\(reason)")
    }

    func chooseMVPD(among providers: [Pass.MVPD]) async -> Pass.MVPDIdentifier? {
        guard answers.mvpd == nil else { return answers.mvpd }
        let secrets = await transport.secrets
        let shown = providers.prefix(Self.mostShownMVPDs).compactMap {
            ProviderText.cleaned($0.id.rawValue).map(secrets.masked)
        }
        let more = providers.count - shown.count
        show(
            .object([("mvpds", .strings(shown))]),
            shown.isEmpty
                ? "No MVPD takes part."
                : "An MVPD has to be chosen. Pass --mvpd with one of: "
                    + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
        return nil
    }

    private static let mostShownMVPDs = 20

    func chooseProfile(among profiles: [SignOnFlow.Profile]) -> Pass.MVPDIdentifier? {
        answers.mvpd ?? profiles.max { $0.notAfter < $1.notAfter }?.mvpd
    }

    func showCode(_ activation: SignOnFlow.Activation) async -> Bool {
        // A poll that hangs is not waited for longer than for the user.
        if let end = answers.end { await transport.endRequests(by: end, on: clock) }
        let page = answers.activationPage
        let secrets = await transport.secrets
        let code = secrets.masked(activation.code.rawValue)
        let url = activation.url.map(secrets.masked)
        var texts = ["Code for the second screen: \(code)"]
        if let page { texts.append("  enter it at \(page)") }
        if activation.mvpd != nil, let url { texts.append("  or open \(url)") }
        if answers.waits {
            texts.append(
                answers.end == nil
                    ? "Waiting until the code expires; --timeout SECONDS ends the wait sooner, "
                        + "--no-wait skips it."
                    : "Waiting until the code expires, or until --timeout is over.")
        }
        show(
            .object([
                ("code", .string(code)), ("url", .string(orNull: page ?? url)),
            ]), texts.joined(separator: "\n"))
        return answers.waits
    }

    func openBrowser(url: String) async -> Bool {
        let url = await transport.secrets.masked(url)
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
        // A failure to write is reported at the end, with the outcome.
        try? Console.show(json, or: text.split(separator: "\n").map(String.init), isJSON: isJSON)
    }
}
