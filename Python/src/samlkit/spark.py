"""The Spark data source ``samlkit``: captures in, one row per record out.

    spark.read.format("samlkit").option("trust", "idp.xml").load("/captures")
    spark.readStream.format("samlkit").option("trust", "idp.xml").load("/captures")

The rows are the records of ``samlkit batch`` over the same inputs, with the same index. The columns are
those of `samlkit.arrow.schema()`. Spark 4 finds this module by itself where the package is installed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
)
from pyspark.sql.types import StructType

from . import _plan, _spark_options
from ._errors import OptionError, SamlkitError
from .arrow import schema as record_schema


class SamlkitDataSource(DataSource):
    """Captures as rows, in batches and streams."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "samlkit"

    def schema(self) -> StructType:
        """The columns of a record, the same for every input and option."""
        from pyspark.sql.pandas.types import from_arrow_schema

        return from_arrow_schema(record_schema())

    def reader(self, schema: StructType) -> CaptureReader:
        """The reader of all captures that are there."""
        return CaptureReader(self._options(schema))

    def streamReader(self, schema: StructType) -> CaptureStreamReader:  # noqa: N802 (PySpark's name)
        """The reader of captures as they arrive."""
        return CaptureStreamReader(self._options(schema))

    def _options(self, schema: StructType) -> _spark_options.Options:
        if schema != self.schema():
            raise OptionError(
                "The schema of the data source samlkit is fixed. Leave out schema(), and select "
                "columns."
            )
        return _spark_options.Options(self.options)


@dataclass
class Part(InputPartition):
    """A part of the input: files in a row, or a range of one."""

    division: _plan.Part
    #: The instant at which all parts are judged, where the options name none.
    now: str


class _Reader:
    """What readers of batches and streams share: how a part becomes rows."""

    def __init__(self, options: _spark_options.Options):
        self.options = options
        # Files of options are read here and sent along, so that executors need not have them.
        self.files = options.files()

    def _now(self) -> str:
        return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _rows(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        if not isinstance(partition, Part):
            # So Spark says that there is no partition.
            return
        with self.files.written() as paths:
            words = self.options.words(paths, partition.now)
            yield from partition.division.record_batches(words)


class CaptureReader(DataSourceReader, _Reader):
    """Divides captures among tasks."""

    def __init__(self, options: _spark_options.Options):
        _Reader.__init__(self, options)

    def partitions(self) -> list[InputPartition]:
        """The parts of the input, each with the index of its first record."""
        options = self.options
        parts = _plan.parts(
            options.paths,
            partition_bytes=options.partition_bytes,
            reading=options.reading_words,
            is_ndjson=options.is_ndjson,
        )
        if options.is_numbered:
            with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
                counts = list(pool.map(lambda part: part.count(options.reading_words), parts))
            parts = _plan.numbered(parts, counts)
        now = self._now()
        return _partitions(parts, now)

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a part. Whatever goes wrong fails the task, which Spark repeats."""
        return self._rows(partition)


class CaptureStreamReader(DataSourceStreamReader, _Reader):
    """Reads every file of a folder once.

    A file must be complete when it appears: write it under a name that begins with a dot, and rename it.
    The offset is the list of the files in the folder, so move what was read out of it now and then.
    """

    def __init__(self, options: _spark_options.Options):
        _Reader.__init__(self, options)
        if options.is_numbered_explicitly:
            raise OptionError("The records of a stream have no index. Leave out numbering.")

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802
        """The offset before the first file."""
        return {"files": "[]"}

    def latestOffset(self, start: Any = None, limit: Any = None) -> dict[str, Any]:  # noqa: N802
        """The files that are there; Spark before 4.2 asks without arguments."""
        names = [file.name for file in _plan.listed(self.options.paths)]
        return {"files": json.dumps(names)}

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        """The parts of the files that have arrived in between."""
        known = set(json.loads(start["files"]))
        names = [name for name in json.loads(end["files"]) if name not in known]
        if not names:
            return []
        gone = [name for name in names if not _plan.exists(name)]
        if gone:
            raise SamlkitError(
                f"{len(gone)} files that have arrived are gone before they were read, such as "
                f"{gone[0]}."
            )
        options = self.options
        parts = _plan.parts(
            names,
            partition_bytes=options.partition_bytes,
            reading=options.reading_words,
            is_ndjson=options.is_ndjson,
        )
        return _partitions(parts, self._now())

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a part, without an index."""
        return self._rows(partition)

    def commit(self, end: dict[str, Any]) -> None:
        """Does nothing: files stay where they are."""


def _partitions(parts: list[_plan.Part], now: str) -> list[InputPartition]:
    return [Part(part, now) for part in parts]
