#!/usr/bin/env python3
"""Makes the capture of the million: one NDJSON file of signed messages, and what must come out.

    Benchmarks/million/generate.py FOLDER [--messages 1000000] [--distinct 20000] [--plain]

FOLDER/capture.ndjson.gz (or .ndjson with --plain) has one message a line: responses of about 7 KB,
signed by five issuers, two in a hundred broken in ten ways. The distinct ones are signed once and
come again and again, each time with another capture time and host. FOLDER/expected.json says how many
there are of each outcome and of each first reason, FOLDER/messages.b64 has unbroken distinct messages
for the verifier alone. The same arguments give the same bytes (ECDSA is deterministic here, too).

Needs cryptography, as Debian's python3-cryptography has it; --check N lets xmlsec1 verify N messages.
"""

import argparse
import base64
import collections
import json
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from messages import AUDIENCE, KEYS, MAKES, Message, issuer_sequence, message, signed

NOW = datetime(2026, 1, 15, 12, 0, 0, tzinfo=UTC)
SEED = 20260115
# Bytes of a message, from and to.
SIZES = (6500, 7500)
BROKEN_SHARE = 0.02


@dataclass(frozen=True)
class Breakage:
    """One way in which a message is broken, and what samlkit must say of it."""

    name: str
    outcome: str
    reason: str
    # The bytes that are put into Base64.
    data: Callable[[Message], bytes]
    # What is done to the Base64.
    cut: Callable[[str], str] = str


def tampered(given: Message) -> bytes:
    data = signed(given)
    found = data.index(b">tv-") + 1
    return data[:found] + b"tv-ma-x" + data[data.index(b"<", found) :]


def other_key(given: Message) -> bytes:
    """Signed by a key of the same kind that belongs to somebody else, who says so in KeyInfo."""
    if given.make.algorithm.startswith("ecdsa"):
        given = replace(given, make=MAKES[0])
    stranger = "sp-signing"
    return signed(replace(given, key=stranger))


def without_uid(given: Message) -> bytes:
    return signed(replace(given, attributes=given.attributes[1:]))


def failed(given: Message) -> bytes:
    return signed(replace(given, has_failed=True, signs=("response",)))


def with_doctype(given: Message) -> bytes:
    return b'<!DOCTYPE r [<!ENTITY e "e">]>' + signed(given)


def sign_in_page(given: Message) -> bytes:
    title = f"<p>Please sign in to {given.make.issuer}.example again.</p>\n"
    return ("<!-- not SAML\n" + title * 90).encode()


BREAKAGES = (
    Breakage("tampered attribute", "rejected", "signature.digestMismatch", tampered),
    Breakage("expired", "rejected", "conditions.expired",
             lambda given: signed(replace(given, issued=given.issued - timedelta(days=1)))),
    Breakage("wrong audience", "rejected", "conditions.audienceMismatch",
             lambda given: signed(replace(given, audience="https://sp.example/saml"))),
    Breakage("unsigned", "rejected", "signature.absent",
             lambda given: signed(replace(given, signs=()))),
    Breakage("another's key", "rejected", "signature.signatureMismatch", other_key),
    Breakage("required attribute missing", "rejected", "attributes.missing", without_uid),
    Breakage("status not success", "rejected", "conditions.statusNotSuccess", failed),
    Breakage("Base64 cut off", "malformed", "envelope.invalidBase64", signed,
             lambda text: text[: len(text) // 8 * 4 + 1]),
    Breakage("not XML", "malformed", "xml.notWellFormed", sign_in_page),
    Breakage("document type declaration", "malformed", "xml.documentTypeDeclaration", with_doctype),
)  # fmt: skip
GOOD = None


def pools(distinct: int) -> tuple[list[str], dict[str, list[str]]]:
    """The Base64 of unbroken messages, and of some broken ones for each way."""
    chance = random.Random(SEED)

    def several(count: int, make_bytes: Callable[[Message], bytes]) -> Iterator[bytes]:
        for make in issuer_sequence(count, chance):
            # Valid for four hours from 30 seconds before they were issued.
            issued = NOW - timedelta(milliseconds=chance.randrange(60_000, 3 * 3_600_000))
            given = message(make, issued, chance.randrange(*SIZES), chance)
            yield make_bytes(given)

    good = [base64.b64encode(data).decode() for data in several(distinct, signed)]
    broken = {
        breakage.name: [
            breakage.cut(base64.b64encode(data).decode())
            for data in several(max(10, distinct // 200), breakage.data)
        ]
        for breakage in BREAKAGES
    }
    return good, broken


def captured(count: int, good: list[str], broken: dict[str, list[str]]) -> Iterator[tuple]:
    """Each line, with the way in which it is broken."""
    chance = random.Random(SEED + 1)
    number_broken = round(count * BROKEN_SHARE)
    ways = [BREAKAGES[number % len(BREAKAGES)] for number in range(number_broken)]
    chance.shuffle(ways)
    places = dict(zip(sorted(chance.sample(range(count), number_broken)), ways, strict=True))
    start = NOW - timedelta(hours=1)
    step = 3_600_000 / count
    used: collections.Counter[str] = collections.Counter()
    for number in range(count):
        breakage = places.get(number, GOOD)
        pool = good if breakage is GOOD else broken[breakage.name]
        name = "good" if breakage is GOOD else breakage.name
        payload = pool[used[name] % len(pool)]
        used[name] += 1
        moment = start + timedelta(milliseconds=int(number * step))
        stamp = moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
        host = f"sp-{number % 40:02d}.auth.example.com"
        yield f'{{"time":"{stamp}","host":"{host}","SAMLResponse":"{payload}"}}\n', breakage


def write(folder: Path, count: int, distinct: int, plain: bool, level: int) -> dict:
    """Writes everything, and gives what is expected."""
    began = time.monotonic()
    good, broken = pools(min(distinct, count))
    print(f"{len(good)} messages signed in {time.monotonic() - began:.0f} s", flush=True)
    path = folder / ("capture.ndjson" if plain else "capture.ndjson.gz")
    outcomes: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    written = 0
    # One member of gzip's format, without a name and a time.
    packer = None if plain else zlib.compressobj(level, zlib.DEFLATED, 31)
    with path.open("wb", buffering=1 << 20) as file:
        for line, breakage in captured(count, good, broken):
            data = line.encode()
            written += len(data)
            file.write(packer.compress(data) if packer else data)
            outcomes["accepted" if breakage is GOOD else breakage.outcome] += 1
            reasons["none" if breakage is GOOD else breakage.reason] += 1
        if packer:
            file.write(packer.flush())
    (folder / "messages.b64").write_text("\n".join(good[:2000]) + "\n")
    sizes = [len(base64.b64decode(text)) for text in good[:2000]]
    expected = {
        "capture": path.name, "messages": count, "distinct": len(good), "bytes": written,
        "written": path.stat().st_size, "meanMessageBytes": round(sum(sizes) / len(sizes)),
        "now": NOW.strftime("%Y-%m-%dT%H:%M:%SZ"), "audience": AUDIENCE,
        "outcomes": dict(sorted(outcomes.items())), "firstReasons": dict(sorted(reasons.items())),
    }  # fmt: skip
    (folder / "expected.json").write_text(json.dumps(expected, indent=2) + "\n")
    print(f"{path.name} written after {time.monotonic() - began:.0f} s", flush=True)
    return expected


def check(folder: Path, count: int) -> None:
    """Lets xmlsec1, which is not ours, verify some of the messages."""
    certificates = {make.issuer: KEYS / f"sample-{make.key}.cert.pem" for make in MAKES}
    chosen = (folder / "messages.b64").read_text().split()[:count]
    for payload in chosen:
        data = base64.b64decode(payload)
        (make,) = (make for make in MAKES if f"{make.issuer}.example".encode() in data)
        with tempfile.NamedTemporaryFile(suffix=".xml") as file:
            file.write(data)
            file.flush()
            for number in range(len(make.signs)):
                path = f"(//*[local-name()='Signature'])[{number + 1}]"
                subprocess.run(
                    ["xmlsec1", "--verify", "--enabled-key-data", "raw-x509-cert",
                     "--pubkey-cert-pem", certificates[make.issuer],
                     "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:protocol:Response",
                     "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion",
                     "--node-xpath", path, file.name],
                    check=True, capture_output=True,
                )  # fmt: skip
    print(f"xmlsec1 verifies {len(chosen)} messages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--distinct", type=int, default=20_000)
    parser.add_argument("--plain", action="store_true", help="without gzip")
    parser.add_argument("--level", type=int, default=1, help="of gzip, from 1 to 9")
    parser.add_argument("--check", type=int, default=0, metavar="N")
    options = parser.parse_args()
    if options.messages < 50:
        sys.exit("a capture of fewer than 50 messages has no broken ones")
    options.folder.mkdir(parents=True, exist_ok=True)
    expected = write(
        options.folder, options.messages, options.distinct, options.plain, options.level
    )
    print(json.dumps(expected, indent=2))
    if options.check:
        check(options.folder, options.check)


if __name__ == "__main__":
    main()
