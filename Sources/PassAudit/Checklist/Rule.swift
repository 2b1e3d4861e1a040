/// A rule for apps that use Adobe Pass.
///
/// The rules are the rows of Adobe's REST API V2 Checklist, and what its other pages ask for.
/// ``all`` is the one table of them, which the sandbox, the audit and the documentation read.
package struct Rule: Sendable {
    /// The importance of a rule.
    package enum Severity: String, CaseIterable, Sendable {
        /// An app must keep it before its launch.
        case mandatory
        /// An app should keep it.
        case recommended
        /// Mandatory on one endpoint, and recommended on another.
        case dependsOnEndpoint
    }

    /// The origin of a rule.
    package enum Source: Hashable, Sendable {
        /// Rows of the checklist: `M` and the number of a mandatory practice, or `R` and that of a
        /// recommended one, in the order of the page.
        case rows([String])
        /// Another page of Adobe's, by its title.
        case page(String)
        /// No page says so; it is concluded from several.
        case inference
    }

    /// The parts of a capture that a rule needs besides methods, URLs and statuses.
    enum Need: Hashable, Sendable {
        case times, headers, authorization, playback
    }

    package let name: Name
    /// The importance of the rule.
    package let severity: Severity
    /// Its origin.
    package let source: Source
    /// The reason why a server cannot see whether an app keeps the rule; `nil` if it can, so that
    /// a strict sandbox enforces it.
    package let notVisible: String?
    let needs: Set<Need>
    /// The endpoints whose answers it needs.
    let answers: Set<V2Endpoint>
    /// The endpoints whose request bodies it needs.
    let bodies: Set<V2Endpoint>
    /// Returns whether the situation arises, by methods and paths.
    let applies: @Sendable (Traffic) -> Bool
    /// The fold over the events of traffic, before the first.
    let fold: @Sendable () -> any RuleFold

    init(
        _ name: Name, _ severity: Severity, _ source: Source, notVisible: String? = nil,
        needs: Set<Need> = [], answers: Set<V2Endpoint> = [], bodies: Set<V2Endpoint> = [],
        when applies: @escaping @Sendable (Traffic) -> Bool,
        fold: @escaping @autoclosure @Sendable () -> any RuleFold
    ) {
        self.name = name
        self.severity = severity
        self.source = source
        self.notVisible = notVisible
        self.needs = needs
        self.answers = answers
        self.bodies = bodies
        self.applies = applies
        self.fold = fold
    }

    /// The stable identifier, such as `polling.interval`.
    package var id: String { name.rawValue }
}

extension Rule {
    private static let table: [Name: Rule] = Dictionary(
        (registration + tokenUse + configuration + sessions + polling + secondScreen + profiles
            + preauthorization + authorization + mediaTokens + logout + headers + devices + requests
            + errors + throttling + testing + versionOne + security + appleStatus + appleExchange
            + otherSignOns).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Every rule, in the order of the subjects.
    package static let all = Name.allCases.compactMap { table[$0] }

    /// The rules that a strict sandbox enforces: those that a server can see.
    package static let enforceable = all.filter { $0.notVisible == nil }

    /// Returns the rule with an identifier.
    package static func named(_ id: String) -> Rule? {
        all.first { $0.id.utf8.elementsEqual(id.utf8) }
    }

    /// Returns what the traffic lacks for the rule.
    func missing(in traffic: Traffic) -> MissingEvidence? {
        if needs.contains(.headers) || needs.contains(.authorization), !traffic.hasHeaders {
            return .noHeaders
        }
        if needs.contains(.times), !traffic.hasTimes { return .noTimes }
        if needs.contains(.playback), traffic.options.playback.isEmpty { return .noPlayback }
        if needs.contains(.authorization), traffic.isAuthorizationRedacted { return .redacted }
        return nil
    }

    /// Returns whether a body that the rule needs is missing.
    func lacksBodies(in traffic: Traffic) -> Bool {
        guard !answers.isEmpty || !bodies.isEmpty else { return false }
        return traffic.v2.contains { call in
            guard let endpoint = call.endpoint else { return false }
            return answers.contains(endpoint) && call.isAnswerMissing
                || bodies.contains(endpoint) && call.request.state == .missing
        }
    }
}
