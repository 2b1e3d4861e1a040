import ArgumentParser
import PassAudit
import WireText

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", _superCommandName: "samlkit",
        abstract: "Explain a reason code, a note or a likely cause: what it means, and what to do.",
        discussion: """
            Records, screens, summaries and reports name codes such as conditions.expired and causes \
            such as prettyPrinted. Each has a page: what it means, what usually makes it, and how to \
            fix it. Without a code, all are listed. The rules of samlkit audit have pages, too.

            Example: samlkit explain signature.digestMismatch
            """)

    @Argument(
        help: ArgumentHelp("Reason codes or likely causes.", valueName: "code"),
        completion: .list(ReasonPage.all.map(\.code)))
    var codes: [String] = []

    @Flag(help: "Write one JSON object per page.")
    var json = false

    @Flag(help: "Write all pages as one Markdown document.")
    var markdown = false

    @OptionGroup private var colours: ColorOptions

    private static let textWidth = 80

    func run() throws {
        if markdown { return try Console.write(Array(EmbeddedFile.reasons.utf8)) }
        let pages = try codes.map(page)
        if json {
            for page in pages.isEmpty ? ReasonPage.all : pages { try Console.write(page.json) }
        } else if pages.isEmpty {
            try Console.show(Self.list)
        } else {
            for (number, page) in pages.enumerated() {
                try Console.show((number == 0 ? [] : [""]) + Self.lines(of: page))
            }
        }
    }

    private func page(of code: String) throws(CommandFailure) -> ReasonPage {
        if let page = ReasonPage.page(named: code) { return page }
        let near = NearestWord.of(
            code, in: ReasonPage.all.map(\.code) + Rule.all.map(\.id))
        throw CommandFailure(
            .usage,
            "\(code): There is no such reason or cause."
                + (near.map { " Did you mean \($0)?" } ?? "") + " samlkit explain lists all.")
    }

    private static func lines(of page: ReasonPage) -> [ScreenLine] {
        [ScreenLine(page.code, .title)]
            + page.paragraphs.flatMap { label, text in
                let lines = WrappedText.lines(
                    label.map { "\($0): \(text)" } ?? text, width: textWidth)
                let head = label.map { ScreenLine(lines[0], toning: "\($0):", .title) }
                return ["", head ?? ScreenLine(lines[0])] + Array(lines.dropFirst()).screenLines
            }
    }

    private static var list: [ScreenLine] {
        let width = (ReasonPage.all.map(\.code.count).max() ?? 0) + 2
        return ReasonPage.all.map { page in
            let first = page.meaning.firstRange(of: ". ").map {
                page.meaning[..<$0.lowerBound] + "."
            }
            let meaning = first.map(String.init) ?? page.meaning
            return "\(.title, page.code.padding(to: width))\(meaning)"
        }
    }
}
