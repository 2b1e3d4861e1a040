#!/usr/bin/env python3
"""Runs exchange-script and exchange-service of Samples/embedding, and samlkit sso, against a strict sandbox, whose rules
they must not break, and audits their recorded traffic, which must violate none.

    Scripts/samples-strict.py FOLDER...    # folders with the built programs and samlkit; status 1 if a rule is broken

It builds nothing. The response to exchange is made by the sandbox's own provider, for another device.
"""

import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MAPPING = "Cablevision_apple"
DEVICE = {
    "primaryHardwareType": "TV", "model": "AppleTV", "version": "14,1", "osName": "tvOS", "osVersion": "18.0",
    "connectionType": "WiFi",
}
LIMIT = 60  # seconds


def program(name: str, folders: list[str]) -> str:
    for folder in folders:
        if os.access(path := Path(folder) / name, os.X_OK):
            return str(path.resolve())
    sys.exit(f"{name} is in none of the folders. Build it, and name its folder.")


@contextmanager
def started(words: list[str], **environment: str):
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}) as process:
        try:
            yield process
        finally:
            process.terminate()


def call(url: str, body: dict | None = None, form: dict | None = None, **fields: str) -> bytes:
    data = json.dumps(body).encode() if body else urllib.parse.urlencode(form).encode() if form else None
    kind = "application/json" if body else "application/x-www-form-urlencoded"
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    request = urllib.request.Request(url, data, {"Content-Type": kind, **headers} if data else headers)
    with urllib.request.urlopen(request, timeout=LIMIT) as answer:
        return answer.read()


def text64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


def response(base: str) -> str:
    """A response of the sandbox's provider, as a device gets it."""
    information = text64(json.dumps(DEVICE))
    client = json.loads(call(f"{base}/o/client/register", {"software_statement": "sandbox"}, X_Device_Info=information))
    token = json.loads(call(f"{base}/o/client/token", form={
        "grant_type": "client_credentials", "client_id": client["client_id"], "client_secret": client["client_secret"],
    }, X_Device_Info=information))["access_token"]
    status = text64(json.dumps({
        "frameworkPermissionInfo": {"accessStatus": "granted"},
        "frameworkProviderInfo": {"id": MAPPING, "expirationDate": str(int(time.time() + 86_400) * 1000)},
    }))
    fields = {
        "Authorization": f"Bearer {token}", "X_Device_Info": information,
        "AP_Device_Identifier": f"fingerprint {text64('device')}", "AP_Partner_Framework_Status": status,
    }
    call(f"{base}/api/v2/REF30/profiles", **fields)
    session = json.loads(call(f"{base}/api/v2/REF30/sessions/sso/Apple", form={
        "domainName": "adobe.com", "redirectUrl": "https://adobe.com/",
    }, **fields))["authenticationRequest"]
    answer = json.loads(call(f"{base}/sandbox/platform-sso", {
        "deviceIdentifier": "device", "platform": "tvOS", "channelIdentifier": "https://saml.sp.auth.adobe.com",
        "isInterruptionAllowed": True, "includeAccountProviderIdentifier": True,
        "includeAuthenticationExpirationDate": True, "chosenProvider": MAPPING,
        "verificationToken": session["request"], "attributeNames": session["attributesNames"],
    }))
    return answer["metadata"]["samlAttributeQueryResponse"]


class Recorder(BaseHTTPRequestHandler):
    """A proxy in front of a sandbox that writes down what it passes on, as entries of a HAR file."""

    protocol_version = "HTTP/1.1"

    def pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        begin = time.time()
        request = urllib.request.Request(
            self.server.target + self.path, body or None, dict(self.headers), method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                status, headers, content = answer.status, answer.headers.items(), answer.read()
        except urllib.error.HTTPError as error:
            status, headers, content = error.code, error.headers.items(), error.read()
        self.server.entries.append({
            "startedDateTime": datetime.fromtimestamp(begin, timezone.utc).isoformat(timespec="milliseconds"),
            "time": (time.time() - begin) * 1000,
            "request": {
                "method": self.command, "url": self.server.origin + self.path, "headers": pairs(self.headers.items()),
                "postData": {"mimeType": self.headers.get("Content-Type", ""), "text": body.decode()},
            },
            "response": {
                "status": status, "headers": pairs(headers),
                "content": {"mimeType": "application/json", "text": content.decode()},
            },
        })
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_DELETE = pass_on

    def log_message(self, *arguments) -> None:
        pass


def pairs(headers) -> list[dict]:
    return [{"name": name, "value": value} for name, value in headers]


@contextmanager
def recorded(target: str):
    """A recording proxy; its `origin` is where to send requests to."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Recorder) as proxy:
        proxy.target, proxy.entries = target, []
        proxy.origin = f"http://127.0.0.1:{proxy.server_port}"
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield proxy
        proxy.shutdown()


def audited(entries: list[dict], folders: list[str]) -> str:
    """What the audit says of recorded traffic; an empty text if no rule is violated."""
    with tempfile.NamedTemporaryFile("w", suffix=".har") as file:
        json.dump({"log": {"version": "1.2", "entries": sorted(entries, key=lambda e: e["startedDateTime"])}}, file)
        file.flush()
        words = [program("samlkit", folders), "audit", "--strict", file.name]
        result = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def sso(base: str, folders: list[str], _: str) -> str:
    words = [program("samlkit", folders), "sso", "--api", "v2", "--base-url", base]
    return subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False).stdout


def script(base: str, folders: list[str], message: str) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(message)
        file.flush()
        words = [program("exchange-script", folders), file.name, base, MAPPING]
        return subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False).stdout.strip()


def service(base: str, folders: list[str], message: str) -> str:
    body = {
        "samlAttributeQueryResponse": message, "device": DEVICE, "deviceIdentifier": "device-of-a-user",
        "frameworkStatus": {
            "accessStatus": "granted", "accountProviderIdentifier": MAPPING,
            "authenticationExpirationDate": int(time.time() + 86_400) * 1000,
        },
    }
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "ADOBE_PASS_URL": base, "SERVICE_PROVIDER": "REF30", "SOFTWARE_STATEMENT": "sandbox", "PORT": str(port),
        "ADDRESS_FIELD": "X-Real-IP",
    }
    with started([program("exchange-service", folders)], **settings):
        for _ in range(100):
            try:
                return call(f"http://127.0.0.1:{port}/exchange", body, X_Real_IP="203.0.113.7").decode()
            except urllib.error.HTTPError as error:
                return f"{error.code} {error.read().decode()}"
            except OSError:
                time.sleep(0.1)
    return "no answer"


def main() -> None:
    folders = sys.argv[1:]
    if not folders:
        sys.exit(__doc__)
    failed = False
    for sample, expected in ((script, "a profile was created"), (service, "appleSSO"), (sso, "media token")):
        words = [program("samlkit", folders), "sandbox", "--strict", "--accept-captured", "--port", "0", "--quiet"]
        with started(words) as sandbox:
            base = sandbox.stdout.readline().strip()
            message = response(base)
            with recorded(base) as proxy:
                output = sample(proxy.origin, folders, message)
            finding = audited(proxy.entries, folders)
            review = call(f"{base}/review")
            log = call(f"{base}/sandbox/log").decode()
        passed = expected in output and b"Nothing: no request" in review and not finding
        name = "samlkit sso" if sample is sso else f"exchange-{sample.__name__}"
        print(f"{name}: {'passes the strict sandbox and the audit' if passed else output + finding}")
        if not passed:
            print(log)
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
