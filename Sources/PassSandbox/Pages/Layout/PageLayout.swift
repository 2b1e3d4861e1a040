#if Sandbox
internal import WireText

/// The frame of every page, and the parts that several are built from.
enum PageLayout {
    private static let places = [
        ("/", "Home"), ("/activate", "Activate"), ("/sessions", "Sessions"),
        ("/review", "Review"), ("/inspect", "Inspect"),
    ]

    /// A page.
    ///
    /// - Parameters:
    ///   - content: Its content.
    ///   - title: Its title.
    ///   - path: The path that stands for it in the navigation.
    ///   - isNarrow: A Boolean value that indicates whether it is a form to fill in.
    ///   - refresh: After how many seconds, and to which address, a browser continues by itself.
    /// - Returns: The page.
    static func page(
        _ content: Markup, title: String, path: String, isNarrow: Bool,
        refresh: (seconds: Int, url: String)?
    ) -> Markup {
        let refreshing = refresh.markup {
            "<meta http-equiv=\"refresh\" content=\"\($0.seconds);url=\(exact: $0.url)\">\n"
        }
        let links = places.markup { place, label in
            """
            <li><a href="\(place)"\(" aria-current=\"page\"", if: place == path)>\(label)</a></li>

            """
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <title>\(title) – Adobe Pass sandbox</title>
            \(refreshing)<link rel="icon" href="data:,">
            <style>\(EmbeddedFile.sandboxStyle)</style>
            </head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            <header>
            <p class="brand"><a href="/">Adobe Pass sandbox</a></p>
            <nav aria-label="Pages"><ul>
            \(links)</ul></nav>
            </header>
            <main id="content" tabindex="-1"\(" class=\"narrow\"", if: isNarrow)>
            \(content)
            </main>
            <footer><p>A simulation for development. It contacts no other computer.</p></footer>
            </body>
            </html>

            """
    }

    /// A message about what went wrong, or well.
    static func message(_ text: Markup, class name: String = "bad", role: String = "alert")
        -> Markup
    {
        "<div class=\"message \(name)\" role=\"\(role)\"><p>\(text)</p></div>\n"
    }

    /// A table under the heading with an identifier, which scrolls by itself where it is wider than the page.
    static func table(under heading: String, _ names: [String], rows: Markup) -> Markup {
        table("aria-labelledby=\"\(heading)\"", "table", names, rows)
    }

    /// A table of rules of Adobe's checklist.
    static func rules(_ label: String, _ names: [String], rows: Markup) -> Markup {
        table("aria-label=\"\(label)\"", "table rules", names, rows)
    }

    private static func table(
        _ label: Markup, _ name: String, _ names: [String], _ rows: Markup
    ) -> Markup {
        """
        <div class="\(name)" tabindex="0" role="region" \(label)><table>
        <thead><tr>\(names.markup { "<th scope=\"col\">\($0)</th>" })</tr></thead>
        <tbody>
        \(rows)</tbody></table></div>

        """
    }
}
#endif
