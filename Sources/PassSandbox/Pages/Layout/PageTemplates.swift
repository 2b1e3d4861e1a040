#if Sandbox
internal import Mustache

/// The templates, compiled once.
struct PageTemplates: Sendable {
    /// A page.
    enum Name: String, CaseIterable {
        case home, code, provider, signIn, done, sessions, review, inspect, failure
    }

    private let layout: MustacheTemplate
    private let pages: [Name: MustacheTemplate]

    /// Compiles the templates.
    init() throws {
        layout = try MustacheTemplate(string: Self.layoutSource)
        pages = try Dictionary(
            uniqueKeysWithValues: Name.allCases.map {
                ($0, try MustacheTemplate(string: $0.source))
            })
    }

    /// The templates; a defect in one of them leaves all pages out.
    static let shared = try? PageTemplates()

    /// Renders a page.
    ///
    /// - Parameters:
    ///   - name: The template of its content.
    ///   - title: Its title.
    ///   - path: The path that stands for it in the navigation.
    ///   - refresh: After how many seconds, and to which address, a browser continues by itself.
    ///   - fields: What the content shows.
    /// - Returns: The page.
    func page(
        _ name: Name, title: String, path: String, refresh: (seconds: Int, url: String)? = nil,
        _ fields: PageFields
    ) -> String {
        let content = pages[name]?.render(fields.rendered) ?? ""
        let places = [
            ("/", "Home"), ("/activate", "Activate"), ("/sessions", "Sessions"),
            ("/review", "Review"), ("/inspect", "Inspect"),
        ]
        let frame: PageFields = [
            "title": .text(title), "style": .markup(StyleSheet.text),
            "isNarrow": .flag([Name.code, .provider, .signIn, .done, .failure].contains(name)),
            "refresh": PageValue(refresh.map { "\($0.seconds);url=\($0.url)" }),
            "content": .markup(content),
            "places": .list(
                places.map { place, label in
                    [
                        "path": .text(place), "label": .text(label),
                        "isCurrent": .flag(place == path),
                    ]
                }),
        ]
        return layout.render(frame.rendered)
    }

    private static let layoutSource = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>{{{title}}} – Adobe Pass sandbox</title>
        {{#refresh}}<meta http-equiv="refresh" content="{{{refresh}}}">
        {{/refresh}}<link rel="icon" href="data:,">
        <style>{{{style}}}</style>
        </head>
        <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
        <p class="brand"><a href="/">Adobe Pass sandbox</a></p>
        <nav aria-label="Pages"><ul>
        {{#places}}<li><a href="{{{path}}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>\
        {{{label}}}</a></li>
        {{/places}}</ul></nav>
        </header>
        <main id="content" tabindex="-1"{{#isNarrow}} class="narrow"{{/isNarrow}}>
        {{{content}}}
        </main>
        <footer><p>A simulation for development. It contacts no other computer.</p></footer>
        </body>
        </html>

        """
}
#endif
