// A TV in a browser: it shows a code, and plays when the user has signed in elsewhere.
import { Pass } from "./pass.js";

const settings = new URLSearchParams(location.search);
const pass = new Pass({
  base: settings.get("base") ?? "http://127.0.0.1:8765",
  serviceProvider: settings.get("serviceProvider") ?? "REF30",
  statement: settings.get("statement") ?? "sandbox",
});
const resource = settings.get("resource") ?? "REF30";
const page = "https://adobe.com/";
const element = (id) => document.getElementById(id);
const show = (text) => { element("status").textContent = text; };

async function start() {
  const signedIn = Object.keys(await pass.profiles())[0];
  if (signedIn) return ready(signedIn);
  show("Choose your TV provider.");
  for (const mvpd of await pass.providers()) {
    const button = document.createElement("button");
    button.textContent = mvpd.displayName;
    button.dataset.mvpd = mvpd.id;
    button.onclick = () => attempt(() => signIn(mvpd));
    element("choices").append(button);
  }
}

async function signIn(mvpd) {
  element("choices").replaceChildren();
  // To be shown, without another look into the configuration, when the app is started again.
  localStorage.setItem("provider", JSON.stringify({ id: mvpd.id, displayName: mvpd.displayName }));
  const session = await pass.session(mvpd.id, page);
  if (session.actionName === "authorize") return ready(mvpd.id);
  show("Waiting for your sign-in.");
  const address = new URL("/activate", pass.base).href;
  Object.assign(element("link"), { href: address, textContent: address });
  element("code").textContent = session.code;
  element("activation").hidden = false;
  const profiles = await pass.poll(session);
  element("activation").hidden = true;
  if (profiles[mvpd.id]) return ready(mvpd.id);
  show("The code has expired. Reload the page for another one.");
}

function ready(mvpd) {
  const provider = JSON.parse(localStorage.getItem("provider") ?? "null");
  show(`Signed in with ${provider?.displayName ?? mvpd}.`);
  Object.assign(element("play"), { hidden: false, onclick: () => attempt(() => play(mvpd)) });
  Object.assign(element("logout"), { hidden: false, onclick: () => attempt(() => leave(mvpd)) });
}

async function play(mvpd) {
  const decision = await pass.authorize(mvpd, resource);
  show(decision.authorized
    // An app sends the token to its own server now, which verifies it.
    ? `Playing, with a media token of ${decision.token.serializedToken.length} characters.`
    : decision.error?.details ?? decision.error?.message ?? "The provider does not permit it.");
  element("play").dataset.done = decision.authorized;
}

async function leave(mvpd) {
  const { actionName, url } = await pass.logout(mvpd, page);
  for (const id of ["play", "logout"]) element(id).hidden = true;
  localStorage.removeItem("provider");
  show("Signed out.");
  if (actionName === "logout") location.assign(new URL(url, pass.base));
}

async function attempt(step) {
  try {
    await step();
  } catch (error) {
    element("status").dataset.failed = error.code ?? "";
    show(error.action === "authentication" ? "Sign in again: reload the page." : error.message);
  }
}

attempt(start);
