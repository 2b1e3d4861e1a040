"""Arguments of Python as the words of a command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, TypedDict, Union

from ._errors import OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

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


class Judging(TypedDict, total=False):
    """The options that `verify` and `batch` share."""

    trust: Paths | None
    trust_keys: Mapping[str, Path] | None
    metadata_signer: Paths | None
    audience: str | None
    accept_without: str | Iterable[str]
    issuer: str | None
    recipient: str | None
    in_response_to: str | None
    unsolicited: bool
    query: Path | None
    now: datetime | str | None
    clock_skew: int
    profile: str
    require: str | Iterable[str]
    all_attributes: bool
    normalization: str
    decryption_key: Paths | None
    policy: str | Iterable[str]


# Those that are not a value.
WRITTEN: dict[str, Callable[[str, Any], list[str]]] = {
    **dict.fromkeys(("trust", "metadata_signer", "query", "decryption_key"), files),
    **dict.fromkeys(("accept_without", "require", "policy"), texts),
    **dict.fromkeys(("unsolicited", "all_attributes"), flag),
    "now": instant,
}


def judging(**given: Unpack[Judging]) -> list[str]:
    """The words of the options that `verify` and `batch` share."""
    words: list[str] = []
    for name, setting in given.items():
        if name not in Judging.__annotations__:
            raise TypeError(f"There is no option {name}.")
        if name == "trust_keys":
            keys: Any = setting or {}
            words += [f"--trust-key={os.path.abspath(os.fspath(file))}={issuer}" for issuer, file in keys.items()]
        else:
            words += WRITTEN.get(name, value)("--" + name.replace("_", "-"), setting)
    return words
