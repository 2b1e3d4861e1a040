/// The page about a reason code, a warning or a likely cause.
///
/// `Documentation/reasons.md` is the only source of these texts. A section is a page: the heading is the code, the first
/// paragraph the sentence, and labels begin the others. A section about several codes has a list of them as its heading,
/// and `{one|two|three}` where their pages differ.
package struct ReasonPage: Hashable, Sendable {
    /// The code.
    package let code: String
    /// The sentence about the code, wherever it is named.
    package let sentence: String
    /// More about the code, for its page alone.
    package let detail: String?
    /// The usual reason for it.
    package let usual: String?
    /// The remedy, wherever the code is named.
    package let action: String

    /// Creates a page.
    package init(code: String, sentence: String, detail: String?, usual: String?, action: String) {
        self.code = code
        self.sentence = sentence
        self.detail = detail
        self.usual = usual
        self.action = action
    }

    /// Every page, in the order of the document.
    ///
    /// They are read when the first of them is needed, and never for messages that are accepted.
    package static let all = pages(in: EmbeddedFile.reasons)

    private static let byCode = [String: ReasonPage](all.map { ($0.code, $0) }) { first, _ in
        first
    }

    /// Returns the page of a code, by its full name or by the part after the layer.
    package static func page(of code: String) -> ReasonPage? {
        byCode[code] ?? all.first { $0.code.hasSuffix(".\(code)") }
    }

    /// The sentence, and more.
    package var meaning: String { detail.map { "\(sentence) \($0)" } ?? sentence }

    /// The page as paragraphs.
    package var paragraphs: [(label: String?, text: String)] {
        [(nil, meaning)] + (usual.map { [("Usually", $0)] } ?? []) + [("What to do", action)]
    }
}

extension ReasonPage {
    /// Reads the pages of a document.
    static func pages(in markdown: String) -> [ReasonPage] {
        PageSection.all(in: markdown).flatMap { section in
            let comma = UInt8(ascii: ",")
            guard section.heading.utf8.contains(comma) else { return [ReasonPage(section)] }
            return section.heading.utf8.split(separator: comma).enumerated().map { number, code in
                ReasonPage(
                    PageSection(
                        heading: String(Substring(code.drop { $0 == UInt8(ascii: " ") })),
                        paragraphs: section.paragraphs.map { filled($0, with: number) }))
            }
        }
    }

    private init(_ section: PageSection) {
        let own = section.paragraphs.prefix { !$0.utf8.starts(with: "**".utf8) }
        self.init(
            code: section.heading, sentence: own.first ?? "",
            detail: own.count > 1 ? own.dropFirst().joined(separator: " ") : nil,
            usual: section.text(after: "**Usually:** "),
            action: section.text(after: "**What to do:** ") ?? "")
    }

    /// Returns the text for one of several codes.
    private static func filled(_ text: String, with number: Int) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(Substring(parts[0]))) { result, part in
            let end = part.firstIndex(of: UInt8(ascii: "}")) ?? part.endIndex
            let choices = part[..<end].split(
                separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            result += Substring(choices[min(number, choices.count - 1)])
            result += Substring(part[end...].dropFirst())
        }
    }
}
