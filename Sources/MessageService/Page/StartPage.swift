internal import Crypto
internal import PayloadCoding
internal import WireText

/// The page of the service: a form for messages and files, and the place where their answer is shown.
struct StartPage {
    let defaults: [RequestOptions.Option]
    let trustNames: [String]
    let isTrustReadOnly: Bool
    let isRedacted: Bool

    /// What the page may do: its own style and script, requests to its own server, and nothing else.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src '\(digest(EmbeddedFile.serviceStyle))'; "
        + "script-src '\(digest(EmbeddedFile.serviceScript))'; connect-src 'self'; "
        + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// What the page about a problem may do.
    static let policyOfProblems =
        "default-src 'none'; style-src '\(digest(EmbeddedFile.serviceStyle))'; base-uri 'none'; "
        + "frame-ancestors 'self'"

    private static func digest(_ file: Markup) -> String {
        let digest = SHA256.hash(data: Array(file.text.utf8))
        return "sha256-" + String(decoding: Base64.encoding(Array(digest)), as: UTF8.self)
    }

    var markup: Markup {
        Self.document(
            title: "samlkit: why a SAML message fails",
            """
            <a class="skip" href="#message">Skip to the message</a>
            <header><p class="brand">samlkit</p>
            <p class="soft">Nothing leaves this server, and it keeps nothing.</p></header>
            <main>
            <form id="ask" method="post" action="/show" enctype="multipart/form-data">
            <h1>Why does this message fail?</h1>
            <section><label for="message">Paste a message</label>
            <textarea id="message" name="message" rows="6" spellcheck="false" autocomplete="off"
            aria-describedby="message-hint"></textarea>
            <p class="soft" id="message-hint">XML, Base64, a form body, a cURL command or lines of a log.</p>
            <label for="file">Or drop files here, or choose them</label>
            <div id="drop"><input id="file" type="file" name="file" multiple
            aria-describedby="file-hint"/>
            <p class="soft" id="file-hint">Messages and captures such as HAR\
            \(", metadata and certificates", if: !isTrustReadOnly). Their content tells what they are.</p>
            <ul id="files" aria-label="Files to send"></ul></div></section>
            <section><h2>Judged by</h2>
            \(trust)
            <div class="fields">
            \(field("audience", "Audience", "Your own entity ID"))
            \(field("require", "Required attributes", "Names with commas between them"))
            \(field("now", "Time of receipt", "2026-01-15T12:00Z, issued, clock; empty: when captured"))
            \(profile)
            </div>
            <details\(" open", if: hasMore)><summary>More conditions</summary><div class="fields">
            \(field("recipient", "Recipient", "Your own address"))
            \(field("in-response-to", "Request", "The ID that it must answer"))
            \(field("clock-skew", "Clock difference", "Seconds; empty: 60"))
            <p class="check"><input type="hidden" name="unsolicited" value="false"/>
            <input id="unsolicited" type="checkbox" name="unsolicited" value="true"\
            \(" checked", if: value("unsolicited") != nil)/>
            <label for="unsolicited">It answers no request</label></p>
            </div></details></section>
            <p class="actions asking"><button name="view" value="messages">Explain</button>
            <button class="second" name="view" value="audit">Audit Adobe Pass traffic</button></p>
            </form>
            <section id="working" hidden><p id="status" role="status"></p>
            <progress id="progress" max="1" aria-labelledby="status"></progress>
            <p class="actions"><button id="stop" type="button">Stop</button></p></section>
            </main>
            <section id="result" hidden aria-label="Answer">
            <div class="bar"><button id="back" type="button" class="second">Change</button>
            <nav aria-label="Answers"><ul id="views"></ul></nav>
            <div class="command" id="command" hidden><code id="words"></code>
            <button id="copy" type="button" class="second">Copy command</button></div></div>
            <iframe id="answer" name="answer" title="Answer" allow="clipboard-write"
            sandbox="allow-scripts allow-downloads"></iframe></section>
            <script>\(EmbeddedFile.serviceScript)</script>
            """)
    }

    /// The page about a request that was not answered.
    static func page(of problem: ServiceProblem) -> Markup {
        document(
            title: "samlkit: \(problem.code.title)",
            """
            <main><h1>\(problem.code.title)</h1><p>\(problem.detail)</p>
            <p class="soft"><code>\(problem.code.rawValue)</code></p></main>
            """)
    }

    private static func document(title: String, _ body: Markup) -> Markup {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <meta name="referrer" content="same-origin"/>
        <title>\(title)</title>
        <style>\(EmbeddedFile.serviceStyle)</style></head>
        <body>\(body)</body></html>

        """
    }

    private var trust: Markup {
        let redaction: Markup = """
            <p class="soft">Keyed hashes replace subject identifiers and attribute values.</p>
            """
        let missing: Markup =
            isTrustReadOnly
            ? "No metadata is trusted, so signatures are not verified."
            : "Add the provider's metadata to the files: without it, signatures are not verified."
        let names: Markup =
            trustNames.isEmpty
            ? """
            <p>\(missing)</p>
            """
            : """
            <p>Trusted: \(trustNames.markup(separator: ", ") { "<code>\($0)</code>" }), from the \
            command line\(". Metadata among the files replaces it", if: !isTrustReadOnly).</p>
            """
        return names + (isRedacted ? redaction : "")
    }

    private func value(_ name: String) -> String? {
        let values = defaults.filter { $0.name == name }.map { $0.value ?? "true" }
        return values.isEmpty ? nil : values.joined(separator: ",")
    }

    private var hasMore: Bool {
        ["recipient", "in-response-to", "clock-skew", "unsolicited"].contains { value($0) != nil }
    }

    private func field(_ name: String, _ label: String, _ hint: String) -> Markup {
        """
        <p><label for="\(name)">\(label)</label><input id="\(name)" name="\(name)" type="text" \
        value="\(value(name) ?? "")" autocomplete="off" spellcheck="false" \
        aria-describedby="\(name)-hint"/>
        <span class="soft" id="\(name)-hint">\(hint)</span></p>
        """
    }

    private var profile: Markup {
        let chosen = value("profile") ?? "attribute-query"
        let options = [
            ("attribute-query", "Attribute query (Apple SSO)"), ("web-sso", "Web browser SSO"),
        ].markup { name, words in
            "<option value=\"\(name)\"\(" selected", if: name == chosen)>\(words)</option>"
        }
        return """
            <p><label for="profile">Profile</label><select id="profile" name="profile">\(options)\
            </select></p>
            """
    }
}
