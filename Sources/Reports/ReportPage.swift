package import BatchEngine
internal import Crypto
internal import PayloadCoding
package import ProfileProcessing
package import SAML2
internal import WireText

/// One self-contained HTML file that shows what the messages of a run add up to, and the messages.
///
/// It loads nothing, and a Content Security Policy in it says so to the browser. Everything a
/// sender chose is escaped. The pictures are SVG, with their numbers beside them as text.
package struct ReportPage: Sendable {
    private let figures: ReportFigures
    private let signOns: SignOns
    private let hasOneRun: Bool
    private let messages: ReportMessages?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - tally: What the messages add up to.
    ///   - signOns: The requests and what answered them.
    ///   - hasOneRun: Whether all messages are of one run, so that an index names one of them.
    ///   - certificates: The trusted keys, as in ``ReportCertificate/all(in:)``; without any there
    ///     is no timeline of them.
    ///   - now: The time that certificates are judged at.
    ///   - notes: Sentences about where the results come from.
    ///   - remedies: What a reader can do, in the words of the program.
    ///   - messages: The messages whose details ``write(details:to:)`` gets; `nil` shows no table of messages.
    package init(
        tally: ReportTally, signOns: SignOns = SignOns(), hasOneRun: Bool = true,
        certificates: [ReportCertificate] = [], now: SAML.Instant,
        notes: [String] = [], remedies: ReportRemedies = ReportRemedies(),
        messages: ReportMessages? = nil
    ) {
        figures = ReportFigures(
            tally: tally, certificates: certificates, now: now.secondsSinceEpoch, notes: notes,
            remedies: remedies, messages: messages)
        self.signOns = signOns
        self.hasOneRun = hasOneRun
        self.messages = messages
    }

    /// The file in UTF-8, without details of any message; the same for the same arguments.
    package var bytes: [UInt8] {
        let document = document
        return document.beginning + document.end
    }

    /// Writes the file piece by piece.
    ///
    /// - Parameters:
    ///   - details: The details of each message.
    ///   - output: Takes the pieces in UTF-8.
    /// - Throws: What reading and writing throw.
    package func write(
        details: some DetailLines, to output: ([UInt8]) throws -> Void
    ) throws {
        try document.write(details: details, to: output)
    }

    private static let sections: [(anchor: String, title: String)] = [
        ("causes", "Causes"), ("sign-ons", "Sign-ons"), ("notes", "Notes"),
        ("messages", "Messages"), ("time", "Time"),
        ("issuers", "Issuers"),
        ("reasons", "Reasons"), ("attributes", "Attributes"), ("methods", "Methods"),
        ("certificates", "Certificates"), ("clocks", "Clocks"), ("sizes", "Sizes"),
        ("normalization", "Normalization"),
    ]

    private var document: PageDocument {
        let absent = [
            messages == nil ? "messages" : nil, signOns.isEmpty ? "sign-ons" : nil,
            figures.noted.isEmpty ? "notes" : nil,
        ]
        let links = Self.sections.filter { !absent.contains($0.anchor) }
            .markup { "<li><a href=\"#\($0.anchor)\">\($0.title)</a></li>" }
        let table = messages.map { MessageSection(messages: $0).markup } ?? ""
        let body =
            CauseSection(figures: figures).markup
            + SignOnSection(signOns: signOns, figures: figures, hasOneRun: hasOneRun).markup
            + NoteSection(figures: figures).markup + table
            + TimeSection(figures: figures).markup
            + IssuerSection(figures: figures).markup
            + ReasonSection(figures: figures).markup + AttributeSection(figures: figures).markup
            + AlgorithmSection(figures: figures).markup
            + CertificateSection(figures: figures).markup + ClockSection(figures: figures).markup
            + SizeSection(figures: figures).markup + NormalizationSection(figures: figures).markup
        return PageDocument(
            title: "SAML messages: \(figures.tally.count.grouped)",
            skip: ("causes", "Skip to the causes"),
            body: """
                \(OverviewSection(figures: figures).markup)\
                <nav aria-label="Sections"><ul>\(links)</ul></nav>
                \(body)\(ColophonSection(figures: figures).markup)
                """)
    }
}

/// One self-contained HTML file that shows messages one by one.
package struct MessagePage: Sendable {
    private let messages: ReportMessages
    private let title: String
    private let texts: [(name: String, text: String)]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - title: The name of the message, or of the file.
    ///   - messages: The messages whose details ``write(details:to:)`` gets.
    ///   - texts: The name and the text of each, for browsers that run no script.
    package init(
        title: String, messages: ReportMessages, texts: [(name: String, text: String)] = []
    ) {
        self.title = title
        self.messages = messages
        self.texts = texts
    }

    /// Writes the file piece by piece.
    ///
    /// - Parameters:
    ///   - details: The details of each message.
    ///   - output: Takes the pieces in UTF-8.
    /// - Throws: What reading and writing throw.
    package func write(
        details: some DetailLines, to output: ([UInt8]) throws -> Void
    ) throws {
        let name = ReportText.shortened(title, to: 120)
        let page = PageDocument(
            title: "SAML message: \(name)", skip: ("messages", "Skip to the messages"),
            body: """
                <header><p class="eyebrow">SAML message</p><h1><bdi>\(name)</bdi></h1></header>
                \(MessageSection(messages: messages, isWholePage: true).markup)\
                \(withoutScript, if: texts.contains { !$0.text.isEmpty })
                """)
        try page.write(details: details, to: output)
    }

    private var withoutScript: Markup {
        let listings = texts.filter { !$0.text.isEmpty }.markup { name, text in
            "<h2><bdi>\(name)</bdi></h2><pre class=\"xml\">\(Self.lines(text))</pre>"
        }
        return "<noscript><section>\(listings)</section></noscript>\n"
    }

    /// A text with its line breaks and tabs, which elsewhere would be spelled out.
    private static func lines(_ text: String) -> Markup {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .markup(separator: "\n") { line in
                let line = line.last == "\r" ? line.dropLast() : line
                return line.split(separator: "\t", omittingEmptySubsequences: false)
                    .markup(separator: "\t") { "\(String($0))" }
            }
    }
}

/// The details of messages, one after the other.
package protocol DetailLines {
    /// Reads the details of each message.
    ///
    /// - Parameter body: Called with the line of each.
    /// - Throws: What `body` throws, or an error of reading.
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws
}

extension SpooledDetails: DetailLines {}

/// The details of a few messages, in memory.
package struct MessageDetails: DetailLines {
    private let lines: [[UInt8]]

    /// Takes the lines.
    package init(_ lines: [[UInt8]]) {
        self.lines = lines
    }

    package func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        for line in lines { try body(line[...]) }
    }
}

/// The frame of every page: what the browser may do, the style, the script and the data.
struct PageDocument {
    let title: Markup
    let skip: (anchor: String, text: String)
    let body: Markup

    var beginning: [UInt8] {
        let beginning: Markup = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"/><meta name="generator" content="samlkit"/>
            <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="referrer" content="no-referrer"/>
            <title>\(title)</title>
            <style>\(EmbeddedFile.reportStyle)</style></head>
            <body><a class="skip" href="#\(skip.anchor)">\(skip.text)</a>
            <main>
            \(body)\
            </main>
            <script type="application/json" id="data">[
            """
        return Array(beginning.text.utf8)
    }

    var end: [UInt8] {
        let end: Markup =
            "]</script>\n<script>\(EmbeddedFile.reportScript)</script></body></html>\n"
        return Array(end.text.utf8)
    }

    func write(details: some DetailLines, to output: ([UInt8]) throws -> Void) throws {
        try output(beginning)
        var isFirst = true
        try details.forEach { line in
            try output((isFirst ? [] : [UInt8(ascii: ","), UInt8(ascii: "\n")]) + line)
            isFirst = false
        }
        try output(end)
    }

    /// Nothing may be loaded; the style and the script are allowed by their digests.
    private static let contentSecurityPolicy =
        "default-src 'none'; style-src '\(digest(EmbeddedFile.reportStyle))'; "
        + "script-src '\(digest(EmbeddedFile.reportScript))'; base-uri 'none'; form-action 'none'"

    private static func digest(_ file: Markup) -> String {
        let digest = SHA256.hash(data: Array(file.text.utf8))
        return "sha256-" + String(decoding: Base64.encoding(Array(digest)), as: UTF8.self)
    }
}
