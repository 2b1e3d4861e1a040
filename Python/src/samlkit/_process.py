"""One `samlkit batch` whose records are read as it writes them."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from . import _program
from ._errors import OptionError, ProcessError

if TYPE_CHECKING:
    import pyarrow

# Records are handed on in blocks of about this many bytes.
BLOCK_SIZE = 1 << 20


class BatchProcess:
    """A run of `samlkit batch` that writes NDJSON, or Arrow with `--arrow`, to a pipe."""

    def __init__(
        self,
        arguments: Sequence[str],
        feed: Callable[[int], None] | None = None,
        accepted_statuses: Sequence[int] = (0, 1),
    ):
        """Starts the run.

        Args:
            arguments: The inputs and the options.
            feed: Writes the input to the file descriptor it is given, in a thread of its own.
            accepted_statuses: The exit statuses of a run that is complete.
        """
        self._accepted_statuses = accepted_statuses
        self._failure: BaseException | None = None
        try:
            self._process = subprocess.Popen(
                [_program.path(), "batch", "--output=-", "--quiet", *arguments],
                stdin=subprocess.DEVNULL if feed is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_program.environment(),
            )
        except OSError as error:
            raise ProcessError(f"samlkit could not be started: {error.strerror}") from error
        self._notes = _program.Notes(self._process)
        self._feeding: threading.Thread | None = None
        if feed is not None:
            self._feeding = threading.Thread(target=self._feed, args=(feed,), daemon=True)
            self._feeding.start()

    def _feed(self, feed: Callable[[int], None]) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                feed(pipe.fileno())
        except BrokenPipeError:
            # The exit status says why.
            pass
        except BaseException as error:
            # Without all of its input, the run must not end well.
            self._failure = error
            self._process.kill()

    def blocks(self) -> Iterator[bytes]:
        """The output in blocks of whole lines; raises unless the run is complete."""
        assert self._process.stdout is not None
        rest = b""
        with self._process.stdout as pipe:
            while part := pipe.read(BLOCK_SIZE):
                end = part.rfind(b"\n") + 1
                if end == 0:
                    rest += part
                    continue
                yield rest + part[:end]
                rest = part[end:]
        self._finish(is_cut_off=bool(rest))

    def record_batches(self) -> Iterator[pyarrow.RecordBatch]:
        """The output of a run with `--arrow`; raises unless the run is complete."""
        from .arrow import RecordStream

        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            stream = RecordStream(pipe)
            yield from stream.batches()
            is_cut_off = stream.is_cut_off
        self._finish(is_cut_off)

    def _finish(self, is_cut_off: bool) -> None:
        status = self._process.wait()
        if self._feeding is not None:
            self._feeding.join()
        said = self._notes.text()
        if self._failure is not None:
            raise ProcessError(
                f"The input could not be read: {type(self._failure).__name__}."
            ) from self._failure
        if status == 2:
            raise OptionError(said or "samlkit ended with status 2")
        if status not in self._accepted_statuses or is_cut_off:
            how = f"signal {-status}" if status < 0 else f"status {status}"
            raise ProcessError(f"samlkit ended with {how}. {said}".rstrip())

    def close(self) -> None:
        """Ends the run, if it has not ended."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def operand(path: str | os.PathLike[str]) -> str:
    """A path as an argument; one that begins with a hyphen would be an option."""
    text = os.fspath(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text
