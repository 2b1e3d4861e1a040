internal import WireText

/// A sequence diagram of the traffic as SVG.
struct SequenceDiagram {
    /// The parties, from left to right.
    private enum Party: Int, CaseIterable {
        case framework, device, secondScreen, browser, adobe, provider, ownServer

        var name: String {
            switch self {
            case .framework: "Apple's framework"
            case .device: "App"
            case .secondScreen: "Second screen"
            case .browser: "Browser"
            case .adobe: "Adobe Pass"
            case .provider: "Provider"
            case .ownServer: "Own server"
            }
        }
    }

    private struct Arrow {
        let from: Party
        let to: Party
        let label: String
        let answer: String
        let seconds: Double?
        var isFault: Bool
        var count = 1
        var last: Double?
    }

    private var arrows: [Arrow] = []
    private let isCut: Bool

    private static let most = 60

    /// Draws the traffic from the first call on.
    init(_ audit: Audit) {
        let faults = Set(
            audit.findings.flatMap(\.faults).map(ObjectIdentifier.init))
        let traffic = audit.traffic
        let streaming = traffic.codes.first?.creator.app
        let codes = Set(traffic.codes.map(\.code))
        let byExchange = Dictionary(
            traffic.calls.map { (ObjectIdentifier($0.exchange), $0) },
            uniquingKeysWith: { first, _ in first })
        // The story of one device: the one with the most calls.
        let device = traffic.byDevice.max { ($0.value.count, 0) < ($1.value.count, 0) }?.key
        var found: [Arrow] = []
        var isOver = false
        for exchange in traffic.all where exchange.omission == nil {
            let call = byExchange[ObjectIdentifier(exchange)]
            if let call, call.isV2, call.device != device,
                call.v2?.code.map({ !codes.contains($0) }) ?? true
            {
                continue
            }
            guard
                let arrow = Self.arrow(
                    exchange, call, streaming, faults.contains(ObjectIdentifier(exchange)))
            else { continue }
            if let last = found.last, last.label == arrow.label, last.from == arrow.from,
                last.answer == arrow.answer, last.isFault == arrow.isFault
            {
                found[found.count - 1].count += 1
                found[found.count - 1].last = arrow.seconds
                continue
            }
            guard found.count < Self.most else {
                isOver = true
                break
            }
            found.append(arrow)
        }
        arrows = found
        isCut = isOver
    }

    private static func arrow(
        _ exchange: AuditedExchange, _ call: AuditedCall?, _ streaming: HashedText?,
        _ isFault: Bool
    ) -> Arrow? {
        let seconds = exchange.start.map { Double($0) / 1e6 }
        func made(_ from: Party, _ to: Party, _ label: String) -> Arrow {
            Arrow(
                from: from, to: to, label: label, answer: answer(exchange), seconds: seconds,
                isFault: isFault)
        }
        switch exchange.kind {
        case .v2(let v2):
            if v2.endpoint == .authenticate { return made(.browser, .adobe, "authenticate") }
            let isSecond =
                v2.code != nil && streaming != nil && call?.app != nil && call?.app != streaming
            return made(
                isSecond ? .secondScreen : .device, .adobe,
                "\(exchange.method) \(v2.endpoint.shortPath.replacing("{mvpd}", with: v2.mvpd ?? "").replacing("{code}", with: "…").replacing("{partner}", with: v2.partner ?? ""))"
            )
        case .register: return made(.device, .adobe, "register")
        case .token: return made(.device, .adobe, "token")
        case .stray, .v1, .sdk, .ssoService:
            return made(.device, .adobe, "\(exchange.method) \(exchange.path)")
        case .browserLeg: return made(.browser, .adobe, exchange.path)
        case .framework: return made(.device, .framework, "ask for the account")
        case .foreign:
            if exchange.isOwnHost { return made(.device, .ownServer, exchange.path) }
            if exchange.isPlayback { return made(.device, .ownServer, "playback") }
            // Of other traffic only the browser's way to a provider belongs to the story.
            guard exchange.fields.isBrowser, exchange.location != nil else { return nil }
            return made(.browser, .provider, exchange.host)
        case .management, .unknownPath: return nil
        }
    }

    private static func answer(_ exchange: AuditedExchange) -> String {
        if let error = exchange.error { return "\(exchange.status) \(error.code)" }
        if let session = exchange.session { return "\(exchange.status) \(session.action)" }
        if let profiles = exchange.profiles {
            return "\(exchange.status) "
                + (profiles.isEmpty ? "no profile" : profiles.map(\.mvpd).joined(separator: ", "))
        }
        if let decisions = exchange.decisions {
            let permits = decisions.count { $0.isPermit }
            return "\(exchange.status) \(permits) of \(decisions.count) permitted"
        }
        if let logout = exchange.logouts?.first { return "\(exchange.status) \(logout.action)" }
        return "\(exchange.status)"
    }

    // MARK: Drawing

    private static let spacing = 250
    private static let margin = 110
    private static let row = 34
    private static let top = 56

    /// The diagram, or a sentence if there is nothing to draw.
    var markup: Markup {
        guard !arrows.isEmpty else { return "<p>There is nothing to draw.</p>" }
        let parties = Party.allCases.filter { party in
            arrows.contains { $0.from == party || $0.to == party }
        }
        let columns = Dictionary(
            parties.enumerated().map { ($1, Self.margin + $0 * Self.spacing) },
            uniquingKeysWith: { first, _ in first })
        let width = Self.margin * 2 + (parties.count - 1) * Self.spacing + 60
        let height = Self.top + arrows.count * Self.row + 24
        let lives = parties.markup { party in
            let x = columns[party] ?? 0
            return """
                <line class="life" x1="\(x)" y1="36" x2="\(x)" y2="\(height - 10)"/>\
                <rect class="box" x="\(x - 70)" y="6" width="140" height="28" rx="6"/>\
                <text class="actor" x="\(x)" y="25" text-anchor="middle">\(party.name)</text>
                """
        }
        let begin = arrows.first?.seconds
        let steps = arrows.enumerated().markup { number, arrow in
            Self.markup(of: arrow, at: Self.top + number * Self.row, columns, width, begin)
        }
        let note: Markup = """
            <p class="soft">Only the first \(Self.most) steps of the device with the most calls are \
            shown.</p>
            """
        return """
            <div class="scroll"><svg viewBox="0 0 \(width) \(height)" width="\(width)" role="img" \
            aria-label="Sequence of \(arrows.count) steps">\(lives)\(steps)</svg></div>\
            \(note, if: isCut)
            """
    }

    private static func markup(
        of arrow: Arrow, at y: Int, _ columns: [Party: Int], _ width: Int, _ begin: Double?
    ) -> Markup {
        let (from, to) = (columns[arrow.from] ?? 0, columns[arrow.to] ?? 0)
        let isRight = to > from
        let label = arrow.label + (arrow.count > 1 ? " × \(arrow.count)" : "")
        let band: Markup = """
            <rect class="band" x="0" y="\(y - 18)" width="\(width)" height="\(row - 2)"/>
            """
        let time = arrow.seconds.flatMap { seconds in
            begin.map { "+\(RuleWords.seconds(seconds - $0))" }
        }
        let middle = (from + to) / 2
        return """
            <g\(" class=\"bad\"", if: arrow.isFault)>\(band, if: arrow.isFault)\
            \(time.markup { "<text class=\"small\" x=\"4\" y=\"\(y - 4)\">\($0)</text>" })\
            <line class="arrow" x1="\(from)" y1="\(y)" x2="\(isRight ? to - 8 : to + 8)" y2="\(y)"/>\
            <path class="head" d="M\(to) \(y)l\(isRight ? -9 : 9) -4v8z"/>\
            <text x="\(middle)" y="\(y - 5)" text-anchor="middle">\(label)</text>\
            <text class="small" x="\(middle)" y="\(y + 12)" text-anchor="middle">\
            \(arrow.answer)</text></g>
            """
    }
}
