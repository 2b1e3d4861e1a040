internal import BatchEngine
internal import ProfileProcessing
internal import WireText

/// The sign-ons: each request with what answered it, in order.
struct SignOnSection {
    let signOns: SignOns
    let figures: ReportFigures
    /// A Boolean value that indicates whether an index names one message of the page.
    let hasOneRun: Bool

    /// The section; nothing where no request was captured.
    var markup: Markup {
        guard !signOns.isEmpty else { return "" }
        let lines = signOns.lines(isVerified: figures.tally.verdicts.showsVerification)
        return Block.section(
            "sign-ons", "Sign-ons",
            """
            \(lines.markup(separator: "; ") { "\($0)" }). A response belongs to the request that its \
            InResponseTo names. Open one to see what happened in order; times are those of the capture.
            """,
            signOns.shown.enumerated().markup(row) + hidden + withoutRequest)
    }

    private func row(_ number: Int, _ signOn: SignOn) -> Markup {
        let state = Self.state(of: signOn)
        let request = signOn.request
        let issuer = (signOn.response ?? request).claims.issuer ?? ""
        let steps = signOn.steps.markup(step)
        let problem = signOn.response?.problem
        return """
            <article id="sign-on-\(number + 1)" class="reason sign-on"><details><summary>\
            <span class="key \(state)"></span><b>\(request.kind?.noun ?? "request")</b> \
            <span class="soft">\(request.placeName)</span> \(signOn.outcomeWords) \
            \("<span class=\"weak\">\(signOn.responseCount) responses</span> ", if: signOn.responseCount > 1)\
            \("<span class=\"weak\">other than asked for</span> ", if: signOn.isDifferent)\
            <span class="soft">\(ReportText.issuer(issuer))</span></summary>\
            \(problem.markup { "<p class=\"problem\">\($0)</p>" })\
            \(signOn.remarks.markup { "<p class=\"note\"><bdi>\($0)</bdi></p>" })\
            <ol class="steps">\(steps)</ol></details></article>

            """
    }

    private func step(_ step: SignOnStep) -> Markup {
        let text: Markup = "<bdi>\(step.text)</bdi>"
        let isLinked =
            step.message.map { $0.isChosen && $0.outcome != .notJudged } ?? false
            && isLinking
        let link: Markup = "<a href=\"#message-\(step.message?.index ?? 0)\">\(text)</a>"
        return """
            <li\(" class=\"message\"", if: step.message != nil)><span class="n">\(step.after ?? "")</span>\
            <span><span class="soft">\(step.place)</span> \
            \(step.message == nil ? "<code>\(text)</code>" : isLinked ? link : text)</span></li>

            """
    }

    private var isLinking: Bool { hasOneRun && figures.messages != nil }

    /// The colour of an outcome.
    private static func state(of signOn: SignOn) -> String {
        switch signOn.outcome {
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .unanswered: "malformed"
        case .unverified, .answered: "unverified"
        }
    }

    private var hidden: Markup {
        guard signOns.hiddenCount > 0 else { return "" }
        return Block.note(
            """
            \(signOns.hiddenCount.grouped) more are not shown: the page has those that did not go well \
            first, up to 200, and up to 100 others.
            """)
    }

    private var withoutRequest: Markup {
        guard !signOns.withoutRequest.isEmpty else { return "" }
        let items = signOns.withoutRequest.markup { response in
            let words: Markup = "<bdi>\(response.words)</bdi>"
            let link: Markup = "<a href=\"#message-\(response.index)\">\(words)</a>"
            return """
                <li><span class="n"></span><span><span class="soft">\(response.placeName)</span> \
                \(isLinking ? link : words)</span></li>
                """
        }
        let more = signOns.withoutRequestCount - signOns.withoutRequest.count
        return """
            <h3>Responses whose request was not found</h3>
            <ol class="steps">\(items)</ol>\(Block.note("and \(more.grouped) more"), if: more > 0)

            """
    }
}
