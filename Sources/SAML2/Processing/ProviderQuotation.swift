extension SAML.Discrepancy {
    /// The words of the provider on a failure that it reports: `StatusMessage`, and the text of `StatusDetail`.
    package struct Quotation: Hashable, Sendable, CustomStringConvertible {
        private let message: String?
        private let detail: String?
        /// Whether nothing vouches for them.
        private let isClaimed: Bool

        /// Creates a quotation; `nil` without words.
        init?(message: String?, detail: String?, isClaimed: Bool) {
            guard message != nil || detail != nil else { return nil }
            self.message = message
            self.detail = detail
            self.isClaimed = isClaimed
        }

        /// Returns the quotation with its words replaced.
        func replacing(_ replacement: (String) -> String) -> Quotation? {
            Quotation(
                message: message.map(replacement), detail: detail.map(replacement),
                isClaimed: isClaimed)
        }

        /// The sentence that follows the comparison.
        var sentence: String {
            let note = isClaimed ? " (not verified)" : ""
            let words = [("StatusMessage", message), ("StatusDetail", detail)].compactMap {
                name, text in text.map { "\(name)\(note): \(Self.inQuotes($0))" }
            }
            return " " + words.joined(separator: "; ") + "."
        }

        private static func inQuotes(_ text: String) -> String {
            SAML.Discrepancy.blankness(of: text).map { "(\($0))" }
                ?? "\u{201C}\(SAML.Discrepancy.visible(text))\u{201D}"
        }

        /// The name of the type; never the words.
        package var description: String { "Quotation" }
    }
}
