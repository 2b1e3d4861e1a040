#!/usr/bin/env python3
"""Measures samlkit audit on a conforming capture of 100,000 exchanges: at most 20 s and 200 MB.

    Benchmarks/audit.py SAMLKIT [COUNT]    # makes a HAR file of COUNT exchanges, audits it, prints time and memory

The capture is made of sign-ins on many devices, one after the other, each with registration, session, polls, decisions
and playback. Status 1 if the audit finds anything, or if a limit is exceeded at 100,000 exchanges or more.
"""

import base64
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone

HOST = "https://sp.auth-staging.adobe.com"
SECONDS, MEGABYTES = 20, 200
START = datetime(2026, 1, 15, 12, tzinfo=timezone.utc)


def text64(value):
    return base64.b64encode(value.encode()).decode()


def exchanges():
    """The exchanges of one device after the other, without end."""
    now, number = START, 0

    def entry(method, url, fields, body, answer, pause, status=200):
        nonlocal now
        request = {"method": method, "url": url, "headers": [{"name": n, "value": v} for n, v in fields.items()]}
        if body is not None:
            request["postData"] = {"mimeType": fields.get("Content-Type", ""), "text": body}
        ended = now + timedelta(milliseconds=80)
        made = {
            "startedDateTime": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"), "time": 80,
            "request": request,
            "response": {
                "status": status,
                "headers": [{"name": "Date", "value": ended.strftime("%a, %d %b %Y %H:%M:%S GMT")}],
                "content": {"mimeType": "application/json", "text": json.dumps(answer) if answer is not None else ""},
            },
        }
        now += timedelta(seconds=pause)
        return made

    while True:
        number += 1
        information = text64(json.dumps({
            "primaryHardwareType": "TV", "model": "AppleTV", "version": "14,1", "osName": "tvOS", "osVersion": "18.0",
            "connectionType": "WiFi"}))
        client, secret, token = f"client-{number}", f"secret-of-client-{number:08}", f"token-of-client-{number:08}"
        device, code = f"fingerprint {text64(f'device-{number:08}')}", f"C{number:06}"
        agent = {"X-Device-Info": information, "User-Agent": "ExampleTV/1.0", "Accept": "application/json"}
        app = {**agent, "Authorization": f"Bearer {token}", "AP-Device-Identifier": device}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        plain = {"Content-Type": "application/json"}
        yield entry("POST", f"{HOST}/o/client/register", {**agent, **plain}, '{"software_statement":"statement"}',
                    {"client_id": client, "client_secret": secret, "scopes": ["api:client:v2"]}, 1.5, 201)
        yield entry("POST", f"{HOST}/o/client/token", {**agent, **form},
                    f"client_id={client}&client_secret={secret}&grant_type=client_credentials",
                    {"access_token": token, "expires_in": 21600}, 1.5, 201)
        root = f"{HOST}/api/v2/REF30"
        yield entry("GET", f"{root}/profiles", app, None, {"profiles": {}}, 1.5)
        yield entry("GET", f"{root}/configuration", app, None, {"requestor": {"mvpds": [{"id": "Comcast"}]}}, 1.5)
        milliseconds = int(now.timestamp() * 1000)
        yield entry("POST", f"{root}/sessions", {**app, **form}, "", {
            "actionName": "resume", "actionType": "direct", "reasonType": "none", "code": code,
            "missingParameters": ["mvpd", "domainName", "redirectUrl"], "url": f"/api/v2/REF30/sessions/{code}",
            "notBefore": str(milliseconds), "notAfter": str(milliseconds + 1_800_000)}, 1.5)
        for _ in range(8):
            yield entry("GET", f"{root}/profiles/code/{code}", app, None, {"profiles": {}}, 5)
        profile = {"Comcast": {"notBefore": milliseconds, "notAfter": milliseconds + 86_400_000, "issuer": "Comcast",
                               "type": "regular", "attributes": {"userID": {"value": "u", "state": "plain"}}}}
        yield entry("GET", f"{root}/profiles/code/{code}", app, None, {"profiles": profile}, 5)
        resources = [f"resource-{n}" for n in range(5)]
        yield entry("POST", f"{root}/decisions/preauthorize/Comcast", {**app, **plain},
                    json.dumps({"resources": resources}),
                    {"decisions": [{"resource": r, "authorized": True, "source": "mvpd"} for r in resources]}, 20)
        for play in range(2):
            media = text64(f"<signatureInfo>{number}-{play}</signatureInfo>" + "x" * 600)
            milliseconds = int(now.timestamp() * 1000)
            yield entry("POST", f"{root}/decisions/authorize/Comcast", {**app, **plain},
                        json.dumps({"resources": ["resource-1"]}), {"decisions": [{
                            "resource": "resource-1", "authorized": True, "source": "mvpd", "token": {
                                "notBefore": milliseconds, "notAfter": milliseconds + 420_000,
                                "serializedToken": media}}]}, 1.5)
            yield entry("POST", "https://backend.example.com/playback", {"User-Agent": "ExampleTV/1.0", **plain},
                        json.dumps({"token": media}), {"url": "x"}, 1.5)
            yield entry("GET", f"https://cdn.example.com/{play}/master.m3u8", {"User-Agent": "ExampleTV/1.0"}, None,
                        None, 700)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "conforming.har")
        with open(name, "w") as file:
            file.write('{"log":{"version":"1.2","creator":{"name":"audit.py","version":"1"},"entries":[\n')
            source = exchanges()
            for number in range(count):
                file.write((",\n" if number else "") + json.dumps(next(source)))
            file.write("\n]}}\n")
        size = os.path.getsize(name) / 1e6
        begin = time.monotonic()
        result = subprocess.run(
            [sys.argv[1], "audit", name, "--strict", "--playback", ".m3u8", "--own-host", "backend.example.com"],
            capture_output=True, text=True, check=False)
        seconds = time.monotonic() - begin
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    print(f"{count} exchanges, {size:.0f} MB: {seconds:.1f} s, {memory:.0f} MB, exit status {result.returncode}")
    if result.returncode != 0:
        sys.exit(result.stdout[:4000] + result.stderr[:1000])
    if count >= 100_000 and (seconds > SECONDS or memory > MEGABYTES):
        sys.exit(f"The limits are {SECONDS} s and {MEGABYTES} MB.")


if __name__ == "__main__":
    main()
