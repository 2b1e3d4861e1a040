"""How a run is divided into parts that give the same records as one run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, Any
from urllib.parse import unquote, urlsplit

import pyarrow as pa
import pyarrow.compute as pc

from . import _program
from ._errors import ProcessError
from ._process import BatchProcess, operand

# samlkit counts lines without a message in blocks of as many lines of a file.
LINES_PER_BLOCK = 1000
# Two blocks are less than the longest line that samlkit reads.
_BLOCK_SIZE = 8 << 20
# What samlkit looks at to tell how a file is packed.
_HEAD_SIZE = 64 << 10
# Stands before a range: a line that is no message, so that what the range begins with is not taken for the
# beginning of a file and a range without messages not for a file without any, and as many lines as a block has.
_PREAMBLE = b"x" + b" " * _HEAD_SIZE + b"\n" * LINES_PER_BLOCK
_MOST_FILES = 500


@dataclass(frozen=True)
class File:
    """A file of the input."""

    name: str
    #: Its size; `None` for what is no regular file.
    bytes: int | None


@dataclass(frozen=True)
class Part:
    """Some files in a row, or a range of one file."""

    files: tuple[str, ...]
    #: The range, in bytes, of the only file.
    start: int = 0
    end: int | None = None
    #: The lines of the file before the range.
    lines: int = 0
    #: The records of the run before this part; `None` leaves the index out.
    first: int | None = None
    #: The records of this part, and those of them with a message; `None` if nobody counted them.
    records: int | None = None
    messages: int | None = None
    #: What is read before the part, as causes in it depend on that: files, and the beginning of a range.
    files_before: tuple[str, ...] = ()
    start_before: int | None = None
    lines_before: int = 0
    #: The records of what is read before the part.
    records_before: int = 0

    @property
    def is_range(self) -> bool:
        """True if it is a range of a file."""
        return self.end is not None

    @property
    def _needs_preamble(self) -> bool:
        # The beginning of a file with messages is as good as the file.
        return self.is_range and (self._first_byte > 0 or not self.messages)

    @property
    def _first_byte(self) -> int:
        return self.start if self.start_before is None else self.start_before

    @property
    def skipped(self) -> int:
        """The records of the input before those of the part."""
        return self.records_before + int(self._needs_preamble)

    @property
    def line_offset(self) -> int:
        """The lines of a file before the range that is read of it."""
        lines = self.lines if self.start_before is None else self.lines_before
        return lines - (LINES_PER_BLOCK if self._needs_preamble else 0)

    def _copy(self, descriptor: int) -> None:
        """Writes the range to samlkit."""
        if self._needs_preamble:
            _write_all(descriptor, _PREAMBLE)
        with opened(self.files[0]) as file:
            file.seek(self._first_byte)
            rest = (self.end or 0) - self._first_byte
            while rest > 0:
                block = file.read(min(rest, 1 << 20))
                if not block:
                    raise OSError("The file is shorter than it was.")
                _write_all(descriptor, block)
                rest -= len(block)

    def count(self, reading: Sequence[str]) -> tuple[int, int, int]:
        """The number of records, of those with a message, and of those of a window.

        What samlkit finds out about a broken message helps with those after it in the same window of the run.
        """
        if not self.is_range:
            with local(self.files) as paths:
                return _count([operand(path) for path in paths], reading, None)
        records, messages, window = _count(["-"], reading, self)
        return records - 1, messages - 1, window

    def record_batches(self, words: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The records, with the index and the places of the whole run.

        Raises:
            SamlkitError: samlkit failed, or there are more or fewer records than were counted.
        """
        names = self.files_before + (() if self.is_range else self.files)
        words = [*words, "--arrow", f"--part={max(0, (self.first or 0) - self.skipped)}:{self.skipped}"]
        with local(names) as paths:
            inputs = [operand(path) for path in paths]
            if self.is_range:
                process = BatchProcess([*inputs, "-", *words], self._copy)
            else:
                # In one run, a part without any message is nothing unusual.
                process = BatchProcess([*inputs, *words], None, (0, 1, 3))
            placing = _Placing(self, dict(zip(paths, names)))
            try:
                for batch in map(placing.placed, process.record_batches()):
                    if batch.num_rows:
                        yield batch
            finally:
                process.close()
        if self.records is not None and placing.count != self.records:
            raise ProcessError(
                f"samlkit wrote {placing.count} records, expected {self.records}: the input has "
                "changed, or the output was cut off."
            )


class _Placing:
    """Gives records of a part their place in the run."""

    def __init__(self, part: Part, names: dict[str, str]):
        self._part = part
        self._names = {path: name for path, name in names.items() if path != name}
        #: The records so far.
        self.count = 0
        #: The index that samlkit gives the first of them, which no line before the input may make negative.
        self._first = max(part.skipped, part.first or 0)
        self._line_offset = part.line_offset if part.is_range else 0

    def placed(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with file and lines of the run, and without an index where nobody counted."""
        schema = batch.schema
        self._check_order(batch.column("index"))
        columns = {name: batch.column(name) for name in schema.names}
        if self._part.first is None:
            columns["index"] = pa.nulls(batch.num_rows, pa.int64())
        elif self._first != self._part.first:
            columns["index"] = pc.subtract(columns["index"], self._first - self._part.first)
        if self._part.is_range or self._names:
            columns["source"] = self._source(columns["source"])
        self.count += batch.num_rows
        return pa.RecordBatch.from_arrays(list(columns.values()), schema=schema)

    def _check_order(self, index: pa.Array) -> None:
        """Raises if records are missing in between."""
        before = self._first + self.count
        if len(index) and (
            index[0].as_py() != before or index[-1].as_py() != before + len(index) - 1
        ):
            raise ProcessError("The records of samlkit are not in the order of its input.")

    def _source(self, source: pa.StructArray) -> pa.StructArray:
        fields = list(source.type)
        parts = [source.field(number) for number in range(len(fields))]
        for number, field in enumerate(fields):
            if field.name == "file":
                parts[number] = self._files(parts[number])
            elif field.name == "line":
                parts[number] = pc.add(parts[number], self._line_offset)
            elif field.name == "alsoAt" and parts[number].null_count < len(source):
                parts[number] = self._places(parts[number])
        return pa.StructArray.from_arrays(parts, fields=fields, mask=source.is_null())

    def _files(self, files: pa.Array) -> pa.Array:
        if self._part.is_range:
            return pa.array([self._part.files[0]] * len(files), pa.string())
        # A member of an archive has the name of the archive in front.
        return pa.array([self._renamed(file) for file in files.to_pylist()], pa.string())

    def _renamed(self, file: str | None) -> str | None:
        for path, name in self._names.items():
            if file is not None and (file == path or file.startswith(path + "/")):
                return name + file[len(path) :]
        return file

    def _places(self, places: pa.ListArray) -> pa.ListArray:
        values = places.values
        fields = list(values.type)
        parts = [
            pc.add(values.field(number), self._line_offset)
            if field.name == "line"
            else values.field(number)
            for number, field in enumerate(fields)
        ]
        shifted = pa.StructArray.from_arrays(parts, fields=fields, mask=values.is_null())
        return pa.ListArray.from_arrays(
            places.offsets, shifted, type=places.type, mask=places.is_null()
        )


# --- dividing ------------------------------------------------------------------------------------


def parts(
    paths: Sequence[str], *, partition_bytes: int, reading: Sequence[str], is_ndjson: bool
) -> list[Part]:
    """The parts of the inputs, in the order of the run.

    Small files in a row make one part; a file is divided only where that gives the same records.
    """
    found: list[Part] = []
    group: list[str] = []
    size = 0

    def finish() -> None:
        nonlocal group, size
        if group:
            found.append(Part(tuple(group)))
        group, size = [], 0

    for file in listed(paths):
        count = file.bytes or 0
        ranges = (
            _ranges(file, partition_bytes, reading)
            if is_ndjson and count > partition_bytes
            else []
        )
        if ranges:
            finish()
            found += ranges
            continue
        if group and (
            size + count > partition_bytes
            or len(group) >= _MOST_FILES
            or is_remote(group[0]) != is_remote(file.name)
        ):
            finish()
        group.append(file.name)
        size += count
    finish()
    return found


def numbered(parts: Iterable[Part], counts: Iterable[tuple[int, int, int]]) -> list[Part]:
    """The parts with the number of records before each, and in it, and what must be read before it."""
    first = 0
    found: list[Part] = []
    for part, (records, messages, window) in zip(parts, counts):
        part = replace(part, first=first, records=records, messages=messages)
        found.append(_led(part, found, window))
        first += records
    return found


def _led(part: Part, earlier: Sequence[Part], window: int) -> Part:
    """The part with what is read before it: all of its window of records."""
    missing = (part.first or 0) % window
    files: list[str] = []
    start, is_inside = part.start, False
    for before in reversed(earlier):
        if missing <= 0 and not is_inside:
            break
        missing -= before.records or 0
        part = replace(part, records_before=part.records_before + (before.records or 0))
        if start > 0:
            start = before.start
            part = replace(part, start_before=start, lines_before=before.lines)
            continue
        # Of another file, the end cannot be read without its beginning.
        if not is_inside:
            files[:0] = before.files
        is_inside = before.start > 0
    return replace(part, files_before=tuple(files))


def _ranges(file: File, partition_bytes: int, reading: Sequence[str]) -> list[Part]:
    """The ranges of a file with a JSON object on each line; none if it must be read as a whole."""
    ends: list[tuple[int, int]] = []
    with opened(file.name) as stream:
        if not _is_plain(stream.read(_HEAD_SIZE)):
            return []
        stream.seek(0)
        offset = lines = 0
        target = partition_bytes
        tail = b""
        while block := stream.read(_BLOCK_SIZE):
            # Rows of the logs of containers may go on in the next one, and a file ends with a line that is too long.
            is_long = len(block) == _BLOCK_SIZE and b"\n" not in block
            if is_long or _SPLIT_ROW.search(tail + block):
                return []
            tail = block[-64:]
            position = 0
            while offset + len(block) > target:
                place = max(0, target - offset, position)
                lines += block.count(b"\n", position, place)
                position = place
                wanted = -lines % LINES_PER_BLOCK
                # The next line end that ends a block of lines.
                wanted = wanted or LINES_PER_BLOCK
                end = _after_lines(block, position, wanted)
                if end is None:
                    # It is in a later block.
                    target = offset + len(block)
                    lines += block.count(b"\n", position)
                    position = len(block)
                    break
                lines += wanted
                position = end
                ends.append((offset + end, lines))
                target = offset + end + partition_bytes
            lines += block.count(b"\n", position)
            offset += len(block)
    total = file.bytes or 0
    if offset != total:
        raise ProcessError(f"{file.name} has changed while it was read.")
    ends = [end for end in ends if end[0] < total]
    if not ends:
        return []
    starts = [(0, 0), *ends]
    found = [
        Part((file.name,), start, end, lines)
        for (start, lines), (end, _) in zip(starts, [*ends, (total, 0)])
    ]
    return found if any(part.count(reading)[1] for part in found) else []


# A row of a log that Docker wrote, or one with the mark of a part.
_SPLIT_ROW = re.compile(
    rb'(?:^|\n)(?:\xef\xbb\xbf)? *\{ *" *l *o *g *"|"partial_|_PARTIAL_|"logtag"|"_p"', re.MULTILINE
)


def _is_plain(head: bytes) -> bool:
    """Whether a file is read as it is: objects on lines, neither packed nor in another encoding."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    return (
        text.startswith(b"{")
        and b"\0" not in head
        and b"ransfer-" not in head
        and b'=3D"urn:oasis:names:tc:SAML' not in head
        and b'name=3D"SAMLRe' not in head
    )


def _after_lines(block: bytes, position: int, count: int) -> int | None:
    """The place behind a number of line ends; `None` if there are fewer."""
    for _ in range(count):
        position = block.find(b"\n", position) + 1
        if position == 0:
            return None
    return position


def _count(
    inputs: list[str], reading: Sequence[str], part: Part | None
) -> tuple[int, int, int]:
    process = subprocess.Popen(
        [_program.path(), "plan", "--count", *inputs, *reading],
        stdin=subprocess.DEVNULL if part is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_program.environment(),
    )
    notes = _program.Notes(process)
    assert process.stdout is not None
    try:
        if part is not None:
            assert process.stdin is not None
            with process.stdin as pipe:
                part._copy(pipe.fileno())
        answer = process.stdout.read()
    finally:
        if part is not None and process.stdin is not None and not process.stdin.closed:
            process.stdin.close()
        status = process.wait()
        process.stdout.close()
    if status != 0:
        raise ProcessError(f"samlkit plan ended with status {status}. {notes.text()}".rstrip())
    found = json.loads(answer)
    return found["records"], found["messages"], found["window"]


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


# --- files ---------------------------------------------------------------------------------------


def is_remote(name: str) -> bool:
    """True if a name is an address such as ``s3://bucket/name``; a local one may be ``file:/name``."""
    scheme = urlsplit(name).scheme
    return len(scheme) > 1 and scheme != "file" and "://" in name


def _local_name(name: str) -> str:
    """The path of a local file, which may be written as an address."""
    return unquote(urlsplit(name).path) if name.startswith("file:/") else name


def listed(paths: Sequence[str]) -> list[File]:
    """The files of the inputs, in samlkit's order."""
    found: list[File] = []
    for path in paths:
        found += _listed_remotely(path) if is_remote(path) else _listed_here(_local_name(path))
    return found


def _listed_here(path: str) -> list[File]:
    run = subprocess.run(
        [_program.path(), "plan", operand(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=_program.environment(),
        check=False,
    )
    if run.returncode != 0:
        raise ProcessError(f"samlkit plan: {run.stderr.decode(errors='replace').strip()}")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return [File(line["file"], line["bytes"]) for line in lines]


def _filesystem(name: str) -> tuple[Any, str]:
    from pyarrow import fs

    found: tuple[Any, str] = fs.FileSystem.from_uri(name)
    return found


def _listed_remotely(address: str) -> list[File]:
    from pyarrow import fs

    system, path = _filesystem(address)
    info = system.get_file_info(path)
    if info.type == fs.FileType.File:
        return [File(address, info.size)]
    if info.type != fs.FileType.Directory:
        raise ProcessError(f"There is no {address}.")
    found = []
    for entry in system.get_file_info(fs.FileSelector(path, recursive=True)):
        rest = entry.path[len(path) :].strip("/")
        if entry.type == fs.FileType.File and not any(
            name.startswith(".") for name in rest.split("/")
        ):
            found.append(File(f"{address.rstrip('/')}/{rest}", entry.size))
    return sorted(found, key=lambda file: file.name.encode())


def exists(name: str) -> bool:
    """True if a file is there."""
    if not is_remote(name):
        return os.path.lexists(_local_name(name))
    from pyarrow import fs

    system, path = _filesystem(name)
    return bool(system.get_file_info(path).type == fs.FileType.File)


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """A file of the input, to be read from any place."""
    if is_remote(name):
        system, path = _filesystem(name)
        with system.open_input_file(path) as file:
            yield file
    else:
        with open(_local_name(name), "rb") as file:
            yield file


def content(name: str) -> tuple[bytes, float]:
    """The content and the time of a file."""
    if is_remote(name):
        system, path = _filesystem(name)
        with system.open_input_file(path) as file:
            time = system.get_file_info(path).mtime
            return file.read(), time.timestamp() if time else 0.0
    with open(_local_name(name), "rb") as file:
        return file.read(), os.fstat(file.fileno()).st_mtime


@contextmanager
def local(names: Sequence[str]) -> Iterator[list[str]]:
    """The files of the input where samlkit can read them: those elsewhere are copied, as long as it does."""
    if not any(is_remote(name) for name in names):
        yield [_local_name(name) for name in names]
        return
    with tempfile.TemporaryDirectory(prefix="samlkit-") as folder:
        paths = []
        for number, name in enumerate(names):
            os.mkdir(os.path.join(folder, str(number)))
            path = os.path.join(folder, str(number), name.rsplit("/", 1)[-1])
            with opened(name) as source, open(path, "xb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
            paths.append(path)
        yield paths
