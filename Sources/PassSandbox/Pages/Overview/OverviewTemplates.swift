#if Sandbox
/// The content of the pages that show what the sandbox is and knows.
enum OverviewTemplates {
    static let home = """
        <h1>Adobe Pass sandbox</h1>
        <p>This is a local Adobe Pass: REST API v2 and v1, Dynamic Client Registration, and TV \
        providers that verify each query and really sign their responses. Its base URL \
        is <code>{{{baseURL}}}</code>.</p>
        <h2 id="try">Try it</h2>
        <p>Sign in as an Apple device would, down to a media token:</p>
        <pre tabindex="0" role="group" aria-label="Command"><code>samlkit sso --api v2 --base-url {{{baseURL}}}\
        </code></pre>
        <p>Register an app with the software statement <code>{{{statement}}}</code>:</p>
        <pre tabindex="0" role="group" aria-label="Command"><code>curl {{{baseURL}}}/o/client/register \\
          -H 'Content-Type: application/json' \\
          -H 'X-Device-Info: {{{deviceInformation}}}' \\
          -d '{"software_statement":"{{{statement}}}"}'</code></pre>
        <h2>Pages</h2>
        <ul>
        <li><a href="/activate">Activate</a>: sign in on this screen for a device that shows a \
        code.</li>
        <li><a href="/sessions">Sessions</a>: what waits for a sign-in, and who is signed in.</li>
        <li><a href="/review">Review</a>: what a reviewer of Adobe’s checklist would say.</li>
        <li><a href="/inspect">Inspect</a>: what a SAML response says, and why it is or is not \
        accepted.</li>
        <li><a href="/sandbox/log">Log</a>: the requests so far, one JSON object per line.</li>
        </ul>
        <h2 id="providers">TV providers</h2>
        <div class="table" tabindex="0" role="region" aria-labelledby="providers"><table>
        <thead><tr><th scope="col">Provider</th><th scope="col">Apple sign-on</th>\
        <th scope="col">Subscribers</th><th scope="col">Notes</th><th scope="col">SAML</th></tr>\
        </thead>
        <tbody>
        {{#providers}}<tr><th scope="row">{{{name}}}<br><code>{{{id}}}</code></th>\
        <td>{{#platform}}{{{platform}}}{{/platform}}{{^platform}}none{{/platform}}</td>\
        <td>{{{subscribers}}}</td><td>{{{notes}}}</td><td class="short">{{#hasFiles}}\
        <a href="/sandbox/mvpds/{{{path}}}/key.pem" aria-label="Key of {{{name}}}">key</a>, \
        <a href="/sandbox/mvpds/{{{path}}}/metadata.xml" aria-label="Metadata of {{{name}}}">\
        metadata</a>{{/hasFiles}}{{^hasFiles}}–{{/hasFiles}}</td></tr>
        {{/providers}}</tbody></table></div>
        <h2 id="service-providers">Service providers</h2>
        <div class="table" tabindex="0" role="region" aria-labelledby="service-providers"><table>
        <thead><tr><th scope="col">Service provider</th><th scope="col">Name</th>\
        <th scope="col">Domains</th></tr></thead>
        <tbody>
        {{#serviceProviders}}<tr><th scope="row"><code>{{{id}}}</code></th><td>{{{name}}}</td>\
        <td>{{{domains}}}</td></tr>
        {{/serviceProviders}}</tbody></table></div>
        <h2 id="styles">Response styles</h2>
        <p>How a provider writes and signs its SAML response; a device asks for one by name.</p>
        <div class="table" tabindex="0" role="region" aria-labelledby="styles"><table>
        <thead><tr><th scope="col">Style</th><th scope="col">Response</th></tr></thead>
        <tbody>
        {{#styles}}<tr><th scope="row" class="short"><code>{{{name}}}</code></th>\
        <td>{{{purpose}}}</td></tr>
        {{/styles}}</tbody></table></div>
        """

    static let sessions = """
        <h1>Sessions and profiles</h1>
        <p class="quiet" role="status">As of {{{now}}}. {{#isRefreshing}}This page loads itself \
        anew every {{{seconds}}} seconds; <a href="/sessions">stop that</a>.{{/isRefreshing}}\
        {{^isRefreshing}}<a href="/sessions">Load again</a>, or \
        <a href="/sessions?refresh={{{seconds}}}">every {{{seconds}}} seconds</a>.\
        {{/isRefreshing}}</p>
        <h2 id="live">Sessions</h2>
        {{#hasSessions}}<div class="table" tabindex="0" role="region" aria-labelledby="live"><table>
        <thead><tr><th scope="col">Code</th><th scope="col">App</th><th scope="col">Provider</th>\
        <th scope="col">State</th><th scope="col">Until</th></tr></thead>
        <tbody>
        {{#sessions}}<tr><th scope="row"><a href="/activate?code={{{code}}}">\
        <span class="mono">{{{code}}}</span></a></th><td>{{{app}}}</td><td>{{{mvpd}}}</td>\
        <td>{{{state}}}</td><td class="short">{{{until}}}</td></tr>
        {{/sessions}}</tbody></table></div>{{/hasSessions}}{{^hasSessions}}<p>No session is \
        open. An app gets a code when it starts one.</p>{{/hasSessions}}
        <h2 id="profiles">Profiles</h2>
        {{#hasProfiles}}<div class="table" tabindex="0" role="region" aria-labelledby="profiles">\
        <table>
        <thead><tr><th scope="col">Provider</th><th scope="col">Type</th><th scope="col">App</th>\
        <th scope="col">User</th><th scope="col">Attributes</th><th scope="col">Until</th></tr>\
        </thead>
        <tbody>
        {{#profiles}}<tr><th scope="row">{{{mvpd}}}</th><td class="short">{{{type}}}</td>\
        <td class="short">{{{app}}}</td><td>{{{user}}}</td><td>{{{attributes}}}</td><td class="short">{{{until}}}</td></tr>
        {{/profiles}}</tbody></table></div>{{/hasProfiles}}{{^hasProfiles}}<p>Nobody is signed \
        in.</p>{{/hasProfiles}}
        """
}
#endif
