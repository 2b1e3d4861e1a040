internal import BatchEngine
internal import WireText
internal import XMLCore

/// The figures that the sections of a report share, computed once.
struct ReportFigures {
    /// A reason over all issuers.
    struct ReasonFigure {
        let code: String
        var first = 0
        var all = 0
        /// The issuers, most frequent first; `nil` if no issuer could be read.
        var issuers: [(name: String?, tally: IssuerTally.ReasonTally)] = []

        /// The anchor of the reason's own place on the page.
        let anchor: String
    }

    /// A likely cause of one issuer's messages.
    struct CauseFigure {
        let code: String
        /// The issuer; `nil` if none could be read.
        let issuer: String?
        let tally: IssuerTally.ReasonTally
    }

    /// A likely cause in the messages of all issuers.
    struct CommonCause {
        let code: String
        /// The issuers with most messages first; `nil` stands for messages without one.
        var issuers: [String?]
        var count: Int
    }

    let tally: ReportTally
    let certificates: [ReportCertificate]
    let now: Int64
    let notes: [String]
    let remedies: ReportRemedies
    /// The messages whose details are on the page, if any are.
    let messages: ReportMessages?
    /// The issuers, those with most messages first.
    let issuers: [(name: ByteExactName, value: IssuerTally)]
    /// The reasons, the most frequent first.
    let reasons: [ReasonFigure]
    /// The likely causes by issuer, the most frequent first.
    let causes: [CauseFigure]
    /// What a stricter receiver would refuse, by issuer, the most frequent first.
    let noted: [CauseFigure]
    /// The first reasons of messages that were not accepted and have no likely cause, by issuer, the most frequent first.
    let unexplained: [CauseFigure]

    /// The likely causes of all issuers together, the most frequent first.
    var causesOfAll: [CommonCause] { Self.common(causes) }
    /// The first reasons of messages without one.
    var unexplainedOfAll: [CommonCause] { Self.common(unexplained) }

    private static func common(_ causes: [CauseFigure]) -> [CommonCause] {
        var all: [CommonCause] = []
        for cause in causes {
            guard let place = all.firstIndex(where: { $0.code == cause.code }) else {
                all.append(
                    CommonCause(
                        code: cause.code, issuers: [cause.issuer], count: cause.tally.all))
                continue
            }
            all[place].issuers.append(cause.issuer)
            all[place].count = all[place].count +| cause.tally.all
        }
        return all.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
    }

    /// No table shows more rows than this.
    static let maximumRows = 50

    init(
        tally: ReportTally, certificates: [ReportCertificate], now: Int64, notes: [String],
        remedies: ReportRemedies, messages: ReportMessages? = nil
    ) {
        self.tally = tally
        self.certificates = certificates
        self.now = now
        self.notes = notes
        self.remedies = remedies
        self.messages = messages
        issuers = tally.issuers.sorted { $0.outcomes.judged }
        reasons = Self.reasons(
            of: issuers, unreadable: tally.unreadable, others: tally.issuers.others)
        let sources = Self.sources(
            of: issuers, unreadable: tally.unreadable, others: tally.issuers.others)
        causes = Self.figures(of: \.causes, in: sources)
        unexplained = Self.figures(of: \.unexplained, in: sources)
        noted = Self.figures(of: \.notes, in: sources)
    }

    private static func figures(
        of table: KeyPath<IssuerTally, TopNTable<IssuerTally.ReasonTally>>,
        in sources: [(name: String?, value: IssuerTally)]
    ) -> [CauseFigure] {
        sources.flatMap { issuer, value in
            value[keyPath: table].sorted.map {
                CauseFigure(code: $0.name.text, issuer: issuer, tally: $0.value)
            }
        }.enumerated().sorted { one, other in
            (other.element.tally.all, one.offset) < (one.element.tally.all, other.offset)
        }.map(\.element)
    }

    /// What is known of every issuer, of the further ones, and of entries without a message.
    private static func sources(
        of issuers: [(name: ByteExactName, value: IssuerTally)], unreadable: IssuerTally,
        others: IssuerTally?
    ) -> [(name: String?, value: IssuerTally)] {
        issuers.map { (name: String?.some($0.name.text), value: $0.value) }
            + (others.map { [(name: String?.some(otherIssuers), value: $0)] } ?? [])
            + [(name: String?.none, value: unreadable)]
    }

    private static func reasons(
        of issuers: [(name: ByteExactName, value: IssuerTally)], unreadable: IssuerTally,
        others: IssuerTally?
    ) -> [ReasonFigure] {
        var sums: [ByteExactName: IssuerTally.ReasonTally] = [:]
        var parts: [ByteExactName: [(name: String?, tally: IssuerTally.ReasonTally)]] = [:]
        for (issuer, value) in sources(of: issuers, unreadable: unreadable, others: others) {
            for (code, tally) in value.reasons.sorted {
                sums[code, default: IssuerTally.ReasonTally()].merge(tally)
                parts[code, default: []].append((issuer, tally))
            }
        }
        let sorted = sums.sorted {
            ($1.value.first, $1.value.all, $0.key) < ($0.value.first, $0.value.all, $1.key)
        }
        return sorted.prefix(100).enumerated().map { number, sum in
            ReasonFigure(
                code: sum.key.text, first: sum.value.first, all: sum.value.all,
                issuers: (parts[sum.key] ?? []).enumerated().sorted {
                    ($1.element.tally.all, $0.offset) < ($0.element.tally.all, $1.offset)
                }.map(\.element),
                anchor: "reason-\(number + 1)")
        }
    }

    /// The label of the remaining issuers.
    static let otherIssuers = "(further issuers)"

    /// The first rows of a table that may be too long.
    func shown<Row>(_ rows: [Row]) -> ArraySlice<Row> { rows.prefix(Self.maximumRows) }

    /// The rows of a table by issuer with some property, and a line about those left out.
    func rows(
        nameLimit: Int = 36, where isShown: (IssuerTally) -> Bool
    ) -> (rows: [(name: Markup, value: IssuerTally)], leftOut: Markup) {
        let named = issuers.filter { isShown($0.value) }
        var rows = shown(named).map { issuer in
            (name: ReportText.issuer(issuer.name.text, limit: nameLimit), value: issuer.value)
        }
        if let others = tally.issuers.others, isShown(others) {
            rows.append(("<i>further issuers</i>", others))
        }
        return (rows, leftOut(named.count, "issuer"))
    }

    /// A line that says how much of a table is left out.
    func leftOut(_ count: Int, _ noun: String) -> Markup {
        let further = (count - Self.maximumRows).counted("further \(noun)")
        return count <= Self.maximumRows
            ? "" : Block.note("\(further) with fewer messages are not shown.")
    }
}
