"""The options of the Spark data source."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import _plan
from ._errors import OptionError

# Options of `samlkit batch` with a value, by the name that Spark's users write.
_VALUES = {
    "issuer": "--issuer",
    "audience": "--audience",
    "recipient": "--recipient",
    "inResponseTo": "--in-response-to",
    "now": "--now",
    "clockSkew": "--clock-skew",
    "normalization": "--normalization",
    "profile": "--profile",
    "metadataMaxAge": "--metadata-max-age",
    "metadataRetrieved": "--metadata-retrieved",
    "mvpd": "--mvpd",
    "outputRatio": "--output-ratio",
}
# Those that repeat: one value, or an array of JSON.
_LISTS = {"require": "--require", "policy": "--policy", "acceptWithout": "--accept-without"}
_FLAGS = {
    "unsolicited": "--unsolicited",
    "queryMessages": "--query-messages",
    "allAttributes": "--all-attributes",
    "payload": "--payload",
}
# Those that name files: one, or an array of JSON.
_FILES = {
    "trust": "--trust",
    "trustKey": "--trust-key",
    "metadataSigner": "--metadata-signer",
    "decryptionKey": "--decryption-key",
    "query": "--query",
    "configuration": "--configuration",
    "redactionKey": "--redaction-key",
}
# How inputs are read, which counting must know, too.
_READING = {"inputFormat": "--input-format", "field": "--field"}
_OWN = ("path", "paths", "partitionBytes", "numbering", "threads")
# With one of these and no time, samlkit asks the clock; all tasks must judge at the same time.
_TIMED = (
    "trust", "trustKey", "issuer", "audience", "recipient", "inResponseTo", "query", "unsolicited",
)  # fmt: skip
_NAMES = {
    name.lower(): name
    for group in (_VALUES, _LISTS, _FLAGS, _FILES, _READING, _OWN)
    for name in group
}


def _several(name: str, text: str) -> list[str]:
    if not text.lstrip().startswith("["):
        return [text]
    try:
        values: list[str] = json.loads(text)
    except ValueError:
        return [text]
    if not all(isinstance(value, str) for value in values):
        raise OptionError(f"The option {name} takes a text or an array of texts.")
    return values


class Options:
    """The options that were given, checked as far as that needs no samlkit."""

    def __init__(self, given: Mapping[str, str]):
        self._given: dict[str, str] = {}
        for name, value in given.items():
            known = _NAMES.get(name.lower())
            if known is None:
                raise OptionError(
                    f"The data source samlkit has no option {name}. It has "
                    f"{', '.join(sorted(_NAMES.values()))}."
                )
            self._given[known] = str(value)
        self.paths = _several("paths", self._given.get("paths", "[]"))
        if "path" in self._given:
            self.paths.insert(0, self._given["path"])
        if not self.paths:
            raise OptionError("There is no input. Pass a path to load().")
        self.partition_bytes = self._number("partitionBytes", 128 << 20)
        self.threads = self._number("threads", 1)
        numbering = self._given.get("numbering", "run")
        if numbering not in ("run", "none"):
            raise OptionError(f"The option numbering is {numbering}, expected run or none.")
        self.is_numbered = numbering == "run"
        self.is_numbered_explicitly = self._given.get("numbering") == "run"
        self.is_ndjson = self._given.get("inputFormat") == "ndjson"

    def _number(self, name: str, default: int) -> int:
        text = self._given.get(name, str(default))
        if not text.isdigit() or int(text) < 1:
            raise OptionError(f"The option {name} is {text}, expected a number from 1.")
        return int(text)

    @property
    def reading_words(self) -> list[str]:
        """The words that say how inputs are read."""
        return [
            f"{option}={self._given[name]}" for name, option in _READING.items() if name in self._given
        ]

    def files(self) -> Files:
        """The files of the options, read here."""
        files = Files()
        for name in _FILES:
            for value in _several(name, self._given.get(name, "[]")):
                path, equals, issuer = value.partition("=")
                bound = equals + issuer if name == "trustKey" else ""
                files.add(name, path if bound else value, bound)
        return files

    def words(self, paths: list[tuple[str, str, str]], now: str) -> list[str]:
        """The words for samlkit, with the files at their places."""
        words = [f"--jobs={self.threads}", *self.reading_words]
        words += [f"{_VALUES[name]}={self._given[name]}" for name in _VALUES if name in self._given]
        for name, option in _LISTS.items():
            values = _several(name, self._given.get(name, "[]"))
            words += [f"{option}={value}" for value in values]
        for name, option in _FLAGS.items():
            text = self._given.get(name, "false").lower()
            if text not in ("true", "false"):
                raise OptionError(f"The option {name} is {text}, expected true or false.")
            words += [option] if text == "true" else []
        words += [f"{_FILES[name]}={path}{bound}" for name, path, bound in paths]
        if "now" not in self._given and any(name in self._given for name in _TIMED):
            words.append(f"--clock={now}")
        return words


@dataclass
class Files:
    """Files that go with the tasks: name of the option, name, content, time, and what follows the name."""

    _files: list[tuple[str, str, bytes, float, str]] = field(default_factory=list)

    def add(self, option: str, path: str, bound: str) -> None:
        """Reads a file."""
        try:
            content, time = _plan.content(path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise OptionError(f"The file {path} of the option {option}: {reason}.") from error
        self._files.append((option, os.path.basename(path), content, time, bound))

    @contextmanager
    def written(self) -> Iterator[list[tuple[str, str, str]]]:
        """The files in a folder that only this user reads, as long as they are needed."""
        with tempfile.TemporaryDirectory(prefix="samlkit-") as folder:
            paths = []
            for number, (option, name, content, time, bound) in enumerate(self._files):
                os.mkdir(os.path.join(folder, str(number)))
                path = os.path.join(folder, str(number), name)
                with open(path, "xb") as file:
                    file.write(content)
                os.utime(path, (time, time))
                paths.append((option, path, bound))
            yield paths
