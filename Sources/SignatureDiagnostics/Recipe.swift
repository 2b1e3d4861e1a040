extension SignatureExplanation {
    /// The steps that led from a message as it was received to what was signed.
    ///
    /// What broke one message of a form mostly broke the others, so that the same steps restore them. Trying them proves
    /// as much as finding them.
    package struct Recipe: Hashable, Sendable {
        /// A family of trials, and what the trial undid.
        struct Trial: Hashable, Sendable {
            let family: HypothesisFamily
            let finding: Finding
        }

        /// The repairs of the message as it was captured, in order.
        package var repairs: [RepairTrial] = []
        /// A Boolean value that indicates whether the repairs are of the XML that was unpacked, and not of the capture.
        package var repairsXML = false
        /// The trials, in order.
        var trials: [Trial] = []

        /// Creates a recipe of repairs, with what had to be done after them.
        package init(repairs: [RepairTrial], ofXML: Bool, then rest: Recipe? = nil) {
            self.repairs = repairs
            repairsXML = ofXML
            trials = rest?.trials ?? []
        }

        init(trials: [Trial]) {
            self.trials = trials
        }

        /// The trials of it alone.
        package var withoutRepairs: Recipe { Recipe(trials: trials) }
        /// A Boolean value that indicates whether a repaired message has something else to undo.
        package var hasTrials: Bool { !trials.isEmpty }
    }

    /// A family of repairs, and what the repair undid.
    package struct RepairTrial: Hashable, Sendable {
        package let family: RepairFamily
        private let hypothesis: Hypothesis
        private let undoing: String

        package init(_ repair: Repair, of family: RepairFamily) {
            self.family = family
            hypothesis = repair.hypothesis
            undoing = repair.undoing
        }

        /// Returns the repairs of other bytes that undo the same.
        package func repairs(of bytes: [UInt8]) -> [Repair] {
            family.repairs(of: bytes, isThorough: true)
                .filter { $0.hypothesis == hypothesis && $0.undoing == undoing }
        }
    }
}
