"""Bundles the damaged messages and judges the bundles.

    python3 Tests/Damages/bundle.py PROGRAM [--jobs N] [--only TEXT] [--stride N] [--require PERCENT]

Each faulty message is given to `PROGRAM bundle` with its options. The command in the README of the bundle is run where
it was unpacked; it must name the same reason codes and causes as the message itself. Everything in the original that
identifies somebody is searched for in the bundle, decoded in every way.

    same     the same reason codes and likely causes
    other    others: never allowed
    leak     a value of the original was found: never allowed
    refused  no bundle was written, with the reason
"""

import argparse
import base64
import csv
import gzip
import io
import json
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.parse
import zipfile
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from score import FLAGS, FOLDER, named

# What the originals hold that nobody else may see. Words that the standards or the reader's own README have are short.
SECRET = re.compile(rb"[A-Za-z0-9]{7,}")

# Hyphens and equals signs that a program put at the ends of lines of Base64.
LINE_END = re.compile(rb"(?<=[A-Za-z0-9+/]{40})[-=]\r?\n")

# What damage adds of the standards, and the identifiers of algorithms that every certificate has.
STANDARD = "<!DOCTYPE NameFormat urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"
CERTIFICATE = [
    bytes.fromhex("300d06092a864886f70d01010b05000382010100"),
    bytes.fromhex("300d06092a864886f70d01010105000382010f003082010a0282010100"),
]


def options(case: dict) -> list[str]:
    words = []
    for path in case["options"]["trust"]:
        words += ["--trust", str(FOLDER / path)]
    for name, flag in FLAGS.items():
        if name in case["options"]:
            words += [flag, case["options"][name]]
    return words


def verdicts(program: str, words: list[str], folder: str) -> tuple[list, list]:
    """The reason codes and the causes that explaining prints."""
    done = subprocess.run([program, *words, "--json"], capture_output=True, check=False, cwd=folder, timeout=300)
    lines = [json.loads(line) for line in done.stdout.decode(errors="replace").splitlines() if line.startswith("{")]
    codes = [reason["code"] for line in lines for reason in line.get("reasons", [])]
    return codes, sorted(set().union(*map(named, lines)) if lines else set())


def layers(content: bytes, depth: int = 0) -> list[bytes]:
    """The content and everything that it can be decoded to."""
    found = [content]
    if depth > 3:
        return found
    plain = urllib.parse.unquote_to_bytes(content)
    if plain != content:
        found += layers(plain, depth + 1)
    for run in re.findall(rb"[A-Za-z0-9+/\r\n]{32,}={0,2}", content):
        digits = re.sub(rb"[^A-Za-z0-9+/]", b"", run)
        try:
            decoded = base64.b64decode(digits[: len(digits) // 4 * 4])
        except ValueError:
            continue
        found += layers(decoded, depth + 1)
        for bits in (-15, 15, 31):
            try:
                found += layers(zlib.decompressobj(bits).decompress(decoded), depth + 1)
            except zlib.error:
                pass
    return found


def words(content: bytes) -> set[bytes]:
    """The words of every layer, but not those of Base64 whose content is a layer itself, nor the dates of certificates."""
    found = set()
    for layer in layers(LINE_END.sub(b"", content)):
        for run in re.findall(rb"[A-Za-z0-9+/\r\n]{32,}={0,2}", layer):
            digits = re.sub(rb"[^A-Za-z0-9+/]", b"", run)
            if b"<" in base64.b64decode(digits[: min(len(digits), 64) // 4 * 4])[:8]:
                layer = layer.replace(run, b" ")
        found |= {word.lower() for word in SECRET.findall(layer)}
    return {word for word in found if not re.fullmatch(rb"\d{12}z0?", word)}


def vocabulary(controls: list[dict]) -> set[bytes]:
    """The words of the standards: names of elements and attributes, and identifiers that W3C and OASIS define."""
    texts = ["<?xml version= encoding= standalone= ?><![CDATA[ xmlns redacted http://schemas.xmlsoap.org/soap/envelope/"]
    # A default of SAML, which only a damage adds.
    texts += ["NameFormat urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"]
    for case in controls:
        message = base64.b64decode(case["message"])
        if not message.lstrip().startswith(b"<"):
            continue
        for _, item in ElementTree.iterparse(io.BytesIO(message), ("start", "start-ns")):
            if isinstance(item, tuple):
                texts += item
                continue
            texts += [item.tag, *item.attrib]
            values = [*item.attrib.values(), item.text or ""]
            texts += [value for value in values if value.startswith(("urn:oasis:", "http://www.w3.org/"))]
    texts += [STANDARD]
    for part in CERTIFICATE:
        texts += [base64.b64encode(bytes(shift) + part).decode() for shift in range(3)]
    return {word.lower() for word in SECRET.findall(" ".join(texts).encode())}


def judge(program: str, case: dict, public: set[bytes]) -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        message = base64.b64decode(case["message"])
        Path(folder, "message").write_bytes(message)
        before = verdicts(program, ["verify", "--explain", "message", *options(case)], folder)
        done = subprocess.run(
            [program, "bundle", "message", "--output", "bundle.zip", *options(case)],
            capture_output=True,
            check=False,
            cwd=folder,
            timeout=600,
        )
        file = Path(folder, "bundle.zip")
        if done.returncode != 0 or not file.exists():
            assert not file.exists(), "a file was written in spite of the refusal"
            return "refused", done.stderr.decode(errors="replace").strip().splitlines()[-1]
        archive = zipfile.ZipFile(io.BytesIO(file.read_bytes()))
        assert archive.testzip() is None
        archive.extractall(folder)
        kept = {name: archive.read(name) for name in archive.namelist() if not name.endswith(".md")}
        leaked = words(message) & set().union(*map(words, kept.values()))
        # Wrapping cuts the words of the standards, too.
        leaked = {word for word in leaked if not any(word in known for known in public)}
        if leaked:
            return "leak", b" ".join(sorted(leaked)).decode()
        readme = archive.read("README.md").decode()
        command = next(line for line in readme.splitlines() if line.startswith("      samlkit"))
        after = verdicts(program, shlex.split(command)[1:], folder)
        return ("same" if after == before else "other"), f"{before} {after if after != before else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Bundle the damaged messages and judge the bundles.")
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only cases whose identifier or family contains this text")
    parser.add_argument("--stride", type=int, default=1, help="only every so many cases")
    parser.add_argument("--require", type=float, help="fail below this percentage, or with anything other or leaked")
    arguments = parser.parse_args()
    program = str(Path(arguments.program).resolve())
    with (FOLDER / "classes.tsv").open(encoding="utf-8", newline="") as file:
        table = {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    cases = [json.loads(line) for line in gzip.decompress((FOLDER / "corpus.ndjson.gz").read_bytes()).splitlines()]
    faults = [
        case
        for case in cases
        if table[case["id"]]["class"] != "control" and arguments.only in f"{case['family']}/{case['id']}"
    ][:: arguments.stride]
    public = vocabulary([case for case in cases if table[case["id"]]["class"] == "control"])
    counts = Counter()

    def one(case: dict) -> tuple[str, str]:
        return judge(program, case, public)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        for case, (judged, detail) in zip(faults, pool.map(one, faults)):
            counts[judged] += 1
            print(f"{judged:8}{case['id']:38}{table[case['id']]['cause']:26}{detail}", flush=True)
    share = counts["same"] / max(1, len(faults))
    print(f"\n{counts['same']} of {len(faults)} faults come out of their bundles again: {share:.1%}; ", end="")
    print(", ".join(f"{counts[name]} {name}" for name in ("other", "leak", "refused")))
    bad = counts["other"] + counts["leak"]
    if arguments.require is not None and (share * 100 < arguments.require or bad):
        sys.exit(f"required: {arguments.require:.0f} % the same, none other and none leaked")


if __name__ == "__main__":
    main()
