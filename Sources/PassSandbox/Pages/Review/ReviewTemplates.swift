#if Sandbox
/// The content of the page about Adobe's checklist.
enum ReviewTemplates {
    static let review = """
        <h1>What a reviewer would say</h1>
        {{^isStrict}}<div class="message bad" role="status"><p>This sandbox enforces no rule of \
        Adobe’s checklist. Start it with <code>samlkit sandbox --strict</code>.</p></div>\
        {{/isStrict}}{{#isStrict}}<p class="quiet">{{{enforced}}} of the {{{rules}}} rules of \
        Adobe’s REST API V2 Checklist and its other pages are enforced here. \
        <a href="/review">Load again</a></p>
        {{#hasFindings}}<div class="message bad" role="status"><p>The app breaks \
        {{{broken}}}.</p></div>
        <div class="table rules" tabindex="0" role="region" aria-label="Findings"><table>
        <thead><tr><th scope="col">Rule</th><th scope="col">Severity</th>\
        <th scope="col">Supported by</th><th scope="col">Requests</th>\
        <th scope="col">Latest</th></tr></thead>
        <tbody>
        {{#findings}}<tr><th scope="row">{{{sentence}}}<br><code>{{{id}}}</code></th>\
        <td>{{#isMandatory}}<strong>{{{severity}}}</strong>{{/isMandatory}}{{^isMandatory}}\
        {{{severity}}}{{/isMandatory}}</td><td>{{{page}}}{{{row}}}</td><td>{{{count}}}</td>\
        <td><code>{{{request}}}</code> {{{status}}}<br>{{{time}}}</td></tr>
        {{/findings}}</tbody></table></div>{{/hasFindings}}{{^hasFindings}}\
        <div class="message good" role="status"><p>Nothing: no request has broken an enforced \
        rule.</p></div>{{/hasFindings}}{{/isStrict}}
        <details><summary>Rules that a server cannot see</summary>
        <div class="table rules" tabindex="0" role="region" \
        aria-label="Rules that a server cannot see">\
        <table><thead><tr><th scope="col">Rule</th><th scope="col">Why not</th></tr></thead>
        <tbody>
        {{#others}}<tr><th scope="row">{{{sentence}}}<br><code>{{{id}}}</code></th>\
        <td>{{{reason}}}</td></tr>
        {{/others}}</tbody></table></div></details>
        <p>For each refused request, the <a href="/sandbox/log">log</a> and the header \
        <code>X-Sandbox-Reason</code> of the answer name the rule.</p>
        """
}
#endif
