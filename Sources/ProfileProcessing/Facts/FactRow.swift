internal import SAML2

/// A fact for people: what a terminal, a page and a report print, each in its own way.
package struct FactRow: Sendable {
    package let label: String
    package let lines: [String]

    package init(_ label: String, _ lines: [String]) {
        self.label = label
        self.lines = lines
    }

    /// Returns a row; none without a text.
    static func row(_ label: String, _ lines: String?...) -> [FactRow] {
        row(label, lines.compactMap(\.self))
    }

    /// Returns a row; none without a text.
    static func row(_ label: String, _ lines: [String]) -> [FactRow] {
        lines.isEmpty ? [] : [FactRow(label, lines.map(\.orBlankness))]
    }

    /// Returns a row with several texts on one line; none without a text.
    static func row(_ label: String, list texts: [String]) -> [FactRow] {
        row(label, texts.isEmpty ? [] : [texts.map(\.orBlankness).joined(separator: ", ")])
    }
}

extension String {
    /// The text, or a word in its place where there is nothing to see.
    package var orBlankness: String {
        SAML.Discrepancy.blankness(of: self).map { "(\($0))" } ?? self
    }

    /// The words of a provider, which senders choose the length of.
    package var inQuotes: String {
        SAML.Discrepancy.blankness(of: self).map { "(\($0) StatusMessage)" }
            ?? "“\(SAML.Discrepancy.shortened(self))”"
    }

    /// The last part of an identifier of an algorithm or a format.
    package var algorithmName: String {
        split { $0 == "#" || $0 == "/" || $0 == ":" }.last.map(String.init) ?? self
    }
}
