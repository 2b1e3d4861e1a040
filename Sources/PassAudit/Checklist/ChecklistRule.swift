/// A rule for apps that use Adobe Pass.
///
/// The rules are the rows of Adobe's REST API V2 Checklist, and what its other pages ask for.
/// ``all`` is the one table of them, which the sandbox, the audit and the documentation read.
package struct ChecklistRule: Hashable, Sendable {
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
        /// Another page of Adobe's.
        case extra
        /// No page says so; it is concluded from several.
        case inference
    }

    /// The stable identifier, such as `polling.interval`.
    package let id: String
    /// The importance of the rule.
    package let severity: Severity
    /// Its origin.
    package let source: Source
    /// The title of the page that supports it; none for an inference.
    package let page: String?
    /// The reason why a server cannot see whether an app keeps the rule; `nil` if it can, so that
    /// a strict sandbox enforces it.
    package let notVisible: String?

    init(
        _ id: String, _ severity: Severity, _ source: Source, page: String?,
        notVisible: String? = nil
    ) {
        self.id = id
        self.severity = severity
        self.source = source
        self.page = page
        self.notVisible = notVisible
    }

    /// The source as one writes it: the checklist's rows, `X` for another page, `I` for an inference.
    package var mark: String {
        switch source {
        case .rows(let rows): rows.joined(separator: ", ")
        case .extra: "X"
        case .inference: "I"
        }
    }
}

extension ChecklistRule {
    /// Every rule, in the order of the subjects.
    package static let all =
        registrationRules + profileRules + decisionRules + requestRules + securityRules
        + signOnRules

    /// Returns the rule with an identifier.
    package static func named(_ id: String) -> ChecklistRule? {
        all.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
