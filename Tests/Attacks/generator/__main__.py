"""Writes Tests/Attacks again: trust, options.json and corpus.ndjson.gz and
scenarios.ndjson.gz; `--check` compares instead."""

import gzip
import io
import json
import sys
from importlib import import_module

from generator import keys, metadata, scenarios
from generator.rows import LAYERS
from generator.settings import CONSUMER, CORPUS, OPTIONS, REQUEST, SP, TRUST, instant

FAMILIES = [
    "wrapping",
    "structure",
    "voids",
    "forgery",
    "text",
    "markup",
    "providers",
    "roles",
    "collisions",
    "certificates",
    "contradictions",
    "naming",
    "splicing",
    "kinds",
    "transport",
    "redirects",
    "costs",
]


def common_sets(trust: metadata.Trust) -> None:
    """The option sets that families share."""
    providers = trust.file("providers.xml", metadata.providers())
    usual = {"trust": [providers], "audience": SP, "recipient": CONSUMER, "inResponseTo": REQUEST, "now": instant(0)}
    key = {"decryptionKey": ["keys/sp-encryption.key.pem"]}
    trust.usual = usual
    trust.option_set("sso", profile="web-sso", **usual)
    trust.option_set("query", profile="attribute-query", **usual)
    trust.option_set("sso-decrypting", profile="web-sso", **usual, **key)
    trust.option_set("query-decrypting", profile="attribute-query", **usual, **key)
    trust.option_set("sso-required", profile="web-sso", **usual, require=["uid", "role"])
    trust.option_set("sso-legacy", profile="web-sso", **usual, policy=["legacy-sha1"])


def compressed(lines: list[str]) -> bytes:
    """gzip without a name or a time, the same bytes in every run."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write("".join(line + "\n" for line in lines).encode())
    return buffer.getvalue()


def main() -> None:
    keys.make_missing_keys()
    trust = metadata.Trust()
    common_sets(trust)
    rows, counts = [], {}
    for name in FAMILIES:
        for family in import_module(f"generator.families.{name}").families(trust):
            rows += family.rows
            controls = sum(row.case.startswith("control") for row in family.rows)
            counts[family.name] = (len(family.rows) - controls, controls)
    identifiers = [f"{row.family}/{row.case}" for row in rows]
    repeated = {one for one in identifiers if identifiers.count(one) > 1}
    if repeated:
        raise SystemExit(f"cases with the same name: {sorted(repeated)}")
    for row in rows:
        if row.layer not in LAYERS or row.options not in trust.sets:
            raise SystemExit(f"{row.family}/{row.case}: no such layer or option set")
    stored = [json.dumps(row.json(), ensure_ascii=True, separators=(",", ":")) for row in rows]
    corpus = compressed(stored)
    cases = scenarios.all_scenarios()
    folders = compressed([json.dumps(one.json(), separators=(",", ":")) for one in cases])
    used = {row.options for row in rows}
    options = json.dumps({name: value for name, value in trust.sets.items() if name in used}, indent=2) + "\n"
    if "--check" in sys.argv[1:]:
        wrong = [
            path.name
            for path, data in (
                (CORPUS, corpus),
                (scenarios.SCENARIOS, folders),
                (OPTIONS, options.encode()),
                *((TRUST / name, (text + "\n").encode()) for name, text in trust.files.items()),
            )
            if path.read_bytes() != data
        ]
        if wrong:
            raise SystemExit(f"attacks: the generator writes other bytes: {', '.join(wrong)}")
        print(f"attacks: {len(rows)} cases, byte for byte what is committed")
        return
    trust.write()
    OPTIONS.write_text(options, encoding="utf-8")
    CORPUS.write_bytes(corpus)
    scenarios.SCENARIOS.write_bytes(folders)
    for case in cases:
        attacks, controls = counts.get(case.family, (0, 0))
        is_control = case.case.startswith("control")
        counts[case.family] = (attacks + (not is_control), controls + is_control)
    for name, (attacks, controls) in counts.items():
        print(f"{attacks:4d} attacks {controls:3d} controls  {name}")
    print(f"{len(rows)} messages, {len(corpus)} bytes; {len(cases)} scenarios, {len(folders)} bytes")


if __name__ == "__main__":
    main()
