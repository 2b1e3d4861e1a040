"""The program inside the package, and what it says on standard error."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import subprocess
import tempfile
import threading
from collections import deque
from functools import lru_cache
from importlib import resources
from typing import IO

from ._errors import ProcessError

_LOG = logging.getLogger("samlkit")


def environment() -> dict[str, str]:
    """The environment of the program: the one of this process, without backtraces, which could show memory."""
    return {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


@lru_cache(maxsize=1)
def path() -> str:
    """The path of the program: the one in this package, never one that the PATH names.

    In a package that is imported from a zip file, as Spark's --py-files does it, the program is
    unpacked once for each user into a folder that nobody else can write to.
    """
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "samlkit")
    if os.path.isfile(beside):
        return beside
    try:
        content = resources.files(__package__).joinpath("bin/samlkit").read_bytes()
    except (OSError, KeyError) as error:
        raise ProcessError(
            "The package has no program for this system. Install the wheel of samlkit for it."
        ) from error
    return _unpacked(content)


def _unpacked(content: bytes) -> str:
    digest = hashlib.sha256(content).hexdigest()
    folder = os.path.join(tempfile.gettempdir(), f"samlkit-{os.getuid()}-{digest[:16]}")
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    status = os.lstat(folder)
    is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    if not is_ours or status.st_mode & 0o077:
        folder = tempfile.mkdtemp(prefix="samlkit-")
    program = os.path.join(folder, "samlkit")
    if os.path.isfile(program) and os.path.getsize(program) == len(content):
        return program
    descriptor, partial = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    os.chmod(partial, 0o700)
    os.replace(partial, program)
    return program


@lru_cache(maxsize=1)
def version() -> str:
    """The version of the package, which is that of the program in it."""
    return resources.files(__package__).joinpath("VERSION").read_text(encoding="ascii").strip()


class Notes:
    """Reads the standard error of a process all the time, so that it never waits, and keeps the last lines."""

    def __init__(self, process: subprocess.Popen[bytes]):
        assert process.stderr is not None
        self._lines: deque[str] = deque(maxlen=20)
        self._thread = threading.Thread(target=self._drain, args=(process.stderr,), daemon=True)
        self._thread.start()

    def _drain(self, stream: IO[bytes]) -> None:
        try:
            # No line is longer than a block, whatever is written.
            while line := stream.readline(1 << 16):
                text = line.decode(errors="replace").rstrip("\n")
                self._lines.append(text[:1000])
                _LOG.debug("%s", text)
        except (OSError, ValueError):
            pass
        finally:
            stream.close()

    def text(self) -> str:
        """The last lines, once the process has ended."""
        self._thread.join(timeout=2)
        return "\n".join(self._lines)
