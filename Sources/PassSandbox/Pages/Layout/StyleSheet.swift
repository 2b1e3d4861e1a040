#if Sandbox
internal import Crypto
internal import PayloadCoding

/// The one style sheet, which stands in every page and which the pages' policy allows by its digest.
enum StyleSheet {
    /// The digest as a content security policy has it.
    static let digest = String(
        decoding: Base64.encoding(Array(SHA256.hash(data: Array(text.utf8)))), as: UTF8.self)

    static let text = """
        :root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1a1d23;--quiet:#545c69;\
        --line:#d3d8df;--field:#858e9b;--link:#0b57c4;--on-link:#fff;--good:#0a6333;\
        --good-card:#e5f4eb;--bad:#9c1620;--bad-card:#fceaeb;--code:#eef1f5;--shade:#1a1d2340}
        @media (prefers-color-scheme:dark){:root{--page:#14171c;--card:#1c2027;--text:#e9ecf1;\
        --quiet:#a8b1be;--line:#343b46;--field:#78828f;--link:#86b6ff;--on-link:#0b1a30;\
        --good:#7fdca4;--good-card:#15301f;--bad:#ffa6ab;--bad-card:#3a191d;--code:#252b34;--shade:#000}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--text);\
        font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
        header,main,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}
        header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 2rem;padding-top:1rem;\
        padding-bottom:.75rem;border-bottom:1px solid var(--line)}
        .brand{margin:0;font-weight:700}
        .brand a{color:inherit;text-decoration:none}
        nav ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0;list-style:none}
        nav a{display:inline-block;padding:.25rem 0}
        nav a[aria-current]{color:inherit;font-weight:600;text-decoration:none;\
        border-bottom:2px solid var(--link)}
        main{padding-top:1.5rem;padding-bottom:2.5rem}
        main.narrow{max-width:32rem}
        footer{padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
        h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}
        h2{margin:2rem 0 .5rem;font-size:1.2rem;line-height:1.3}
        p,ul,ol,dl{margin:.5rem 0 1rem}
        a{color:var(--link)}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:1rem;top:.5rem;padding:.5rem 1rem;background:var(--card)}
        .quiet{color:var(--quiet)}
        .card{margin:1rem 0;padding:1.25rem;background:var(--card);border:1px solid var(--line);\
        border-radius:10px}
        .card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
        .message{margin:1rem 0;padding:.75rem 1rem;border-left:4px solid;border-radius:4px}
        .message.good{color:var(--good);background:var(--good-card)}
        .message.bad{color:var(--bad);background:var(--bad-card)}
        .message p{margin:0}.message p+p{margin-top:.25rem}
        code,pre,textarea,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;\
        font-size:.9em}
        code{padding:.1em .3em;background:var(--code);border-radius:4px;overflow-wrap:anywhere}
        pre{margin:.5rem 0 1rem;padding:.75rem 1rem;background:var(--code);border-radius:6px;\
        overflow-x:auto}
        pre code{padding:0;background:none;overflow-wrap:normal}
        label,legend{display:block;margin-bottom:.35rem;padding:0;font-weight:600}
        input[type=text],textarea,button,.button{font-size:1rem;border-radius:6px}
        input[type=text],textarea{display:block;width:100%;padding:.6rem .75rem;color:inherit;\
        background:var(--page);border:1px solid var(--field)}
        input.code{font-size:1.5rem;letter-spacing:.2em;text-transform:uppercase;\
        font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
        textarea{min-height:12rem;resize:vertical}
        .hint{margin:.35rem 0 0;color:var(--quiet);font-size:.9rem}
        fieldset{margin:0 0 1rem;padding:0;border:0}
        .choice{display:flex;gap:.75rem;align-items:center;margin:0 0 .5rem;padding:.7rem .9rem;\
        font-weight:400;border:1px solid var(--field);border-radius:8px;cursor:pointer}
        .choice:has(:checked){border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
        .choice input{flex:none;width:1.1rem;height:1.1rem;margin:0;accent-color:var(--link)}
        .choice small{display:block;color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
        .choice img,h1 img{flex:none;border-radius:4px;vertical-align:middle}
        button,.button{display:inline-block;margin-top:1rem;padding:.6rem 1.4rem;\
        font-family:inherit;font-weight:600;color:var(--on-link);background:var(--link);\
        border:1px solid var(--link);text-decoration:none;cursor:pointer}
        .table{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:\
        linear-gradient(90deg,var(--card) 2rem,transparent) 0/4rem 100% no-repeat local,\
        linear-gradient(-90deg,var(--card) 2rem,transparent) 100%/4rem 100% no-repeat local,\
        linear-gradient(90deg,var(--shade),transparent) 0/.9rem 100% no-repeat,\
        linear-gradient(-90deg,var(--shade),transparent) 100%/.9rem 100% no-repeat,var(--card)}
        table{width:100%;border-collapse:collapse}
        th,td{padding:.5rem .8rem;text-align:left;vertical-align:top;\
        border-bottom:1px solid var(--line)}
        tr:last-child>*{border-bottom:0}
        thead th{color:var(--quiet);font-size:.875rem;white-space:nowrap}
        td{overflow-wrap:break-word}td.short{white-space:nowrap}
        .rules tbody th{min-width:16rem}th code{overflow-wrap:normal;white-space:nowrap}\
        .rules td:last-child{min-width:14rem}
        details{margin:1.5rem 0}summary{margin-bottom:.75rem;font-weight:600;cursor:pointer}
        dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.35rem 1.25rem}
        dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
        @media (max-width:36rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
        """
}
#endif
