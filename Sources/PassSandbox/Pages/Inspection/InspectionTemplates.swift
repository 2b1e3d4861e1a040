#if Sandbox
/// The content of the page that shows what a message says.
enum InspectionTemplates {
    static let inspect = """
        <h1>Inspect a message</h1>
        <p>Paste a SAML response or query: XML, Base64, a percent-encoded value or a whole form \
        body. It is judged as <code>samlkit inspect</code> would, with the keys of this sandbox’s \
        providers.</p>
        {{#result}}<div class="message {{#isAccepted}}good{{/isAccepted}}{{^isAccepted}}bad\
        {{/isAccepted}}" role="{{#isAccepted}}status{{/isAccepted}}{{^isAccepted}}alert\
        {{/isAccepted}}"><p><strong>{{{outcome}}}</strong>: {{{kind}}}</p>
        {{#reasons}}<p><code>{{{code}}}</code>{{#place}} at {{{place}}}{{/place}}: {{{message}}}\
        {{#cause}} Likely cause: <code>{{{cause}}}</code>. {{{explanation}}} {{{advice}}}{{/cause}}\
        </p>
        {{/reasons}}</div>
        <h2 id="facts">What it says</h2>
        <div class="card"><dl aria-labelledby="facts">
        {{#facts}}<dt>{{{label}}}</dt><dd>{{{text}}}</dd>
        {{/facts}}</dl></div>
        {{#hasAttributes}}<h2 id="attributes">Attributes</h2>
        <div class="table" tabindex="0" role="region" aria-labelledby="attributes"><table>
        <thead><tr><th scope="col">Name</th><th scope="col">Values</th></tr></thead>
        <tbody>
        {{#attributes}}<tr><th scope="row"><code>{{{name}}}</code></th><td>{{{values}}}</td></tr>
        {{/attributes}}</tbody></table></div>
        {{/hasAttributes}}{{#hasClaims}}<h2 id="claims">What it claims, and nobody verified</h2>
        <div class="card"><dl aria-labelledby="claims">
        {{#claims}}<dt>{{{label}}}</dt><dd>{{{text}}}</dd>
        {{/claims}}</dl></div>
        {{#hasClaimedAttributes}}<h2 id="claimed-attributes">Claimed attributes</h2>
        <div class="table" tabindex="0" role="region" aria-labelledby="claimed-attributes"><table>
        <thead><tr><th scope="col">Name</th><th scope="col">Values</th></tr></thead>
        <tbody>
        {{#claimedAttributes}}<tr><th scope="row"><code>{{{name}}}</code></th><td>{{{values}}}</td></tr>
        {{/claimedAttributes}}</tbody></table></div>
        {{/hasClaimedAttributes}}{{/hasClaims}}<h2>Another one</h2>
        {{/result}}<form class="card" action="/inspect" method="post">
        <input type="hidden" name="token" value="{{{token}}}">
        <label for="message">Message</label>
        <textarea id="message" name="message" required spellcheck="false" autocomplete="off" \
        aria-describedby="message-hint"></textarea>
        <p class="hint" id="message-hint">It is not kept, and not shown again.</p>
        <button type="submit">Inspect</button>
        </form>
        """
}
#endif
