// Adobe Pass over REST API v2, as an app in a browser calls it.

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export class PassError extends Error {
  constructor(status, body) {
    super(body?.message ?? `Adobe Pass answered ${status}.`);
    this.status = status;
    this.code = body?.code;
    this.action = body?.action;
  }
}

export class Pass {
  // `store` keeps the registration: without it, the user is signed out.
  constructor({ base, serviceProvider, statement, store = localStorage }) {
    Object.assign(this, { base, serviceProvider, statement, store });
    this.device = store.getItem("device") ?? crypto.randomUUID();
    store.setItem("device", this.device);
    this.information = base64(JSON.stringify({
      primaryHardwareType: "TV", model: "browser", version: "1", osName: "Linux", osVersion: "1",
      connectionType: "LAN",
    }));
  }

  // Sends a request; after 429 it waits, and after 401 it renews the access token once.
  async call(method, path, { form, json, fields = {}, isRenewed = false } = {}) {
    const headers = {
      Authorization: `Bearer ${await this.token()}`,
      "AP-Device-Identifier": `fingerprint ${base64(this.device)}`, ...fields,
    };
    const answer = await this.send(method, `/api/v2/${this.serviceProvider}/${path}`, headers, form, json);
    if (answer.status === 401 && !isRenewed) {
      this.store.removeItem("token");
      return this.call(method, path, { form, json, fields, isRenewed: true });
    }
    return this.read(answer);
  }

  async send(method, path, headers, form, json) {
    const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : undefined;
    const all = { "X-Device-Info": this.information, ...headers };
    if (json) all["Content-Type"] = "application/json";
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch(this.base + path, { method, headers: all, body });
      if (answer.status !== 429 || attempt === 5) return answer;
      await pause(1.2);
    }
  }

  async read(answer) {
    const text = await answer.text();
    let body;
    // A gateway answers HTML.
    try { body = JSON.parse(text); } catch { body = undefined; }
    if (!answer.ok || body === undefined) throw new PassError(answer.status, body);
    return body;
  }

  // The access token, as long as it lasts. Calls at once wait for the same one.
  token() {
    const kept = JSON.parse(this.store.getItem("token") ?? "null");
    if (kept && kept.end > Date.now() + 60_000) return kept.text;
    this.renewal ??= this.renew().finally(() => { this.renewal = undefined; });
    return this.renewal;
  }

  async renew() {
    let client = JSON.parse(this.store.getItem("client") ?? "null");
    if (!client) {
      client = await this.read(await this.send(
        "POST", "/o/client/register", {}, undefined, { software_statement: this.statement }));
      this.store.setItem("client", JSON.stringify(client));
    }
    const token = await this.read(await this.send("POST", "/o/client/token", {}, {
      client_id: client.client_id, client_secret: client.client_secret,
      grant_type: "client_credentials",
    }));
    this.store.setItem("token", JSON.stringify(
      { text: token.access_token, end: Date.now() + token.expires_in * 1000 }));
    return token.access_token;
  }

  profiles() { return this.call("GET", "profiles").then((body) => body.profiles); }

  async providers() {
    const { requestor } = await this.call("GET", "configuration");
    return requestor.mvpds.filter((mvpd) => !mvpd.isTempPass && mvpd.displayName);
  }

  session(mvpd, page) {
    return this.call("POST", "sessions", {
      form: { mvpd, domainName: "adobe.com", redirectUrl: page },
    });
  }

  // Polls until the user has signed in, or the code has expired; `signal` ends it.
  async poll({ code, notBefore, notAfter }, signal) {
    const end = performance.now() + (notAfter - notBefore);
    while (performance.now() < end && !signal?.aborted) {
      await pause(5);
      const { profiles } = await this.call("GET", `profiles/code/${code}`);
      if (Object.keys(profiles).length > 0) return profiles;
    }
    return {};
  }

  async authorize(mvpd, resource) {
    const { decisions } = await this.call(
      "POST", `decisions/authorize/${encodeURIComponent(mvpd)}`, { json: { resources: [resource] } });
    return decisions[0];
  }

  async logout(mvpd, page) {
    const redirect = encodeURIComponent(page);
    const { logouts } = await this.call(
      "GET", `logout/${encodeURIComponent(mvpd)}?redirectUrl=${redirect}`);
    return logouts[mvpd];
  }
}
