"""What happens to one partition of the input: samlkit gets its messages and gives its records."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from pyspark import SparkFiles, TaskContext
from pyspark.accumulators import Accumulator, AccumulatorParam

OUTCOMES = ("accepted", "rejected", "malformed", "notJudged")
# By index: file, line and bytes.
Message = tuple[int, tuple[str, int, bytes]]
# Index, file, line, place among what this worker was given, and the record as samlkit wrote it.
Result = tuple[int, str, int, int, str]


class WorkerError(Exception):
    """What is wrong, in words that quote nothing of a message."""


class CountsByPartition(AccumulatorParam):
    """The number of records of each outcome, by partition.

    A partition that Spark runs again puts the same numbers into the same place, so that nothing is
    counted twice however often tasks are repeated.
    """

    def zero(self, value: dict) -> dict:
        return {}

    def addInPlace(self, value1: dict, value2: dict) -> dict:  # noqa: N802 (PySpark's name)
        value1.update(value2)
        return value1


def numbered(rows: Iterable[tuple], table: dict) -> Iterator[Message]:
    """The messages among the lines of a partition; the table says where each block begins."""
    white_space = bytes(range(33))
    block, name, line, index = None, "", 0, 0
    for path, start, data in rows:
        if block != (path, start):
            block = (path, start)
            name, line, index = table[block]
        line += 1
        if data.strip(white_space):
            yield index, (name, line, bytes(data))
            index += 1


def shipped(name: str) -> str | None:
    """Where a file is that was shipped under this name."""
    path = SparkFiles.get(name)
    return path if os.path.isfile(path) else None


def samlkit_command(program: str | None, options: list[str | tuple[str]], jobs: int) -> list[str]:
    """How samlkit is called here; an option in a tuple is the name of a shipped file."""
    program = program or shipped("samlkit") or shutil.which("samlkit")
    if program is None:
        raise WorkerError("There is no samlkit: ship it with --files, or name it with --samlkit.")
    arguments = []
    for option in options:
        if isinstance(option, tuple):
            path = shipped(option[0])
            if path is None:
                raise WorkerError(f"{option[0]} was not shipped to this worker.")
            arguments.append(path)
        else:
            arguments.append(option)
    return [
        program, "batch", "-", "--input-format", "ndjson", "--output", "-", "--quiet",
        "--jobs", str(jobs), *arguments,
    ]  # fmt: skip


def processed(
    messages: Iterator[Message], command: list[str], counts: Accumulator
) -> Iterator[Result]:
    """Runs samlkit over the messages of a partition; whatever goes wrong fails the task."""
    first = next(messages, None)
    context = TaskContext.get()
    if first is None:
        return
    task = {
        "SPARK_PARTITION_ID": str(context.partitionId()),
        "SPARK_ATTEMPT_NUMBER": str(context.attemptNumber()),
        # A backtrace could show what is in memory.
        "SWIFT_BACKTRACE": "enable=no",
    }
    outcomes = dict.fromkeys(OUTCOMES, 0)
    with tempfile.TemporaryFile() as notes:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=notes,
            env=os.environ | task,
        )  # fmt: skip
        try:
            feeding = Feeding(process, chain([first], messages))
            feeding.start()
            for place, record in enumerate(feeding.whole_lines()):
                if not feeding.waiting:
                    raise WorkerError("samlkit wrote more records than there are messages.")
                index, name, line = feeding.waiting.popleft()
                text = record.decode()
                outcomes[outcome(text)] += 1
                yield index, name, line, place, text
            status = process.wait()
            feeding.join()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        notes.seek(0)
        said = notes.read(1 << 16).decode(errors="replace").splitlines()[-20:]
    check(status, feeding, [line[:300] for line in said])
    counts.add({context.partitionId(): tuple(outcomes.values())})


def outcome(record: str) -> str:
    """The outcome of a record; inside a string its quotes would be escaped."""
    return record.partition('"outcome":"')[2].partition('"')[0]


def check(status: int, feeding: "Feeding", said: list[str]) -> None:
    """Passes on what samlkit said, and raises unless it gave a record for every message."""
    for line in said:
        print(f"samlkit: {line}", file=sys.stderr)
    if feeding.failure is not None:
        raise feeding.failure
    if status not in (0, 1):
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        raise WorkerError("; ".join([f"samlkit {how}", *said]))
    if feeding.waiting or feeding.is_cut_off or not feeding.is_complete:
        raise WorkerError("samlkit wrote fewer records than there are messages.")


class Feeding(threading.Thread):
    """Writes messages to samlkit while its records are read, and keeps what it owes."""

    def __init__(self, process: subprocess.Popen, messages: Iterable[Message]):
        super().__init__(daemon=True)
        self.process = process
        self.messages = messages
        # Index, file and line of the messages whose record has not been read.
        self.waiting: deque[tuple[int, str, int]] = deque()
        self.is_complete = False
        self.is_cut_off = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with self.process.stdin as pipe:
                # White space is no message. It keeps what samlkit looks at to tell what its input is
                # from being chosen by whoever wrote the first line of this partition.
                pipe.write(b" " * 1023 + b"\n")
                for index, (name, line, data) in self.messages:
                    self.waiting.append((index, name, line))
                    pipe.write(data)
                    pipe.write(b"\n")
            self.is_complete = True
        except BrokenPipeError:
            # The exit status, or the records that are missing, say what happened.
            pass
        except BaseException as error:
            self.failure = error
            self.process.kill()

    def whole_lines(self) -> Iterator[bytes]:
        """The lines of samlkit's output; one that is cut off is none."""
        for line in self.process.stdout:
            if not line.endswith(b"\n"):
                self.is_cut_off = True
                return
            yield line
