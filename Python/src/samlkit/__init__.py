"""Verify SAML responses of TV providers, one at a time or in bulk.

    import samlkit

    result = samlkit.verify(payload, trust="idp-metadata.xml", audience="https://sp.example/saml")
    if result:
        print(result.attributes["uid"])
    else:
        print(result.reasons)

    with samlkit.batch(["captures"], trust="idp-metadata.xml", audience=…) as records:
        for record in records:
            print(record["index"], record["outcome"])

    table = samlkit.batch(["captures"], trust="idp-metadata.xml").to_arrow()

The program that does the work is part of the package; nothing else is run. Only what a trusted key
signed can be read as attributes.
"""

from __future__ import annotations

from ._batch import Batch, batch
from ._errors import (
    NotAcceptedError,
    OptionError,
    ProcessError,
    SamlkitError,
    WorkerTimeoutError,
)
from ._program import version as _version
from ._verify import Note, Reason, Result, verify

__all__ = [
    "Batch",
    "NotAcceptedError",
    "Note",
    "OptionError",
    "ProcessError",
    "Reason",
    "Result",
    "SamlkitError",
    "WorkerTimeoutError",
    "batch",
    "verify",
]
__version__ = _version()
