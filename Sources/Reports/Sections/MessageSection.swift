internal import BatchEngine
internal import WireText

/// The table of messages, which the script fills from the data of the page.
struct MessageSection {
    /// The messages on a page.
    let messages: ReportMessages
    /// A Boolean value that indicates whether there is nothing else on the page.
    var isWholePage = false

    var markup: Markup {
        let isOne = if case .all(1) = messages.choice { true } else { false }
        let numbers: Markup = """
             Open one to see why, and the message itself. Its index is that of its record, counted \
            from 0; --nth counts the messages of a file from 1.
            """
        let absence: Markup =
            isWholePage
            ? "Why it is so needs JavaScript. The messages themselves stand below without it."
            : """
            The table of messages needs JavaScript. Everything else on this page does not; \
            samlkit inspect --html makes pages that show messages without.
            """
        return Block.section(
            "messages", isOne ? "The message" : "Messages",
            isOne ? "" : "\(lead)\(numbers)",
            "\(privacy)\(notes)<div class=\"place\">\(Block.empty(absence))</div>")
    }

    private var lead: Markup {
        switch messages.choice {
        case .all(let count): return "\(count.counted("message"))."
        case .selection(let failed, let passed):
            let limit = DetailSelection.failureLimit
            let failures: Markup =
                failed == 0
                ? "No message was rejected or malformed"
                : failed <= limit
                    ? """
                    \(failed == 1 ? "The one message" : "All \(failed.counted("message"))") that \
                    \(failed == 1 ? "was" : "were") rejected or malformed
                    """
                    : """
                    The first \(limit.grouped) of \(failed.counted("message")) that were rejected or \
                    malformed, and the first few of each further kind
                    """
            let sample: Markup =
                passed == 0
                ? "."
                : "\(failed == 0 ? ": " : ", and ")a sample of the \(passed.grouped) with nothing wrong."
            return failures + sample
        }
    }

    private var privacy: Markup {
        if messages.isRedacted {
            return """
                <p class="badge"><b>REDACTED</b> Keyed hashes replace subject identifiers \
                and attribute values, here and in the XML.</p>

                """
        }
        return """
            <p class="badge bad"><b>CONTAINS VALUES</b> This page shows identifiers of subscribers, \
            their attributes and whole messages.\(messages.redactionRemedy.markup { " \($0)" })</p>

            """
    }

    private var notes: Markup {
        messages.notes.markup { Block.note("\($0)") }
    }
}

/// The messages whose details are on a page.
package struct ReportMessages: Sendable {
    /// The choice of messages.
    package enum Choice: Sendable {
        /// All there are.
        case all(count: Int)
        /// The selection that `DetailSelection` makes from so many.
        case selection(failed: Int, passed: Int)
    }

    let choice: Choice
    let isRedacted: Bool
    let redactionRemedy: String?
    let notes: [String]

    /// Describes messages.
    ///
    /// - Parameters:
    ///   - choice: Which messages they are.
    ///   - isRedacted: Whether hashes replace values.
    ///   - remedies: What a reader can do.
    ///   - notes: Sentences about what is missing.
    package init(
        _ choice: Choice, isRedacted: Bool, remedies: ReportRemedies, notes: [String] = []
    ) {
        self.choice = choice
        self.isRedacted = isRedacted
        redactionRemedy = remedies.redaction
        self.notes = notes
    }
}
