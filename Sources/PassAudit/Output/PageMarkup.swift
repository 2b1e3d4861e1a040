internal import WireText

/// Text of an HTML page.
enum PageMarkup {
    /// Returns a text as it can stand in content and in quoted values; invisible characters are shown by number.
    static func text(_ text: String) -> String {
        MarkupEscape.text(text) { (scalar: Unicode.Scalar) -> String? in
            scalar.isInvisible ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
        }
    }

    static func code(_ text: String) -> String { "<code>\(Self.text(text))</code>" }

    static func cell(_ markup: String, _ name: String = "td", _ style: String? = nil) -> String {
        "<\(name)\(style.map { " class=\"\($0)\"" } ?? "")>\(markup)</\(name)>"
    }

    /// The style of the page: system fonts, light and dark, and fit for paper.
    static let style = """
        :root{color-scheme:light dark;--page:#f3f5f8;--surface:#fff;--ink:#18212d;--soft:#5a6675;
        --line:#dfe4ea;--link:#1a5e9c;--violated:#b3261e;--likely:#9a4a00;--noted:#5a6675;--pass:#1d6b3a;
        --fault:rgba(179,38,30,.12)}
        @media (prefers-color-scheme:dark){:root{--page:#10151c;--surface:#181f28;--ink:#e5eaf1;
        --soft:#9ba8b8;--line:#2b3542;--link:#84bdf0;--violated:#ff8a80;--likely:#f3b163;--noted:#9ba8b8;
        --pass:#7fd19b;--fault:rgba(255,138,128,.16)}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
        main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
        header,section{background:var(--surface);border:1px solid var(--line);border-radius:12px;
        padding:28px 32px;margin:0 0 20px}
        h1{font-size:32px;line-height:1.15;font-weight:650;margin:0 0 10px}
        h2{font-size:20px;font-weight:650;margin:0 0 8px}
        p{margin:0 0 12px}
        a{color:var(--link)}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
        code,.mono{font:12.5px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
        code{overflow-wrap:anywhere}
        .soft{color:var(--soft)}
        .tiles{list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:12px;
        margin:20px 0 0;padding:0}
        .tiles li{border:1px solid var(--line);border-radius:8px;padding:10px 14px}
        .tiles b{display:block;font-size:22px;line-height:1.2;font-variant-numeric:tabular-nums}
        .tiles span{color:var(--soft);font-size:13px}
        .word{font-weight:600;white-space:nowrap}
        .violated{color:var(--violated)}.likely{color:var(--likely)}.pass{color:var(--pass)}
        .noted,.notChecked,.notApplicable{color:var(--noted)}
        .finding{border-top:1px solid var(--line);padding:12px 0}
        .finding:first-of-type{border-top:0}
        summary{cursor:pointer}
        summary p{margin:4px 0 0 18px;overflow-wrap:anywhere}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:12px 0 0 18px}
        dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-size:14px}
        th,td{text-align:left;padding:6px 14px 6px 0;border-bottom:1px solid var(--line);vertical-align:top;
        font-weight:400}
        .checklist code{white-space:nowrap}
        thead th{color:var(--soft);font-size:12.5px}
        tr:last-child th,tr:last-child td{border-bottom:0}
        td.n{text-align:right;font-variant-numeric:tabular-nums}
        tr.fault td{background:var(--fault)}
        svg{display:block;max-width:100%;height:auto;color:var(--ink)}
        svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:currentColor}
        svg .small{font-size:11px;fill:var(--soft)}
        svg .actor{font-weight:600}
        svg .life{stroke:var(--line)}
        svg .box{fill:var(--page);stroke:var(--line)}
        svg .arrow{stroke:currentColor;fill:none}
        svg .head{fill:currentColor;stroke:none}
        svg .bad{color:var(--violated)}
        svg .bad text{fill:var(--violated)}
        svg .band{fill:var(--fault)}
        nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:6px 18px;margin:0 0 20px;padding:0 6px}
        nav a{text-decoration:none}
        @media print{:root{--page:#fff;--surface:#fff;--ink:#000;--soft:#444;--line:#bbb;--link:#000;
        --violated:#a00;--likely:#850;--pass:#060;--noted:#444;--fault:#f3e0df}
        body{font-size:11px}main{max-width:none;padding:0}nav{display:none}
        header,section{border:0;padding:0;margin:0 0 18px}
        details>*{display:revert}details::details-content{content-visibility:visible;display:block}
        .finding,tr,svg g{break-inside:avoid}}
        """
}
