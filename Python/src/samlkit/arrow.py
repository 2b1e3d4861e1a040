"""Records as Apache Arrow. Needs pyarrow: ``pip install samlkit[arrow]``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc

from ._errors import ProcessError

_DOCUMENT = "record.schema.json"


@lru_cache(maxsize=1)
def schema() -> pa.Schema:
    """The columns of a record, which are the fields of ``record.schema.json`` in its order.

    Objects are structs, objects with any names are maps, times are text as records have them.
    Every column may be null; ``payload`` is, unless it was asked for.
    """
    text = resources.files(__package__).joinpath(_DOCUMENT).read_text(encoding="utf-8")
    types = _Types(json.loads(text))
    return pa.schema(types.fields(types.document["properties"]))


class _Types:
    """Types of Arrow for parts of a JSON schema, named as Spark names them."""

    def __init__(self, document: dict[str, Any]):
        self.document = document

    def fields(self, properties: dict[str, Any]) -> list[pa.Field]:
        return [pa.field(name, self.type(part)) for name, part in properties.items()]

    def type(self, part: dict[str, Any]) -> pa.DataType:
        if "$ref" in part:
            found: Any = self.document
            for name in part["$ref"].split("/")[1:]:
                found = found[name]
            return self.type(found)
        if "properties" in part:
            return pa.struct(self.fields(part["properties"]))
        kinds = [part["type"]] if isinstance(part["type"], str) else part["type"]
        kind = next(kind for kind in kinds if kind != "null")
        if kind == "array":
            return pa.list_(pa.field("element", self.type(part["items"])))
        if kind == "object":
            value = self.type(part["additionalProperties"])
            return pa.map_(pa.field("key", pa.string(), nullable=False), value)
        return {"string": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}[kind]


class RecordStream:
    """The output of ``samlkit batch --arrow``, read from a pipe."""

    def __init__(self, pipe: IO[bytes]):
        self._pipe = _WatchedPipe(pipe)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Batches of about a megabyte.

        Raises:
            ProcessError: The columns are not those of this package.
        """
        try:
            reader = pa.ipc.open_stream(self._pipe)
        except pa.ArrowInvalid:
            # Nothing was written, or something else; whether that is an error, others say.
            return
        is_older = reader.schema.equals(_third_schema())
        if not is_older and not reader.schema.equals(schema()):
            raise ProcessError("samlkit writes other columns than this package has.")
        group: list[pa.RecordBatch] = []
        start = self._pipe.bytes_read
        try:
            for batch in reader:
                group.append(_updated(batch) if is_older else batch)
                # To ask the batches for their size costs as much as to read them.
                if self._pipe.bytes_read - start >= _BATCH_SIZE:
                    yield _joined(group)
                    group, start = [], self._pipe.bytes_read
        except (pa.ArrowInvalid, OSError):
            # Cut off in the middle.
            return
        if group:
            yield _joined(group)

    @property
    def is_cut_off(self) -> bool:
        """True if something was written, and its end is not the end of a stream."""
        return not self._pipe.is_at_end


class _WatchedPipe:
    """A pipe that counts, and remembers its last bytes: Arrow does not say whether it saw the end of a stream."""

    closed = False

    def __init__(self, pipe: IO[bytes]):
        self._pipe = pipe
        self._last = b""
        self.bytes_read = 0

    def read(self, size: int = -1) -> bytes:
        part = self._pipe.read(size)
        self.bytes_read += len(part)
        self._last = part[-8:] if len(part) >= 8 else (self._last + part)[-8:]
        return part

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        """Does nothing: the pipe belongs to the process."""

    @property
    def is_at_end(self) -> bool:
        return not self._pipe.read(1) and self._last in (b"", _END)


_END = b"\xff\xff\xff\xff\x00\x00\x00\x00"
_BATCH_SIZE = 1 << 20


# What records have since version 4: columns, and members of structs by the path to them.
_ADDED = {
    "": ("notes", "redacted"),
    "conditions": ("now",),
    "claimed.response": ("assertionConsumerServiceURL", "statusMessage"),
    "reasons": ("searchedBriefly",),
}


def _third(fields: Iterable[pa.Field], path: str = "") -> list[pa.Field]:
    """The fields that version 3 has of those of this version."""
    added = _ADDED.get(path, ())
    return [
        pa.field(field.name, _third_type(field.type, f"{path}.{field.name}".lstrip(".")))
        for field in fields
        if field.name not in added
    ]


def _third_type(type_: pa.DataType, path: str) -> pa.DataType:
    if pa.types.is_struct(type_):
        return pa.struct(_third(type_, path))
    if pa.types.is_list(type_):
        return pa.list_(type_.value_field.with_type(_third_type(type_.value_type, path)))
    return type_


def _third_schema() -> pa.Schema:
    """The columns of records of version 3."""
    return pa.schema(_third(schema()))


def _updated(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Records of version 3 as those of this version, in which accepted does not stand for unverified."""
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    verdict = pc.struct_field(columns["signature"], "verdict")
    is_unverified = pc.and_(pc.equal(columns["outcome"], "accepted"), pc.not_equal(verdict, "valid"))
    columns["outcome"] = pc.if_else(is_unverified, "unverified", columns["outcome"])
    # They do not say that they are not.
    columns["redacted"] = pa.repeat(True, batch.num_rows)
    arrays = [_filled(columns.get(field.name), field.type, batch.num_rows) for field in schema()]
    return pa.RecordBatch.from_arrays(arrays, schema=schema())


def _filled(array: pa.Array | None, type_: pa.DataType, count: int) -> pa.Array:
    """The values with null for the members that they do not have."""
    if array is None:
        return pa.nulls(count, type_)
    if array.type.equals(type_):
        return array
    if pa.types.is_struct(type_):
        parts = dict(zip((part.name for part in array.type), array.flatten(), strict=True))
        return pa.StructArray.from_arrays(
            [_filled(parts.get(part.name), part.type, len(array)) for part in type_],
            fields=list(type_),
            mask=array.is_null(),
        )
    values = _filled(array.values, type_.value_type, len(array.values))
    return pa.ListArray.from_arrays(array.offsets, values, type=type_, mask=array.is_null())


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    """One batch instead of many small ones, of which each costs its reader something."""
    if len(batches) == 1:
        return batches[0]
    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]
