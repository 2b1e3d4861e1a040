"""Messages in bulk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _options
from ._errors import OptionError
from ._options import Path, Paths
from ._process import BatchProcess, operand

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Batch:
    """The records of a run, in the order of the input, read as they are made.

    It can be read once: as dictionaries, by iterating, or as Arrow or pandas. Leaving early, by
    `close` or the end of a `with` statement, ends the run.
    """

    def __init__(self, arguments: list[str]):
        self._arguments = arguments
        self._process: BatchProcess | None = None
        self._records: Iterator[dict[str, Any]] | None = None
        self._is_done = False

    def __iter__(self) -> Batch:
        return self

    def __next__(self) -> dict[str, Any]:
        if self._records is None:
            self._records = self._parsed(self._started([]))
        try:
            return next(self._records)
        except StopIteration:
            self.close()
            raise

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the run, if it has not ended."""
        self._is_done = True
        if self._process is not None:
            self._process.close()

    def arrow_batches(self) -> Iterator[pyarrow.RecordBatch]:
        """The records as Arrow record batches of one schema, `samlkit.arrow.schema()`."""
        process = self._started(["--arrow"])
        try:
            yield from process.record_batches()
        finally:
            self.close()

    def to_arrow(self) -> pyarrow.Table:
        """All records as an Arrow table."""
        import pyarrow

        from .arrow import schema

        return pyarrow.Table.from_batches(self.arrow_batches(), schema())

    def to_pandas(self) -> pandas.DataFrame:
        """All records as a pandas data frame; structs are dictionaries, maps lists of pairs."""
        return self.to_arrow().to_pandas()

    def _started(self, further: list[str]) -> BatchProcess:
        if self._process is not None or self._is_done:
            raise RuntimeError("The records of a batch can be read once. Call batch again.")
        self._process = BatchProcess([*self._arguments, *further])
        return self._process

    @staticmethod
    def _parsed(process: BatchProcess) -> Iterator[dict[str, Any]]:
        for block in process.blocks():
            for line in block.splitlines():
                yield json.loads(line)


def batch(
    paths: Paths,
    *,
    trust: Paths | None = None,
    trust_keys: Mapping[str, Path] | None = None,
    metadata_signer: Paths | None = None,
    audience: str | None = None,
    accept_without: str | Iterable[str] = (),
    issuer: str | None = None,
    recipient: str | None = None,
    in_response_to: str | None = None,
    unsolicited: bool = False,
    query: Path | None = None,
    now: datetime | str | None = None,
    clock_skew: int | str = 60,
    profile: str = "attribute-query",
    require: str | Iterable[str] = (),
    all_attributes: bool = False,
    normalization: str = "cookbook",
    decryption_key: Paths | None = None,
    policy: str | Iterable[str] = (),
    payload: bool = False,
    input_format: str | None = None,
    field: str | None = None,
    deduplicate: bool = False,
    redact: bool = False,
    redaction_key: Path | None = None,
    jobs: int | None = None,
) -> Batch:
    """Finds and judges all messages of captures, as ``samlkit batch`` does.

    Without ``trust`` and ``trust_keys`` nothing is verified: what the records then say of messages
    stands under ``claimed``.

    Args:
        paths: Files and folders: HAR, NDJSON, CSV, logs, XML, archives and many more.
        payload: Add the encoded payload to each record.
        input_format: The format of every input, such as ``har``; detected, unless given.
        field: The field or column that holds the message.
        deduplicate: Skip duplicate messages.
        redact: Replace attribute values and identifiers with keyed hashes.
        redaction_key: A file with the key of these hashes, so that they are equal across runs.
        jobs: The number of messages processed at the same time; one per processor, unless given.

    The other arguments are those of :func:`verify`.

    Returns:
        The records, which are made while they are read.

    Raises:
        OptionError: An option is wrong. Most of them are found when the first record is read.
    """
    inputs = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not inputs:
        raise OptionError("There is no input. Pass files or folders.")
    words = _options.judging(
        trust=trust,
        trust_keys=trust_keys,
        metadata_signer=metadata_signer,
        audience=audience,
        accept_without=accept_without,
        issuer=issuer,
        recipient=recipient,
        in_response_to=in_response_to,
        unsolicited=unsolicited,
        query=query,
        now=now,
        clock_skew=clock_skew,
        profile=profile,
        require=require,
        all_attributes=all_attributes,
        normalization=normalization,
        decryption_key=decryption_key,
        policy=policy,
    )
    words += [
        *_options.flag("--payload", payload),
        *_options.value("--input-format", input_format),
        *_options.value("--field", field),
        *_options.flag("--deduplicate", deduplicate),
        *_options.flag("--redact", redact),
        *_options.files("--redaction-key", redaction_key),
        *_options.value("--jobs", jobs),
    ]
    return Batch([*(operand(path) for path in inputs), *words])
