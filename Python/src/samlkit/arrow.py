"""Records as Apache Arrow. Needs pyarrow: ``pip install samlkit[arrow]``."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import pyarrow as pa
import pyarrow.json

_DOCUMENT = "record.schema.json"


@lru_cache(maxsize=1)
def schema() -> pa.Schema:
    """The columns of a record, which are the fields of ``record.schema.json`` in its order.

    Objects are structs, objects with any names are maps, times are text as records have them.
    Every column may be null; ``payload`` is, unless it was asked for.
    """
    return _schema(with_maps=True)


def _schema(with_maps: bool) -> pa.Schema:
    text = resources.files(__package__).joinpath(_DOCUMENT).read_text(encoding="utf-8")
    types = _Types(json.loads(text), with_maps)
    return pa.schema(types.fields(types.document["properties"]))


class _Types:
    """Types of Arrow for parts of a JSON schema, named as Spark names them."""

    def __init__(self, document: dict[str, Any], with_maps: bool):
        self.document = document
        self.with_maps = with_maps

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
            if self.with_maps:
                return pa.map_(pa.field("key", pa.string(), nullable=False), value)
            pair = pa.struct([pa.field("key", pa.string()), pa.field("value", value)])
            return pa.list_(pa.field("element", pair))
        return {"string": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}[kind]


class RecordReader:
    """Turns NDJSON of ``samlkit batch --maps entries`` into record batches."""

    def __init__(self) -> None:
        self.schema = schema()
        self._parsing = pyarrow.json.ParseOptions(
            explicit_schema=_schema(with_maps=False), unexpected_field_behavior="error"
        )

    def batch(self, lines: bytes) -> pa.RecordBatch:
        """The record batch of whole lines."""
        table = pyarrow.json.read_json(
            pa.BufferReader(lines),
            # One block, so that no record is divided, and no thread beside those of the caller.
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(lines) + 1),
            parse_options=self._parsing,
        )
        columns = [
            _with_maps(table.column(field.name).combine_chunks(), field.type)
            for field in self.schema
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def _with_maps(array: Any, wanted: pa.DataType) -> Any:
    """An array whose lists of entries are maps, where these are wanted."""
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks == 1 else pa.concat_arrays(array.chunks)
    if array.type.equals(wanted):
        return array
    if pa.types.is_map(wanted):
        entries = array.values
        return pa.MapArray.from_arrays(
            array.offsets,
            entries.field("key"),
            entries.field("value"),
            type=wanted,
            mask=array.is_null(),
        )
    parts = [
        _with_maps(array.field(number), wanted.field(number).type)
        for number in range(wanted.num_fields)
    ]
    return pa.StructArray.from_arrays(parts, fields=list(wanted), mask=array.is_null())
