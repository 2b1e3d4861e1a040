/// The style of the page: system fonts, colours that colour-blind readers tell apart, light and dark.
///
/// There is no less-than sign and no ampersand in it, so that it stands in XML as it is.
enum ReportStyle {
    static let text = colours + layout + tables + charts + messages + media

    private static let colours = """
        :root{color-scheme:light dark;--page:#f3f5f8;--surface:#fff;--ink:#18212d;--soft:#5a6675;
        --line:#dfe4ea;--accepted:#2b74b5;--rejected:#d57a06;--malformed:#80519f;
        --accepted-rgb:43,116,181;--rejected-rgb:224,128,10;--link:#1a5e9c;--warn:#9a4a00;--bad:#8f3b00;
        --track:#e7ebf0}
        @media (prefers-color-scheme:dark){:root{--page:#10151c;--surface:#181f28;--ink:#e5eaf1;
        --soft:#9ba8b8;--line:#2b3542;--accepted:#5ea6e3;--rejected:#f0a348;--malformed:#bb96d9;
        --accepted-rgb:94,166,227;--rejected-rgb:240,163,72;--link:#84bdf0;--warn:#f3b163;--bad:#f3b163;
        --track:#2a3440}}

        """

    private static let layout = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--page);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
        main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
        header,section{background:var(--surface);border:1px solid var(--line);border-radius:12px;
        padding:28px 32px;margin:0 0 20px}
        h1{font-size:34px;line-height:1.15;letter-spacing:-.015em;font-weight:650;margin:0 0 10px;
        text-wrap:balance}
        h2{font-size:20px;line-height:1.25;letter-spacing:-.005em;font-weight:650;margin:0 0 4px}
        h3{font-size:15px;font-weight:650;margin:22px 0 4px}
        p{margin:0 0 12px}
        a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
        code{font:12.5px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
        color:var(--soft)}
        h3 code{font-weight:400;margin-left:6px}
        bdi{overflow-wrap:anywhere}
        .eyebrow{color:var(--soft);font-size:13px;margin:0 0 8px;letter-spacing:.01em}
        .problem{font-size:17px;max-width:70ch}
        .lead{color:var(--soft);max-width:76ch;margin-bottom:18px}
        .note,figcaption{color:var(--soft);font-size:13px;margin:8px 0 0}
        .soft{color:var(--soft)}
        .empty{border:1px dashed var(--line);border-radius:8px;padding:14px 16px;color:var(--soft);
        max-width:76ch}
        .badge{border-left:4px solid var(--accepted);padding:2px 0 2px 12px;margin:0 0 18px;
        color:var(--soft);max-width:80ch}
        .badge b{color:var(--ink);letter-spacing:.02em;margin-right:4px}
        .badge.bad{border-color:var(--rejected)}
        .badge.bad b{color:var(--bad)}
        .weak{font-style:normal;color:var(--warn);font-weight:600;font-size:12.5px;white-space:nowrap}
        .hidden,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;
        clip-path:inset(50%);white-space:nowrap}
        .skip:focus{position:absolute;left:8px;top:8px;background:var(--surface);padding:6px 10px}
        nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:6px 18px;margin:0 0 20px;padding:0 6px}
        nav a{text-decoration:none}
        nav a:hover,.tiles a:hover{text-decoration:underline}
        .tiles{list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));
        gap:12px;margin:24px 0 0;padding:0}
        .tiles a{display:block;height:100%;border:1px solid var(--line);border-radius:8px;
        padding:12px 14px;color:inherit;text-decoration:none}
        .tiles b{display:block;font-size:22px;line-height:1.2;font-weight:650;
        font-variant-numeric:tabular-nums}
        .tiles span{color:var(--soft);font-size:13px}
        dl.outcomes{display:flex;flex-wrap:wrap;gap:6px 32px;margin:12px 0 0}
        dl.outcomes div{display:flex;gap:8px;align-items:baseline}
        dl.outcomes dt{color:var(--soft)}
        dl.outcomes dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600}
        dl.outcomes dd .soft{font-weight:400}
        .legend{color:var(--soft);font-size:13px;margin:0 0 8px}
        .key{display:inline-block;width:10px;height:10px;border-radius:2px;margin:0 6px 0 0}
        .legend .key:not(:first-child){margin-left:14px}
        .key.accepted{background:var(--accepted)}
        .key.rejected{background:var(--rejected)}
        .key.malformed{background:var(--malformed)}
        .side{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));
        gap:12px 36px;align-items:start}
        .side h3{margin-top:6px}
        details{margin:10px 0 0}
        summary{cursor:pointer;color:var(--link);width:fit-content}
        .reason{border-top:1px solid var(--line);padding:9px 0;scroll-margin-top:12px}
        .reason h3{display:inline;margin:0}
        .reason details{margin:0}
        .reason summary{width:auto;color:inherit}
        .reason summary .soft{font-size:13px}
        .reason .scroll{margin:8px 0 6px}
        section > .note + .reason,section > .scroll + .reason{margin-top:20px}
        .reason:target{border-top:2px solid var(--rejected);
        background:rgba(var(--rejected-rgb),.07);margin-left:-32px;margin-right:-32px;
        padding-left:32px;padding-right:32px;padding-bottom:14px}
        section{scroll-margin-top:12px}
        footer{color:var(--soft);font-size:13px;padding:8px 12px}
        footer h2{font-size:14px}
        footer ul{margin:6px 0 0;padding-left:18px}
        .command{display:block;overflow-x:auto;user-select:all;-webkit-user-select:all}
        .whole{white-space:nowrap}
        input[type=search]{font:inherit;color:inherit;background:var(--surface);width:min(100%,280px);
        border:1px solid var(--line);border-radius:6px;padding:5px 9px;margin:0 0 10px;display:block}

        """

    private static let tables = """
        .scroll{overflow-x:auto;margin:0;container-type:inline-size;background:
        linear-gradient(to right,var(--surface) 30%,rgba(127,127,127,0)) 0 0/40px 100% no-repeat local,
        linear-gradient(to left,var(--surface) 30%,rgba(127,127,127,0)) 100% 0/40px 100% no-repeat local,
        linear-gradient(to right,rgba(90,100,115,.35),rgba(90,100,115,0)) 0 0/14px 100% no-repeat scroll,
        linear-gradient(to left,rgba(90,100,115,.35),rgba(90,100,115,0)) 100% 0/14px 100% no-repeat scroll}
        table{border-collapse:collapse;width:100%;font-size:14px}
        th,td{text-align:left;padding:7px 12px 7px 0;border-bottom:1px solid var(--line);
        vertical-align:middle;font-weight:400}
        thead th{color:var(--soft);font-size:12.5px;line-height:1.3;vertical-align:bottom}
        tbody tr:last-child th,tbody tr:last-child td{border-bottom:0}
        tbody tr[hidden]{display:none}
        .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
        th.n{white-space:normal}
        tbody th{min-width:11em}
        .matrix td.n,.matrix th.n{padding:7px 10px;min-width:84px}
        .matrix thead th a{color:inherit}
        .matrix td{border-bottom:2px solid var(--surface);border-left:2px solid var(--surface)}
        .matrix tbody th{border-bottom:2px solid var(--surface);position:sticky;left:0;
        background:var(--surface);z-index:1}
        small{display:block;font-size:11.5px;line-height:1.2;color:var(--soft)}
        td small{color:inherit}
        thead small{color:var(--warn)}
        .none{color:var(--soft)}
        .full,.cover5{background:rgba(var(--accepted-rgb),.22)}
        .cover1{background:rgba(var(--accepted-rgb),.05)}
        .cover2{background:rgba(var(--accepted-rgb),.09)}
        .cover3{background:rgba(var(--accepted-rgb),.13)}
        .cover4{background:rgba(var(--accepted-rgb),.17)}
        .heat1{background:rgba(var(--rejected-rgb),.1)}
        .heat2{background:rgba(var(--rejected-rgb),.19)}
        .heat3{background:rgba(var(--rejected-rgb),.29)}
        .heat4{background:rgba(var(--rejected-rgb),.41)}
        .heat5{background:rgba(var(--rejected-rgb),.47)}
        .bars .graph{width:34%;min-width:90px}
        .graph{min-width:110px;width:20%}
        .bars tbody th{min-width:8em}
        .bars th,.bars td{padding-top:4px;padding-bottom:4px}
        .timeline{min-width:240px;width:34%}
        .ends{display:flex;justify-content:space-between}
        .places td:last-child{min-width:22em}.places td:nth-child(3){min-width:12em}
        th[aria-sort]{cursor:pointer}
        th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;
        text-align:inherit;text-decoration:underline dotted;text-underline-offset:3px}
        th[aria-sort=ascending] button:after{content:" ↑"}
        th[aria-sort=descending] button:after{content:" ↓"}

        """

    private static let charts = """
        svg{display:block;width:100%;overflow:visible}
        svg .accepted{fill:var(--accepted)}
        svg .rejected{fill:var(--rejected)}
        svg .malformed{fill:var(--malformed)}
        svg .track{fill:var(--track)}
        svg.outcomes{height:26px;border-radius:6px;overflow:hidden}
        svg.bar{height:12px;border-radius:2px;overflow:hidden}
        svg.span{height:20px}
        svg.columns{height:210px}
        .grid{stroke:var(--line);stroke-width:1;fill:none}
        .now{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 2;fill:none}
        figure{margin:0}
        .plot{display:grid;grid-template-columns:auto 1fr;gap:10px}
        .scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;
        color:var(--soft);font-size:12px;line-height:1;font-variant-numeric:tabular-nums;margin:-6px 0}
        .columns g:hover{opacity:.7}
        .axis{display:flex;justify-content:space-between;color:var(--soft);font-size:12px;
        margin:6px 0 0;padding-left:44px;font-variant-numeric:tabular-nums}
        figcaption{margin:2px 0 10px;padding-left:44px}

        """

    private static let messages = """
        #message-search{width:min(100%,620px);font-size:16px;padding:8px 11px}
        .place button,.copy{font:inherit;font-size:13px;color:var(--link);background:none;cursor:pointer;
        border:1px solid var(--line);border-radius:6px;padding:3px 10px;margin:0 8px 6px 0}
        .place th button,.place .opener{border:0;padding:0;margin:0;font-size:inherit;color:inherit}
        .place .opener{color:var(--link);text-decoration:none;white-space:nowrap}
        .messages td,.messages th{vertical-align:top}
        .messages tbody tr.message:hover{background:rgba(var(--accepted-rgb),.07);cursor:pointer}
        /* The table is as wide as the window; a word breaks only where it is longer than its column. */
        #messages{width:min(100vw - 60px,1720px);margin-left:calc(50% - min(50vw - 30px,860px))}
        .messages{table-layout:fixed;min-width:1080px}
        .messages > tbody > tr > td > bdi{overflow-wrap:break-word}
        .messages > thead th:nth-child(1){width:62px}.messages > thead th:nth-child(2){width:106px}
        .messages > thead th:nth-child(3){width:22%}.messages > thead th:nth-child(4){width:190px}
        .messages > thead th:nth-child(7){width:96px}
        .messages > tbody > tr > td:nth-child(4){font-size:13px}
        .messages td.outcome{white-space:nowrap}
        .messages .filters td{padding:0 8px 8px 0}
        .filters input,.filters select{font:inherit;font-size:12.5px;width:100%;min-width:0;margin:0;
        padding:3px 5px;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:5px}
        .key.unverified,.key.notJudged{background:var(--soft)}
        tr.opened > td{padding:0 0 18px;white-space:normal}
        .panel{border:1px solid var(--line);border-left:4px solid var(--link);border-radius:8px;
        padding:14px 18px;max-width:calc(100vw - 70px);max-width:100cqi;position:sticky;left:0}
        .panel h4{font-size:14px;margin:14px 0 4px}
        .panel .part:first-child h4{margin-top:0}
        .panel h5{font-size:13.5px;margin:8px 0 2px;font-weight:600}
        .panel p{margin:0 0 6px;max-width:90ch;overflow-wrap:anywhere}
        .panel .what{font-size:16px;font-weight:600}
        .panel .line{display:flex;gap:8px;align-items:flex-start;margin:0 0 4px}
        .panel .line code{flex:1;background:var(--page);border-radius:5px;padding:5px 8px;color:var(--ink)}
        .panel .story{margin:0;padding-left:22px}
        .panel table{font-size:13px}.panel td,.panel th{padding:4px 12px 4px 0;min-width:5em}
        .panel td bdi{overflow-wrap:anywhere}
        .panel tr.failed td{color:var(--bad);font-weight:600}
        .facts{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:2px 14px;margin:0 0 8px;
        font-size:13px}
        .facts dt{color:var(--soft)}.facts dd{margin:0;overflow-wrap:anywhere}
        .facts .code,.xml{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
        mark{background:rgba(var(--rejected-rgb),.35);color:inherit;border-radius:2px}
        .broken{color:var(--bad);font-weight:600}
        .xml{max-height:460px;overflow:auto;border:1px solid var(--line);border-radius:6px;padding:6px 0;
        background:var(--page);position:relative}
        .xml div{white-space:pre-wrap;overflow-wrap:anywhere;padding-right:8px}
        .xml .signed,.key.signed{background:rgba(var(--accepted-rgb),.14)}
        .xml .bad{background:rgba(var(--rejected-rgb),.28);outline:1px solid var(--rejected);
        outline-offset:-1px}
        .mark{color:var(--bad)}

        """

    private static let media = """
        @media (max-width:640px){main{padding:12px 10px 40px}
        header,section{padding:20px 16px;border-radius:10px}
        h1{font-size:26px}.problem{font-size:16px}.reason:target{margin-left:-16px;margin-right:-16px;
        padding-left:16px;padding-right:16px}
        svg.columns{height:150px}tbody th{min-width:9em}.timeline{min-width:150px}
        .matrix tbody th{max-width:9.5em}}
        @media (max-width:640px){#messages{width:auto;margin-left:0}.messages{min-width:0}
        .messages thead tr:first-child,.panel thead{position:absolute;width:1px;height:1px;overflow:hidden;
        clip-path:inset(50%)}
        .messages,.messages tbody,.messages thead,.messages tr,.messages td,.messages th,.panel table,.panel tbody,
        .panel tr,.panel td{display:block;width:auto;text-align:left}
        .messages tr[hidden]{display:none}
        .messages .filters{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 10px}
        .messages td,.messages th,.panel td{border:0;padding:2px 0}
        .messages .message,.panel tbody tr{border-bottom:1px solid var(--line);padding:8px 0}
        .messages td:has(bdi:empty){display:none}
        .messages td[data-name]:before,.messages th[data-name]:before{content:attr(data-name) ": ";
        color:var(--soft);font-size:12.5px}
        .messages td.outcome .key{margin-left:4px}
        .panel{position:static;max-width:none;padding:12px}}
        @media print{:root{color-scheme:light;--page:#fff;--surface:#fff;--ink:#000;--soft:#444;
        --line:#ccc;--accepted:#2b74b5;--rejected:#d57a06;--malformed:#80519f;--accepted-rgb:43,116,181;
        --rejected-rgb:224,128,10;--link:#000;--warn:#7a3a00;--bad:#7a3a00;--track:#e7ebf0}
        body{font-size:11px}main{max-width:none;padding:0}nav,.skip,input{display:none}
        header,section{border:0;padding:0 0 18px;border-radius:0;break-inside:auto}
        h1{font-size:22px}h2{font-size:15px}h2,h3{break-after:avoid}tr,figure,.tiles{break-inside:avoid}
        table{font-size:10px}.scroll{overflow:visible}.matrix td.n,.matrix th.n{min-width:0;padding:4px 5px}
        tbody th{min-width:0}.timeline{min-width:120px}.places td:last-child{min-width:0}
        *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
        """
}
