"""What all tests use: the samples of the repository, and the options that judge them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import samlkit

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Samples"

# The package is imported as the wheel has it; Scripts/wheel.py --tree lays it out with the program that was built.
if os.environ.get("SAMLKIT_TESTS_OF_WHEEL") is None:
    assert ROOT / "Python" not in Path(samlkit.__file__).parents, "the sources have no program"


@pytest.fixture
def samples() -> Path:
    return SAMPLES


@pytest.fixture
def options() -> dict[str, Any]:
    """The options that the table beside the samples was made with."""
    return {
        "trust": SAMPLES / "metadata/all-idps.xml",
        "audience": "https://saml.sp.auth.adobe.com",
        "require": ["uid", "uniqueId"],
        "now": "2026-01-15T12:00:00Z",
    }


@pytest.fixture
def accepted() -> bytes:
    """A message that is accepted with the options."""
    return next(SAMPLES.glob("captures/01-*.xml")).read_bytes()


@pytest.fixture
def expired() -> bytes:
    return (SAMPLES / "captures/25-expired.xml").read_bytes()
