"""The process behind `verify`: threads, forks, timeouts and deaths."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import samlkit
from samlkit import _program, _worker


def pid() -> int:
    process = _worker.shared._process
    assert process is not None
    return process.pid


def test_one_process_answers_every_message(accepted: bytes, options: dict[str, Any]) -> None:
    samlkit.verify(accepted, **options)
    first = pid()
    for _ in range(20):
        assert samlkit.verify(accepted, **options)
    assert pid() == first


def test_threads_get_their_own_answers(
    accepted: bytes, expired: bytes, options: dict[str, Any]
) -> None:
    failures: list[str] = []

    def ask(message: bytes, outcome: str) -> None:
        for _ in range(25):
            result = samlkit.verify(message, **options)
            if result.outcome != outcome:
                failures.append(result.outcome)

    threads = [
        threading.Thread(target=ask, args=pair)
        for pair in [(accepted, "accepted"), (expired, "rejected"), (b"<a", "malformed")] * 2
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_forked_process_starts_a_worker_of_its_own(accepted: bytes, options: dict[str, Any]) -> None:
    samlkit.verify(accepted, **options)
    parents = pid()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            result = samlkit.verify(accepted, **options)
            os.write(write, f"{pid()} {result.outcome}".encode())
            _worker.shared.close()
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as answer:
        number, outcome = answer.read().split()
    assert os.waitpid(child, 0)[1] == 0
    assert int(number) != parents
    assert outcome == "accepted"
    assert samlkit.verify(accepted, **options), "the worker of the parent goes on"
    assert pid() == parents


def test_a_fork_while_another_thread_holds_the_lock_does_not_wait(
    accepted: bytes, options: dict[str, Any]
) -> None:
    samlkit.verify(accepted, **options)
    with _worker.shared._lock:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = 0 if samlkit.verify(accepted, **options, timeout=20) else 2
                _worker.shared.close()
            finally:
                os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def test_a_worker_that_was_killed_is_replaced(accepted: bytes, options: dict[str, Any]) -> None:
    samlkit.verify(accepted, **options)
    first = pid()
    os.kill(first, signal.SIGKILL)
    for _ in range(100):
        assert _worker.shared._process is not None
        if _worker.shared._process.poll() is not None:
            break
        time.sleep(0.02)
    assert samlkit.verify(accepted, **options)
    assert pid() != first


def test_a_worker_that_does_not_answer_is_killed_and_replaced(
    accepted: bytes, options: dict[str, Any]
) -> None:
    samlkit.verify(accepted, **options)
    first = pid()
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(samlkit.WorkerTimeoutError):
        samlkit.verify(accepted, **options, timeout=0.3)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert samlkit.verify(accepted, **options)


def test_a_timeout_counts_the_wait_for_other_threads(accepted: bytes, options: dict[str, Any]) -> None:
    samlkit.verify(accepted, **options)
    first = pid()
    with _worker.shared._lock:
        with pytest.raises(samlkit.WorkerTimeoutError, match="Other threads"):
            samlkit.verify(accepted, **options, timeout=0.1)
    assert pid() == first, "it answers the other threads"


def test_a_message_above_the_limit_is_refused_here(options: dict[str, Any]) -> None:
    with pytest.raises(samlkit.ProcessError, match="too large"):
        samlkit.verify(bytes(49 << 20), **options)


def test_much_standard_error_is_drained(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(
        "#!/bin/sh\nhead -c 3000000 /dev/zero | tr '\\0' 'x' >&2\necho >&2\necho last >&2\nexit 9\n")
    program.chmod(0o755)
    process = subprocess.Popen([program], stderr=subprocess.PIPE)
    notes = _program.Notes(process)
    assert process.wait(timeout=30) == 9
    assert notes.text().endswith("last")


def test_the_interpreter_ends_and_takes_its_worker_along(
    accepted: bytes, options: dict[str, Any]
) -> None:
    script = (
        "import samlkit, sys; from samlkit import _worker\n"
        "samlkit.verify(sys.argv[1], trust=sys.argv[2])\n"
        "print(_worker.shared._process.pid)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, accepted.decode(), str(options["trust"])],
        capture_output=True, text=True, check=True, timeout=60)  # fmt: skip
    assert run.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(run.stdout), 0)


def test_the_path_is_never_searched(accepted: bytes, options: dict[str, Any], tmp_path: Path) -> None:
    planted = tmp_path / "samlkit"
    planted.write_text("#!/bin/sh\nexit 9\n")
    planted.chmod(0o755)
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tmp_path}:{before}"
    try:
        _worker.shared.close()
        assert samlkit.verify(accepted, **options)
    finally:
        os.environ["PATH"] = before
