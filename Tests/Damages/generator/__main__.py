"""Writes Tests/Damages again: trust/ and corpus.ndjson.gz; `--check` compares instead."""

import gzip
import sys
from collections import Counter
from importlib import import_module

from generator import classes, keys, metadata
from generator.corpus import Case, compressed
from generator.settings import CORPUS, TRUST

FAMILIES = [
    "pretty",
    "newlines",
    "wrapping",
    "escaping",
    "encoding",
    "typography",
    "truncation",
    "structure",
    "values",
    "base64",
    "trust",
    "chains",
    "conditions",
    "pairs",
    "controls",
]


def all_cases() -> list[Case]:
    """Every case, in the order of the families."""
    return [case for name in FAMILIES for case in import_module(f"generator.families.{name}").family().cases]


def check(cases: list[Case]) -> None:
    """Compares with what is committed; a case whose producer is missing counts as the same."""
    stored = gzip.decompress(CORPUS.read_bytes()).decode().splitlines(keepends=True)
    wrong = [case.id for case, line in zip(cases, stored) if case.line() != line]
    wrong += [name for name, text in metadata.files().items() if (TRUST / name).read_text(encoding="utf-8") != text]
    if wrong or len(stored) != len(cases):
        raise SystemExit(f"damages: {len(stored)} cases committed, {len(cases)} made; different: {', '.join(wrong)}")
    print(f"damages: {len(cases)} cases, byte for byte the committed ones")


def main() -> None:
    keys.make_missing_keys()
    cases = all_cases()
    repeated = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if repeated:
        raise SystemExit(f"damages: repeated identifiers: {', '.join(repeated)}")
    kept = [case.id for case in cases if not case.made]
    if kept:
        print(f"damages: not made again, as their producer is missing or has another version: {', '.join(kept)}")
    if "--check" in sys.argv[1:]:
        check(cases)
    else:
        metadata.write()
        CORPUS.write_bytes(compressed([case.line() for case in cases]))
        for name, count in Counter(case.family for case in cases).items():
            print(f"{count:4d} {name}")
        print(f"{len(cases):4d} cases, {CORPUS.stat().st_size:,} bytes")
    classes.check(cases)


if __name__ == "__main__":
    main()
