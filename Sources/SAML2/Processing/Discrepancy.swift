internal import WireText

extension SAML {
    /// The comparison of a failed condition: the value expected, the value found, and what the difference points to.
    ///
    /// It is made for failures only, so that a message that is accepted costs nothing. Its values are
    /// names, addresses, identifiers and times, and never anything about the subject. What the provider says of a failure
    /// may say something of the subject, and stands apart.
    package struct Discrepancy: Hashable, Sendable {
        /// The value that would have been accepted.
        package let expected: String?
        /// The value in the message; `nil` where it states none.
        package let found: String?
        /// The cause that the difference points to.
        package let cause: FailureCause?
        /// The sentence with both values and the difference, without the words of the provider.
        private let comparison: String
        /// The words of the provider on a failure.
        package let quotation: Quotation?
        /// The sentence with both values and the difference, and the words of the provider.
        package var sentence: String { comparison + (quotation?.sentence ?? "") }
        /// The option that would change the verdict.
        package let remedy: Remedy?

        /// Creates a discrepancy; long values are shortened.
        package init(
            _ sentence: String, expected: String?, found: String?, cause: FailureCause? = nil,
            remedy: Remedy? = nil, quoting quotation: Quotation? = nil
        ) {
            self.expected = expected.map { Self.shortened($0) }
            self.found = found.map { Self.shortened($0) }
            self.cause = cause
            comparison = sentence
            self.quotation = quotation
            self.remedy = remedy.flatMap { $0.isOfBlank ? nil : $0 }
        }

        /// Returns the comparison with the words of the provider replaced; without a replacement they are left out.
        package func quoting(_ replacement: ((String) -> String)?) -> Discrepancy {
            Discrepancy(
                comparison, expected: expected, found: found, cause: cause, remedy: remedy,
                quoting: replacement.flatMap { quotation?.replacing($0) })
        }

        private static let longestValue = 300

        /// Returns a value as sentences show it: senders choose its length.
        package static func shortened(_ value: String) -> String {
            let scalars = value.unicodeScalars
            guard value.utf8.count > longestValue else { return value }
            return String(String.UnicodeScalarView(scalars.prefix(longestValue / 2)))
                + "… (\(value.utf8.count) bytes)"
        }

        /// Returns what sentences call a value in which there is nothing to see; `nil` for any other.
        package static func blankness(of value: String) -> String? {
            guard value.utf8.allSatisfy(\.isWhiteSpace) else { return nil }
            return value.isEmpty ? "empty" : "only white space"
        }

        /// Returns several values as one text.
        static func list(_ values: [String]) -> String? {
            let shown = values.prefix(5).map { value in
                blankness(of: value).map { "(\($0))" } ?? shortened(value)
            }.joined(separator: ", ")
            guard !values.isEmpty else { return nil }
            return values.count > 5 ? "\(shown) and \(values.count - 5) more" : shown
        }

        /// Compares two values that have to be equal byte for byte.
        ///
        /// - Parameters:
        ///   - subject: What they are.
        ///   - name: What sentences call it, such as "The audience".
        ///   - expected: The receiver's value.
        ///   - place: Where in the message it stands, if it is not the receiver's.
        ///   - found: The values in the message; that next to the expected one is compared.
        ///   - isClaimed: Whether nothing vouches for them.
        ///   - remedy: What makes a value in the message the expected one.
        package init(
            _ subject: FailureCause.Subject, named name: String, expected: String,
            as place: String? = nil, found: [String], isClaimed: Bool, remedy: (String) -> Remedy?
        ) {
            let verb = isClaimed ? "is claimed to be" : "is"
            // Senders may write any number of them.
            let near =
                found.prefix(64).lazy.map { value in
                    (
                        value: value,
                        differences: SpellingDifference.all(
                            between: value, and: expected, among: subject.spellings)
                    )
                }.filter { !$0.differences.isEmpty }
                .min { $0.differences.count < $1.differences.count }
            let other = near?.value ?? (found.count == 1 ? found[0] : Self.list(found)) ?? ""
            var sentence =
                "\(name) \(verb) \(Self.quoted(other)), expected \(Self.quoted(expected))"
                + (place.map { " (\($0))" } ?? "")
            if let near {
                let words = SpellingDifference.words(
                    near.differences, between: near.value, and: expected)
                sentence += ": they differ by \(words)"
                if near.differences.contains(.lookAlike) {
                    sentence += "; it may imitate yours"
                } else if near.differences == [.host] {
                    sentence += "; one may be for staging or another client"
                }
            }
            // Never advise a value that looks like something else.
            let advised = (near?.value ?? (found.count == 1 ? found[0] : nil)).flatMap { value in
                SpellingDifference.isPlain(value, besides: expected) ? value : nil
            }
            self.init(
                sentence + ".", expected: expected, found: other,
                cause: Self.blankness(of: other) == nil
                    ? FailureCause(subject, near?.differences ?? []) : nil,
                remedy: advised.flatMap(remedy))
        }

        /// Returns a value for a sentence; white space at its ends would not be seen without quotes.
        static func quoted(_ value: String) -> String {
            if let blankness = blankness(of: value) { return blankness }
            let text = visible(value)
            let isPlain =
                text.utf8.allSatisfy { $0 > 0x20 }
                && text.utf8.elementsEqual(
                    shortened(value).utf8)
            return isPlain ? text : "\"\(text)\""
        }

        /// Returns a value as sentences show it: invisible characters by number, and a word for an empty value.
        package static func visible(_ value: String) -> String {
            if let blankness = blankness(of: value) { return "(\(blankness))" }
            let text = shortened(value)
            guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
            var shown = ""
            for scalar in text.unicodeScalars {
                if scalar.isUnseen, scalar.value > 0x20 {
                    shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    shown.unicodeScalars.append(scalar)
                }
            }
            return shown
        }
    }
}

extension SAML.Discrepancy: CustomStringConvertible {
    /// The cause; never the values, which have to be asked for.
    package var description: String { "Discrepancy(\(cause?.rawValue ?? "no cause"))" }
}

extension SAML.Discrepancy: Redacted {}
