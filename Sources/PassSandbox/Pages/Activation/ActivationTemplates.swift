#if Sandbox
/// The content of the pages on which somebody signs in.
enum ActivationTemplates {
    static let code = """
        <h1>Activate a device</h1>
        <p>Enter the code that the app shows on the other screen.</p>
        {{#error}}<div class="message bad" role="alert" id="error"><p>{{{error}}}</p></div>
        {{/error}}<form class="card" action="/activate" method="get">
        <label for="code">Code</label>
        <input class="code" type="text" id="code" name="code" value="{{{typed}}}" required \
        maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" \
        autofocus aria-describedby="hint{{#error}} error{{/error}}"\
        {{#error}} aria-invalid="true"{{/error}}>
        <p class="hint" id="hint">Seven letters and digits, never O, 0, I or 1. Lowercase letters work, too.</p>
        <button type="submit">Continue</button>
        </form>
        """

    static let provider = """
        <h1>Choose your provider</h1>
        <p>You are signing in to <strong>{{{serviceProvider}}}</strong> on the device that shows \
        <code>{{{code}}}</code>.</p>
        {{#error}}<div class="message bad" role="alert"><p>{{{error}}}</p></div>
        {{/error}}{{#hasProviders}}<form class="card" action="/activate" method="get">
        <input type="hidden" name="code" value="{{{code}}}">
        <fieldset><legend>TV provider</legend>
        {{#providers}}<label class="choice"><input type="radio" name="mvpd" value="{{{id}}}" \
        required{{#isFirst}} checked{{/isFirst}}><img src="{{{logo}}}" alt="" width="48" height="27">\
        <span>{{{name}}}{{#isOther}}\
        <small>{{{id}}}</small>{{/isOther}}</span>\
        </label>
        {{/providers}}</fieldset>
        <button type="submit">Continue</button>
        </form>{{/hasProviders}}{{^hasProviders}}<p>There is no provider to sign in with. Start \
        again on the device.</p>{{/hasProviders}}
        """

    static let signIn = """
        <h1><img src="{{{logo}}}" alt="" width="64" height="36"> Sign in with {{{name}}}</h1>
        <p>This page stands for the provider’s own. It asks for no password: choose who you are.</p>
        {{#error}}<div class="message bad" role="alert"><p>{{{error}}}</p></div>
        {{/error}}{{#badTarget}}<div class="message bad" role="alert"><p>The app’s redirectUrl is \
        not an address a browser may be sent to. You will stay here after signing in.</p></div>
        {{/badTarget}}{{#hasSubscribers}}<form class="card" action="/activate" method="post">
        <input type="hidden" name="token" value="{{{token}}}">
        <input type="hidden" name="code" value="{{{code}}}">
        <input type="hidden" name="mvpd" value="{{{mvpd}}}">
        <fieldset><legend>Subscriber</legend>
        {{#subscribers}}<label class="choice"><input type="radio" name="subscriber" \
        value="{{{name}}}" required{{#isFirst}} checked{{/isFirst}}><span>{{{name}}}\
        <small>{{{userID}}}</small></span></label>
        {{/subscribers}}</fieldset>
        <p class="hint">{{{serviceProvider}}} on the device with code <code>{{{code}}}</code> will \
        be signed in.{{#target}} Your browser then goes to <code>{{{target}}}</code>.{{/target}}</p>
        <button type="submit">Sign in</button>
        </form>{{/hasSubscribers}}{{^hasSubscribers}}<div class="message bad" role="alert">\
        <p>This provider has no subscribers. Add some to the sandbox’s configuration.</p></div>\
        {{/hasSubscribers}}
        {{#mayChoose}}<p><a href="/activate?code={{{code}}}">Choose another provider</a></p>\
        {{/mayChoose}}
        """

    static let done = """
        <h1>You are signed in</h1>
        <div class="message good" role="status"><p>{{{serviceProvider}}} may now use your \
        {{{name}}} subscription on the device that shows the code. It notices by itself within a few seconds.\
        </p></div>
        {{#target}}<p><a class="button" href="{{{target}}}">Return to the app</a></p>\
        {{/target}}{{^target}}<p>You can close this page.</p>{{/target}}
        <p><a href="/sessions">See the sessions and profiles</a></p>
        """

    static let failure = """
        <h1>{{{title}}}</h1>
        <div class="message bad" role="alert"><p>{{{message}}}</p></div>
        <p><a href="{{{back}}}">Go back and try again</a></p>
        """
}

extension PageTemplates.Name {
    /// The template.
    var source: String {
        switch self {
        case .home: OverviewTemplates.home
        case .sessions: OverviewTemplates.sessions
        case .review: ReviewTemplates.review
        case .code: ActivationTemplates.code
        case .provider: ActivationTemplates.provider
        case .signIn: ActivationTemplates.signIn
        case .done: ActivationTemplates.done
        case .failure: ActivationTemplates.failure
        case .inspect: InspectionTemplates.inspect
        }
    }
}
#endif
