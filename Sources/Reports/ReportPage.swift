internal import Crypto
internal import PayloadCoding
package import SAML2

/// One self-contained HTML file that shows what the messages of a run add up to.
///
/// It loads nothing, and a Content Security Policy in it says so to the browser. Everything a
/// sender chose is escaped. The pictures are SVG, with their numbers beside them as text.
package struct ReportPage: Sendable {
    private let figures: ReportFigures

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - tally: What the messages add up to.
    ///   - certificates: The trusted keys, as in ``ReportCertificate/all(in:)``; without any there
    ///     is no timeline of them.
    ///   - now: The time that certificates are judged at.
    ///   - notes: Sentences about where the results come from.
    ///   - remedies: What a reader can do, in the words of the program.
    package init(
        tally: ReportTally, certificates: [ReportCertificate] = [], now: SAML.Instant,
        notes: [String] = [], remedies: ReportRemedies = ReportRemedies()
    ) {
        figures = ReportFigures(
            tally: tally, certificates: certificates, now: now.secondsSinceEpoch, notes: notes,
            remedies: remedies)
    }

    /// The file in UTF-8; the same for the same arguments.
    package var bytes: [UInt8] { Array(markup.text.utf8) }

    private static let sections: [(anchor: String, title: String)] = [
        ("causes", "Causes"), ("time", "Time"), ("issuers", "Issuers"), ("reasons", "Reasons"),
        ("attributes", "Attributes"), ("methods", "Methods"), ("certificates", "Certificates"),
        ("clocks", "Clocks"), ("sizes", "Sizes"), ("normalization", "Normalization"),
    ]

    private var markup: Markup {
        let style = Markup(stringLiteral: ReportStyle.text)
        let script = Markup(stringLiteral: ReportScript.text)
        let links = Self.sections.markup { "<li><a href=\"#\($0.anchor)\">\($0.title)</a></li>" }
        let body =
            CauseSection(figures: figures).markup + TimeSection(figures: figures).markup
            + IssuerSection(figures: figures).markup
            + ReasonSection(figures: figures).markup + AttributeSection(figures: figures).markup
            + AlgorithmSection(figures: figures).markup
            + CertificateSection(figures: figures).markup + ClockSection(figures: figures).markup
            + SizeSection(figures: figures).markup + NormalizationSection(figures: figures).markup
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"/>
            <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="referrer" content="no-referrer"/>
            <title>SAML messages: \(figures.tally.count.grouped)</title>
            <style>\(style)</style></head>
            <body><a class="skip" href="#time">Skip to the charts</a>
            <main>
            \(OverviewSection(figures: figures).markup)\
            <nav aria-label="Sections"><ul>\(links)</ul></nav>
            \(body)\(ColophonSection(figures: figures).markup)\
            </main>
            <script>\(script)</script></body></html>

            """
    }

    /// Nothing may be loaded; the style and the script are allowed by their digests.
    private static let contentSecurityPolicy =
        "default-src 'none'; style-src '\(digest(ReportStyle.text))'; "
        + "script-src '\(digest(ReportScript.text))'; base-uri 'none'; form-action 'none'"

    private static func digest(_ text: String) -> String {
        let digest = SHA256.hash(data: Array(text.utf8))
        return "sha256-" + String(decoding: Base64.encoding(Array(digest)), as: UTF8.self)
    }
}
