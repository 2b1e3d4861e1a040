"""The process that judges messages for this interpreter."""

from __future__ import annotations

import atexit
import base64
import json
import os
import select
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

from . import _program
from ._errors import OptionError, ProcessError, WorkerTimeoutError

PROTOCOL = 1
# The largest content of a frame; samlkit refuses what is larger.
LIMIT = 64 << 20


class Worker:
    """One `samlkit worker`, started when it is needed, used by one thread at a time.

    A process that was forked from this one starts its own. After a timeout, or whatever else
    leaves an answer unread, the worker is ended, so that no answer is taken for another.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Starts from nothing, without ending what belongs to another process."""
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._notes: _program.Notes | None = None
        self._count = 0

    def after_fork(self) -> None:
        """Lets go of the worker of the process that this one was forked from."""
        process = self._process
        if process is not None and self._pid != os.getpid():
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    os.close(pipe.fileno())
            # Nothing of it is to be closed or waited for here.
            _INHERITED.append(process)
        self._forget()

    def ask(self, message: bytes, options: Sequence[str], timeout: float) -> dict[str, Any]:
        """The record of a message."""
        if self._pid != os.getpid():
            self.after_fork()
        deadline = time.monotonic() + timeout
        if not self._lock.acquire(timeout=max(0.0, timeout)):
            raise WorkerTimeoutError(f"Other threads kept the worker for {timeout} s.")
        try:
            try:
                answer = self._exchange(message, options, deadline, timeout)
            except BaseException:
                # What was sent may still be answered.
                self._end()
                raise
        finally:
            self._lock.release()
        if "record" in answer:
            record: dict[str, Any] = answer["record"]
            return record
        error = answer["error"]
        if error["code"] == "invalidOptions":
            raise OptionError(error["message"])
        raise ProcessError(error["message"])

    def close(self) -> None:
        """Ends the worker; the next message starts another one."""
        if self._pid == os.getpid():
            with self._lock:
                self._end()

    def _exchange(
        self, message: bytes, options: Sequence[str], deadline: float, timeout: float
    ) -> dict[str, Any]:
        process = self._running()
        self._count += 1
        request = {
            "version": PROTOCOL,
            "id": self._count,
            "message": base64.b64encode(message).decode("ascii"),
            "options": list(options),
        }
        content = json.dumps(request).encode()
        if len(content) > LIMIT:
            raise ProcessError(f"The message has {len(message)} bytes, which is too large.")
        assert process.stdin is not None and process.stdout is not None
        try:
            self._write(process.stdin.fileno(), len(content).to_bytes(4, "big"), deadline)
            self._write(process.stdin.fileno(), content, deadline)
            length = int.from_bytes(self._read(process.stdout.fileno(), 4, deadline), "big")
            if length > LIMIT:
                raise ProcessError("The worker's answer is no frame.")
            answer: dict[str, Any] = json.loads(
                self._read(process.stdout.fileno(), length, deadline)
            )
        except TimeoutError as error:
            raise WorkerTimeoutError(f"The worker did not answer within {timeout} s.") from error
        except (OSError, EOFError) as error:
            raise self._ended(process) from error
        if answer.get("version") != PROTOCOL or answer.get("id") != self._count:
            raise ProcessError("The worker's answer belongs to another request.")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        try:
            process = subprocess.Popen(
                [_program.path(), "worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_program.environment(),
                bufsize=0,
            )
        except OSError as error:
            raise ProcessError(f"samlkit could not be started: {error.strerror}") from error
        assert process.stdin is not None and process.stdout is not None
        os.set_blocking(process.stdin.fileno(), False)
        os.set_blocking(process.stdout.fileno(), False)
        self._process = process
        self._notes = _program.Notes(process)
        return process

    def _ended(self, process: subprocess.Popen[bytes]) -> ProcessError:
        """What is known of a worker that closed its pipes."""
        try:
            status: int | None = process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            status = None
        how = f"status {status}" if status is None or status >= 0 else f"signal {-status}"
        said = self._notes.text() if self._notes else ""
        return ProcessError(f"The worker ended with {how}. {said}".rstrip())

    def _end(self) -> None:
        process, self._process, self._notes = self._process, None, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    @staticmethod
    def _wait(descriptor: int, events: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, events)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise TimeoutError

    def _write(self, descriptor: int, content: bytes, deadline: float) -> None:
        rest = memoryview(content)
        while rest:
            try:
                rest = rest[os.write(descriptor, rest) :]
            except BlockingIOError:
                self._wait(descriptor, select.POLLOUT, deadline)

    def _read(self, descriptor: int, count: int, deadline: float) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            try:
                part = os.read(descriptor, min(count - len(parts), 1 << 20))
            except BlockingIOError:
                self._wait(descriptor, select.POLLIN, deadline)
                continue
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)


_INHERITED: list[subprocess.Popen[bytes]] = []

#: The worker of this interpreter.
shared = Worker()
atexit.register(shared.close)
os.register_at_fork(after_in_child=shared.after_fork)
