"""Captures in bulk."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import samlkit
from samlkit import _program

CAPTURES = ["captures", "har"]


def words(options: dict[str, Any]) -> list[str]:
    return [
        "--trust", str(options["trust"]), "--audience", options["audience"],
        "--require", ",".join(options["require"]), "--now", options["now"],
    ]  # fmt: skip


def of_the_command(inputs: list[str], options: dict[str, Any]) -> list[dict[str, Any]]:
    run = subprocess.run(
        [_program.path(), "batch", *inputs, "--output", "-", "--quiet", *words(options)],
        capture_output=True, check=False)  # fmt: skip
    assert run.returncode in (0, 1), run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_the_records_are_those_of_the_command(samples: Path, options: dict[str, Any]) -> None:
    inputs = [str(samples / name) for name in CAPTURES]
    expected = of_the_command(inputs, options)
    assert len(expected) > 1000
    assert list(samlkit.batch(inputs, **options)) == expected
    assert list(samlkit.batch(samples / "captures/25-expired.xml", **options)) == of_the_command(
        [str(samples / "captures/25-expired.xml")], options)


def test_the_rows_of_arrow_are_the_records(samples: Path, options: dict[str, Any]) -> None:
    pytest.importorskip("pyarrow")
    from samlkit.arrow import schema

    inputs = [str(samples / name) for name in CAPTURES]
    for changes in ({}, {"payload": True}, {"trust": None}):
        given = {**options, **changes}
        records = list(samlkit.batch(inputs, **given))
        table = samlkit.batch(inputs, **given).to_arrow()
        assert table.schema.equals(schema())
        rows = table.to_pylist(maps_as_pydicts="strict")
        assert len(rows) == len(records)
        for row, record in zip(rows, records):
            assert trimmed(row) == trimmed(record)
            for names in (row["attributes"], record["attributes"]):
                assert list(names) == list(record["attributes"]), "the order of attributes"


def trimmed(value: Any) -> Any:
    """A value without the members that are null, which Arrow has and records may not."""
    if isinstance(value, dict):
        return {name: trimmed(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [trimmed(part) for part in value]
    return value


def test_pandas_has_a_row_for_each_record(samples: Path, options: dict[str, Any]) -> None:
    pytest.importorskip("pandas")
    frame = samlkit.batch(samples / "captures", **options).to_pandas()
    records = list(samlkit.batch(samples / "captures", **options))
    assert list(frame["outcome"]) == [record["outcome"] for record in records]
    assert list(frame["index"]) == list(range(len(records)))


def test_columns_of_version_3_are_read_as_those_of_this_version(samples: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from samlkit import arrow

    third = arrow._third_schema()
    response = ["id", "inResponseTo", "issueInstant", "destination", "status"]
    assert [field.name for field in third.field("claimed").type.field("response").type] == response
    reason = ["code", "message", "line", "column", "likelyCause", "expected", "found", "sentence"]
    assert [field.name for field in third.field("reasons").type.value_type] == reason
    table = samlkit.batch(samples / "captures", now="2026-01-15T12:00:00Z").to_arrow()
    assert set(table["outcome"].to_pylist()) >= {"unverified", "rejected", "malformed"}
    rows = table.to_pylist()
    for row in rows:
        row["outcome"] = row["outcome"].replace("unverified", "accepted")
        del row["conditions"]["now"], row["redacted"], row["notes"]
    older = pa.Table.from_pylist(rows, schema=third)
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, older.schema) as stream:
        stream.write_table(older)
    batches = list(arrow.RecordStream(io.BytesIO(sink.getvalue())).batches())
    expected = table.to_pylist()
    for row in expected:
        # They do not say that no hashes replace values.
        row |= {"redacted": True, "notes": None}
        row["conditions"]["now"] = None
        if row["claimed"] is not None and row["claimed"]["response"] is not None:
            row["claimed"]["response"] |= {"assertionConsumerServiceURL": None, "statusMessage": None}
        for element in row["reasons"]:
            element["searchedBriefly"] = None
    assert pa.Table.from_batches(batches).to_pylist() == expected


def test_leaving_early_ends_the_process(samples: Path, options: dict[str, Any]) -> None:
    with samlkit.batch(samples / "captures", **options) as records:
        next(records)
        assert records._process is not None
        process = records._process._process
    assert process.poll() is not None


def test_records_are_read_once(samples: Path, options: dict[str, Any]) -> None:
    records = samlkit.batch(samples / "captures/25-expired.xml", **options)
    assert len(list(records)) == 1
    assert list(records) == []
    with pytest.raises(RuntimeError, match="once"):
        next(records.arrow_batches())


def test_wrong_options_and_missing_inputs_are_errors(
    samples: Path, options: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(samlkit.OptionError, match="no input"):
        samlkit.batch([])
    with pytest.raises(samlkit.OptionError, match="input-format"):
        list(samlkit.batch(samples / "captures", input_format="pcap"))
    with pytest.raises(samlkit.OptionError, match="no such file"):
        list(samlkit.batch(tmp_path / "none.har", **options))
    odd = tmp_path / "--help"
    odd.mkdir()
    (odd / "a.xml").write_bytes((samples / "captures/25-expired.xml").read_bytes())
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert len(list(samlkit.batch("--help", **options))) == 1
    finally:
        os.chdir(before)


def test_a_package_in_a_zip_file_unpacks_its_program_for_this_user(
    samples: Path, options: dict[str, Any], tmp_path: Path
) -> None:
    package = Path(samlkit.__file__).parent
    archive = tmp_path / "samlkit.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in package.rglob("*"):
            if path.is_file() and path.suffix != ".pyc" and path.name != "samlkit":
                file.write(path, f"samlkit/{path.relative_to(package)}")
        # A program of a few bytes that becomes the one that was built.
        program = f"#!/bin/sh\nexec {os.path.realpath(_program.path())} \"$@\"\n"
        file.writestr("samlkit/bin/samlkit", program)
    message = samples / "captures/25-expired.xml"
    script = (
        "import samlkit, os, sys; from samlkit import _program\n"
        "assert '.zip' in samlkit.__file__\n"
        "print(samlkit.verify(open(sys.argv[1], 'rb').read(), trust=sys.argv[2]).outcome)\n"
        "print(_program.path(), oct(os.stat(os.path.dirname(_program.path())).st_mode & 0o777))\n"
    )
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(archive), "TMPDIR": str(temporary)}
    seen = set()
    for planted in (False, False, True):
        if planted:
            # Somebody else's folder is not used.
            for folder in temporary.iterdir():
                folder.chmod(0o777)
        run = subprocess.run(
            [sys.executable, "-c", script, str(message), str(options["trust"])],
            capture_output=True, text=True, env=environment, check=True)  # fmt: skip
        outcome, line = run.stdout.splitlines()
        assert outcome == "rejected"
        assert line.endswith("0o700")
        seen.add(line)
    assert len(seen) == 2
