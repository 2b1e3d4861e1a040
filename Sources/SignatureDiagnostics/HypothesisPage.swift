internal import WireText

extension SignatureExplanation.Hypothesis {
    /// A sentence that describes the damage.
    package var explanation: String { page?.sentence ?? rawValue }
    /// A sentence that describes the remedy.
    package var advice: String { page?.action ?? "" }

    /// The page that has both, and that `samlkit explain` prints.
    private var page: ReasonPage? { ReasonPage.page(of: rawValue) }
}
