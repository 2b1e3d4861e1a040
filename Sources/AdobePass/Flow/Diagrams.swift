extension SignOnFlow {
    /// Draws the arrows of a version in the language of Mermaid.
    public enum MermaidDiagram {
        /// The diagram of a version.
        ///
        /// - Parameter api: The version of Adobe's API.
        /// - Returns: The diagram's text.
        public static func text(api: API) -> String {
            var lines = ["flowchart TD"]
            for step in steps(api: api) {
                let (open, close) =
                    step.isEnd ? ("([", "])") : step.isJunction ? ("{{", "}}") : ("[", "]")
                lines.append("    \(name(step))\(open)\"\(step.title)\"\(close)")
            }
            for arrow in arrows(api: api) {
                lines.append(
                    "    \(name(arrow.from)) -->|\"\(arrow.label)\"| \(name(arrow.to))")
            }
            return lines.joined(separator: "\n") + "\n"
        }

        /// The identifier without its dot; `end` alone would be a word of the language.
        private static func name(_ step: Step) -> String {
            step.rawValue.split(separator: ".").joined(separator: "_")
        }
    }

    /// Draws the arrows of a version in the language of Graphviz.
    public enum DOTDiagram {
        /// The diagram of a version.
        ///
        /// - Parameter api: The version of Adobe's API.
        /// - Returns: The diagram's text.
        public static func text(api: API) -> String {
            var lines = ["digraph \"sign-on \(api.rawValue)\" {", "    node [shape=box];"]
            for step in steps(api: api) {
                let shape = step.isEnd ? "oval" : step.isJunction ? "hexagon" : "box"
                lines.append(
                    "    \"\(step.rawValue)\" [label=\"\(step.title)\", shape=\(shape)];")
            }
            for arrow in arrows(api: api) {
                lines.append(
                    "    \"\(arrow.from.rawValue)\" -> \"\(arrow.to.rawValue)\" "
                        + "[label=\"\(arrow.label)\"];")
            }
            return (lines + ["}"]).joined(separator: "\n") + "\n"
        }
    }

    /// Every step of a version, in the order in which arrows name them.
    ///
    /// - Parameter api: The version of Adobe's API.
    /// - Returns: The steps.
    public static func steps(api: API) -> [Step] {
        var seen: Set<Step> = []
        return arrows(api: api).flatMap { [$0.from, $0.to] }.filter { seen.insert($0).inserted }
    }
}
