"""Arguments of Python as the words of a command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Union

from ._errors import OptionError

# What names a file, and what names several.
Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Iterable[Path]]


def files(option: str, paths: Paths | None) -> list[str]:
    """The words of an option for each of its files, by their absolute paths."""
    if paths is None:
        return []
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    return [f"{option}={os.path.abspath(os.fspath(path))}" for path in several]


def value(option: str, text: str | int | None) -> list[str]:
    """The word of an option with a value; behind the = it may begin with anything."""
    return [] if text is None else [f"{option}={text}"]


def flag(option: str, is_on: bool) -> list[str]:
    """The word of an option without a value."""
    return [option] if is_on else []


def texts(option: str, names: str | Iterable[str]) -> list[str]:
    """The words of an option that repeats."""
    several = [names] if isinstance(names, str) else list(names)
    return [f"{option}={name}" for name in several]


def instant(option: str, time: datetime | str | None) -> list[str]:
    """The word of an option with a time, which must say its offset."""
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise OptionError(
                f"{option.lstrip('-')} has no time zone. Pass an aware datetime, such as "
                "datetime.now(timezone.utc)."
            )
        time = time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return value(option, time)


def judging(
    *,
    trust: Paths | None,
    trust_keys: Mapping[str, Path] | None,
    metadata_signer: Paths | None,
    audience: str | None,
    accept_without: str | Iterable[str],
    issuer: str | None,
    recipient: str | None,
    in_response_to: str | None,
    unsolicited: bool,
    query: Path | None,
    now: datetime | str | None,
    clock_skew: int | str,
    profile: str,
    require: str | Iterable[str],
    all_attributes: bool,
    normalization: str,
    decryption_key: Paths | None,
    policy: str | Iterable[str],
) -> list[str]:
    """The words of the options that `verify` and `batch` share."""
    bound = [
        f"--trust-key={os.path.abspath(os.fspath(path))}={name}"
        for name, path in (trust_keys or {}).items()
    ]
    return [
        *files("--trust", trust),
        *bound,
        *files("--metadata-signer", metadata_signer),
        *value("--audience", audience),
        *texts("--accept-without", accept_without),
        *value("--issuer", issuer),
        *value("--recipient", recipient),
        *value("--in-response-to", in_response_to),
        *flag("--unsolicited", unsolicited),
        *files("--query", query),
        *instant("--now", now),
        *value("--clock-skew", clock_skew),
        *value("--profile", profile),
        *texts("--require", require),
        *flag("--all-attributes", all_attributes),
        *value("--normalization", normalization),
        *files("--decryption-key", decryption_key),
        *texts("--policy", policy),
    ]
