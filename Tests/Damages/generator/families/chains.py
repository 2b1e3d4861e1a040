"""Honest signatures of keys whose certificates come with those that vouch for them."""

from generator.corpus import Family
from generator.messages import ORIGINALS


def family() -> Family:
    cases = Family("chains")
    for case, start, key, trust, changes in (
        ("chain-signer", "line-xmlsec1", "one-issued", "chain", {}),
        ("chain-signer-signxml", "rich-signxml", "one-issued", "chain-reversed", {}),
        ("chain-signer-unnamed", "line-xmlsec1", "one-issued", "chain-reversed", {"certificate": ""}),
        ("chain-authority", "line-xmlsec1", "one-authority", "chain", {}),
        ("chain-authority-signxml", "line-signxml", "one-authority", "chain-reversed", {}),
        ("chain-authority-unnamed", "line-xmlsec1", "one-authority", "chain", {"certificate": ""}),
        ("rollover-first", "line-xmlsec1", "one", "rollover", {}),
        ("rollover-second", "rich-signxml", "one-older", "rollover", {}),
    ):
        message = ORIGINALS[start].but(key=key, **changes)
        cases.honest(case, start, message, trust=[f"trust/idps-{trust}.xml"])
    return cases
