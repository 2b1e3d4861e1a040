/// The page about a reason code or a likely cause: what it means, what usually makes it, what to do.
///
/// The texts in this folder are the only source: `samlkit explain` prints them, summaries and reports take their
/// short form, and `samlkit explain --markdown` writes `Documentation/reasons.md`.
struct ReasonPage {
    let code: String
    /// What it means.
    let meaning: String
    /// What usually makes it.
    let usual: String?
    /// What to do about it.
    let action: String
    /// What happened to the messages with a cause, and what to do, in a few words.
    let short: String?

    /// The texts of a chapter.
    struct Chapter {
        let title: String
        let text: String
    }

    /// Every chapter, the reason codes first.
    static let chapters = [
        Chapter(title: "Captures", text: capture),
        Chapter(title: "Packaging", text: envelope),
        Chapter(title: "XML", text: xml),
        Chapter(title: "SAML messages", text: structure),
        Chapter(title: "Signatures", text: signature),
        Chapter(title: "Encryption", text: encryption),
        Chapter(title: "Conditions", text: conditions),
        Chapter(title: "Attributes", text: attributes),
        Chapter(title: "Warnings: what encoding does", text: normalization),
        Chapter(title: "Causes: white space", text: whiteSpaceDamage),
        Chapter(title: "Causes: characters", text: characterDamage),
        Chapter(title: "Causes: escaping", text: escapingDamage),
        Chapter(title: "Causes: lost parts", text: lossDamage),
        Chapter(title: "Causes: changed content", text: changeDamage),
        Chapter(title: "Causes: keys and metadata", text: keyCauses),
        Chapter(title: "Causes: clocks, names and addresses", text: conditionCauses),
        Chapter(title: "Causes: names that look alike, attributes", text: spellingCauses),
    ]

    /// Every page, in the order of the chapters.
    static let all = chapters.flatMap { pages(in: $0.text) }

    /// The page of a code, by its full name or by the part after the layer.
    static func page(of code: String) -> ReasonPage? {
        all.first { $0.code == code } ?? all.first { $0.code.hasSuffix(".\(code)") }
    }

    /// Returns the short form for a number of messages, such as "was pretty-printed on the way: …".
    static func phrase(of cause: String, count: Int) -> String? {
        guard let short = shortForms[cause], count == 1 else { return shortForms[cause] }
        var words = short.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        words[0] = singular(words[0])
        for index in words.indices.dropFirst() {
            let isSubject = words[index] == "they"
            words[index] = pronouns[words[index]] ?? words[index]
            if isSubject, index + 1 < words.count { words[index + 1] = singular(words[index + 1]) }
        }
        return words.joined(separator: " ")
    }

    private static func singular(_ verb: String) -> String {
        let mark = verb.last.map { ",:".contains($0) } == true ? String(verb.suffix(1)) : ""
        let verb = String(verb.dropLast(mark.count))
        let others = [
            "were": "was", "are": "is", "have": "has", "lost": "lost", "got": "got", "had": "had",
            "went": "went", "mix": "mixes",
        ]
        return (others[verb] ?? "\(verb)s") + mark
    }

    /// In a short form these words always mean the messages.
    private static let pronouns = ["they": "it", "them": "it", "their": "its"]

    /// The short form of every cause, by its code.
    static let shortForms: [String: String] = all.reduce(into: [:]) { forms, page in
        if let short = page.short { forms[page.code] = short }
    }

    /// Reads the pages of a chapter: a heading with the code, and paragraphs that begin with their label.
    ///
    /// By bytes: commands read all pages for the short form of one.
    private static func pages(in text: String) -> [ReasonPage] {
        var pages: [[String]] = []
        var isInside = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            let isHeading = line.starts(with: "### ".utf8)
            let words = Substring(isHeading ? line.dropFirst(4) : line)
            if isHeading { pages.append([]) }
            if isInside, !isHeading, !words.isEmpty {
                pages[pages.count - 1][pages[pages.count - 1].count - 1] += " " + words
            } else if !words.isEmpty {
                pages[pages.count - 1].append(String(words))
            }
            isInside = !isHeading && !words.isEmpty
        }
        return pages.map { ReasonPage(paragraphs: $0) }
    }

    /// The page as paragraphs.
    var paragraphs: [(label: String?, text: String)] {
        [(nil, meaning)] + (usual.map { [("Usually", $0)] } ?? []) + [("What to do", action)]
    }

    /// All pages as one Markdown document.
    static var markdown: String {
        let introduction = """
            # Reasons and causes

            A record lists in `reasons` why a message was not accepted, the most decisive first. `code` is one of the
            reasons below and `likelyCause`, where it is known, one of the causes; `normalization.warnings` has the
            warnings. `samlkit explain CODE` prints the same pages; this file is made by `samlkit explain --markdown`.

            """
        return introduction
            + chapters.map { "\n## \($0.title)\n\n\($0.text)\n" }.joined()
    }
}

extension ReasonPage {
    fileprivate init(paragraphs: [String]) {
        func labeled(_ label: String) -> String? {
            let mark = "**\(label):** ".utf8
            return paragraphs.first { $0.utf8.starts(with: mark) }.map {
                String(Substring($0.utf8.dropFirst(mark.count)))
            }
        }
        self.init(
            code: paragraphs[0], meaning: paragraphs.dropFirst().first ?? "",
            usual: labeled("Usually"), action: labeled("What to do") ?? "",
            short: labeled("In short"))
    }
}
