"""Records the sample sign-ons of Samples/har that browsers and proxies write.

    python3 Scripts/record-har.py [FOLDER]      default: Samples/har

A page of a local server posts messages of Samples/captures, as a web sign-on does; a real Chromium
loads it, and Playwright and Selenium Wire record what goes over the wire. (Scripts/record-flow.sh has
mitmproxy record.) What is recorded is made up and opens nothing.

Needs Chromium and ChromeDriver; installs the recorders into .build/check/recorders.
"""

import base64
import html
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
import urllib.parse
import venv
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".build/check/recorders"
PACKAGES = [
    "playwright", "selenium-wire", "selenium<4.20", "blinker<1.8",
    "setuptools<81",
]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
DRIVER = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")
CAPTURES = ROOT / "Samples/captures"
# A picture, of which there are more in a recording than of anything else.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def response(name):
    return base64.b64encode((CAPTURES / name).read_bytes()).decode()


class SignOn(BaseHTTPRequestHandler):
    """A provider whose page posts a response by itself, and the service that receives it."""

    protocol_version = "HTTP/1.1"

    def answer(self, body, kind="text/html; charset=utf-8", status=200, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/":
            request = (CAPTURES / "verification-token.redirect").read_text().strip()
            location = "/idp?" + request + "&RelayState=" + urllib.parse.quote("token=1&x", "")
            self.answer(b"", status=302, headers=[("Location", location)])
        elif path == "/idp":
            value = html.escape(response("01-pretty-lf-assertion-signed-rsa-sha256.xml"))
            self.answer(
                (
                    '<!DOCTYPE html><title>Sign-on</title><img src="/picture.png">'
                    '<form method="post" action="/acs?from=idp">'
                    '<input name="note" value="caf\u00e9 &amp; more">'
                    f'<input name="SAMLResponse" value="{value}">'
                    '<input name="RelayState" value="token=1&amp;x"></form>'
                    "<script>onload=()=>setTimeout(()=>document.forms[0].submit(),300)</script>"
                ).encode()
            )
        elif path == "/picture.png":
            self.answer(PICTURE, "image/png")
        else:
            self.answer(b"", status=404)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = urllib.parse.urlsplit(self.path).path
        if path == "/acs":
            self.answer(
                b"<!DOCTYPE html><title>Signed on</title><script>"
                b"fetch('/api/v2/REF30/sessions/sso/Apple',{method:'POST',body:"
                b"new URLSearchParams({domainName:'sp.example.com'})})"
                b".then(r=>r.json()).then(()=>{document.title='Done'})</script>"
            )
        elif path.endswith("/sessions/sso/Apple"):
            request = (CAPTURES / "verification-token.b64").read_text().replace("\n", "")
            answer = {
                "actionName": "partner_profile",
                "authenticationRequest": {
                    "type": "saml", "request": request, "attributesNames": ["uid", "uniqueId"],
                },
            }
            self.answer(json.dumps(answer).encode(), "application/json; charset=utf-8")
        else:
            self.answer(b"", status=404)

    def log_message(self, *arguments):
        pass


def record_playwright(origin, name):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(record_har_path=name)
        page = context.new_page()
        page.goto(origin + "/")
        page.wait_for_function("document.title == 'Done'")
        context.close()
        browser.close()


def record_selenium_wire(origin, name):
    from selenium.webdriver.chrome.service import Service
    from seleniumwire import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ["--headless=new", "--no-sandbox", "--proxy-bypass-list=<-loopback>"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(
        service=Service(DRIVER), options=options,
        seleniumwire_options={"enable_har": True, "exclude_hosts": []})
    driver.scopes = [origin.replace(".", r"\.") + ".*"]
    driver.get(origin + "/")
    for _ in range(200):
        if driver.title == "Done":
            break
        time.sleep(0.05)
    pathlib.Path(name).write_text(driver.har)
    driver.quit()


def tidy(name, origin):
    """Keeps what belongs to the sign-on: no requests of the browser's own, and none for an icon."""
    recorded = json.loads(pathlib.Path(name).read_text())
    log = recorded["log"]
    log["entries"] = [
        e for e in log["entries"]
        if e["request"]["url"].startswith(origin) and "/favicon.ico" not in e["request"]["url"]
    ]
    pathlib.Path(name).write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n")
    print(pathlib.Path(name).name, log["creator"], len(log["entries"]), "requests")


def main():
    if pathlib.Path(sys.prefix).resolve() != TOOLS.resolve():
        if not (TOOLS / "bin/python").exists():
            venv.create(TOOLS, with_pip=True)
        subprocess.run([TOOLS / "bin/pip", "install", "--quiet", *PACKAGES], check=True)
        os.execv(TOOLS / "bin/python", [str(TOOLS / "bin/python"), __file__, *sys.argv[1:]])
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "Samples/har").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "18775"))), SignOn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    for tool, record in [
        ("playwright", record_playwright), ("selenium-wire", record_selenium_wire),
    ]:
        name = str(folder / f"web-sign-on-{tool}.har")
        record(origin, name)
        tidy(name, origin)


if __name__ == "__main__":
    main()
