extension SignOnFlow {
    /// A way from one step to the next.
    public struct Arrow: Hashable, Sendable {
        /// The step at which it begins.
        public let from: Step
        /// The condition of the transition.
        public let condition: Condition
        /// The step at which it ends.
        public let to: Step

        /// The condition as a short text.
        public var label: String { condition.rawValue }
    }

    /// Every arrow of a version of the API, in the order of the steps.
    ///
    /// - Parameter api: The version.
    /// - Returns: The arrows.
    public static func arrows(api: API) -> [Arrow] {
        switch api {
        case .v1: arrowsOfV1
        case .v2: arrowsOfV2
        }
    }

    /// The same arrows, to look them up.
    static let targets: [API: [Step: [Condition: Step]]] = Dictionary(
        uniqueKeysWithValues: API.allCases.map { api in
            var table: [Step: [Condition: Step]] = [:]
            for arrow in arrows(api: api) {
                table[arrow.from, default: [:]][arrow.condition] = arrow.to
            }
            return (api, table)
        })

    /// The arrows that begin at one step.
    static func arrows(from: Step, _ ways: (Condition, Step)...) -> [Arrow] {
        ways.map { Arrow(from: from, condition: $0.0, to: $0.1) }
    }
}
