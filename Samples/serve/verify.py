"""Asks samlkit serve why a message fails: verify.py MESSAGE METADATA [AUDIENCE] [TIME]."""

import base64
import json
import os
import sys
import urllib.request
from pathlib import Path

message, metadata, audience, now = [*sys.argv[1:], *["https://saml.sp.auth.adobe.com", "clock"][len(sys.argv) - 3 :]]
body = {
    "message": base64.b64encode(Path(message).read_bytes()).decode(),
    "trust": [{"name": "metadata.xml", "content": Path(metadata).read_text(encoding="utf-8")}],
    "audience": audience,
    "now": now,
}
request = urllib.request.Request(
    os.environ.get("BASE_URL", "http://127.0.0.1:8766") + "/api/v1/verify",
    json.dumps(body).encode(),
    {"Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    record = json.load(answer)["record"]
print(record["outcome"], *(reason["code"] for reason in record["reasons"]), sep="\n")
