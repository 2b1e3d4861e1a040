"""All numbered captures, by what they are about."""

from samples.capture import Capture
from samples.catalogue.contents import CONTENTS
from samples.catalogue.layouts import LAYOUTS
from samples.catalogue.rejections import REJECTIONS
from samples.catalogue.signatures import SIGNATURES
from samples.settings import CAPTURES

CATALOGUE: list[Capture] = sorted(
    (*LAYOUTS, *SIGNATURES, *CONTENTS, *REJECTIONS), key=lambda item: item.name
)


def write_captures() -> None:
    """Writes the captured responses."""
    CAPTURES.mkdir(parents=True, exist_ok=True)
    for capture in CATALOGUE:
        capture.path.write_bytes(capture.data())
