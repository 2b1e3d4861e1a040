#!/usr/bin/env python3
"""Says where `samlkit batch --trust` spends its time on messages of 8.3 KB, stage by stage.

Samples are taken by perf (Debian: linux-perf) of a release build; each belongs to the first stage
below whose names all occur in its stack. perf does not always find who called the allocator.

    Benchmarks/compare/profile.py [--messages 20000]
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from machine import SAMLKIT, pinned
from verify import OPTIONS
from workloads import workloads, write_capture

STAGES = [
    ("read the capture", "CaptureReader.next"),
    ("write the results", "ResultFile."),
    ("find the message in JSON", "CapturedRecord.message"),
    ("decode Base64", "EnvelopeDecoder.envelope"),
    ("verify: read the Signature", "specialized Signature.init"),
    ("verify: RSA", "CCryptoBoringSSL_rsa_"),
    ("verify: canonicalize SignedInfo", "signingKey", "linearCanonicalForm"),
    ("verify: other work on the key", "signingKey"),
    ("verify: canonicalize the element", "digestedForm", "linearCanonicalForm"),
    ("verify: digest", "digestedForm"),
    ("verify: parse what was signed", "SignatureVerifier.verified", "XML.Document.init"),
    ("verify: other", "SignatureVerifier."),
    ("read SAML: assertions", "SAML.Assertion.init"),
    ("read SAML: the response around them", "SAML.Response.init"),
    ("verify: keys of the issuer", "SAML.MessageVerifier"),
    ("parse the message", "XML.Document.init"),
    ("outline signatures", "SignatureOutline."),
    ("check normalization", "NormalizationCheck"),
    ("encode the payload", "PayloadEncoder"),
    ("check conditions", "failures(in:)"),
    ("select attributes", "AttributeSelection"),
    ("fill the record", "ProfileProcessor"),
    ("write the record as JSON", "JSONValue"),
    ("write the record as JSON", "RecordFormat"),
    ("write the record as JSON", "RecordWriter"),
    ("rest of the batch", "BatchRun"),
]
ALLOCATOR = ("alloc", "free", "unlink_chunk", "consolidate")


def stage(frames: list[str]) -> str:
    """The stage a stack belongs to, innermost frame first."""
    stack = "\n".join(frames)
    for name, *marks in STAGES:
        if all(mark in stack for mark in marks):
            return name
    if frames and any(mark in frames[0] for mark in ALLOCATOR):
        return "memory, for whatever stage"
    return "start-up, and what cannot be attributed"


def stacks(text: str) -> Iterator[list[str]]:
    """The stacks of `perf script`, as names of functions."""
    for block in text.split("\n\n"):
        frames = [line.split(None, 1)[1] for line in block.splitlines() if line[:1].isspace()]
        if block.strip():
            yield frames


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--processor", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        capture, samples = folder / "capture.ndjson", folder / "perf.data"
        write_capture(capture, workloads()[0], options.messages)
        command = [SAMLKIT, "batch", capture, *OPTIONS, "--output", folder / "out.ndjson"]
        _, seconds = pinned(command, options.processor)
        record = ["perf", "record", "-q", "-o", samples, "-e", "cpu-clock", "-F", "4000"]
        pinned([*record, "--call-graph", "dwarf,8192", *command], options.processor)
        script = subprocess.run(
            ["perf", "script", "-i", samples, "--no-inline", "-F", "comm,ip,sym"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        names = subprocess.run(
            ["swift", "demangle", "--simplified"],
            check=True, input=script.stdout, stdout=subprocess.PIPE,
        )  # fmt: skip
    counts = Counter(stage(frames) for frames in stacks(names.stdout.decode()))
    each = seconds / options.messages * 1e6
    print(f"| Stage | CPU of {each:.0f} us |\n| --- | ---: |")
    for name, count in counts.most_common():
        print(f"| {name} | {each * count / counts.total():.1f} us |")


if __name__ == "__main__":
    main()
