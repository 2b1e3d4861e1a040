"""Runs the job in local mode, and compares its rows with what `samlkit batch` writes on one machine.

    check.py SAMLKIT SCRATCH

Every field of every row is compared, with one, three and eight partitions and as Spark splits the
files; with gzip; with workers that fail once for each partition in six ways; and with workers that
always fail or lose a record, which must fail the job. check.sh calls it.
"""

import gzip
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import job
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import ArrayType, BooleanType, LongType, MapType, StringType, StructType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CAPTURE = ROOT / "Samples/captures/subscribers-1000.ndjson"
SCHEMA = json.loads((ROOT / "Documentation/record.schema.json").read_text())
OPTIONS = [
    "--now", "2026-01-15T12:00:00Z", "--audience", "https://saml.sp.auth.adobe.com",
    "--require", "uid,uniqueId", "--trust", str(ROOT / "Samples/metadata/all-idps.xml"),
]  # fmt: skip

# The first attempt at each partition goes wrong, in a way that the partition's number chooses.
FAILS_ONCE = """#!/usr/bin/env bash
[ "$SPARK_ATTEMPT_NUMBER" = 0 ] || exec {samlkit} "$@"
case $((SPARK_PARTITION_ID % 6)) in
0) exit 7 ;;
1) {samlkit} "$@" | head -n 9; kill -9 $$ ;;
2) {samlkit} "$@" | head -c 20000; exit 0 ;;
3) {samlkit} "$@" | sed 1d; exit 0 ;;
4) {samlkit} "$@"; exit 5 ;;
5) {samlkit} "$@" & sleep 0.$((RANDOM % 9)); kill -9 $!; wait; kill -9 $$ ;;
esac
"""
LOSES_ONE = '#!/usr/bin/env bash\n{samlkit} "$@" | sed 5d\n'
ALWAYS_FAILS = '#!/usr/bin/env bash\necho "samlkit: no space left" >&2\nexit 5\n'


class CheckFailure(Exception):
    """What should be so and is not."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise CheckFailure(what)


# --- what goes in ---------------------------------------------------------------------------------


def write_inputs(folder: Path) -> list[str]:
    """The sample capture among lines that are broken in ways of their own, and a second file."""
    chance = random.Random(20260115)
    good = CAPTURE.read_bytes().splitlines()
    broken = [
        b"", b"   \t ", b"\r", b"not JSON", b"{}", b"[1]", b'{"SAMLResponse":7}',
        b'{"SAMLResponse":""}', b'{"time":"\xff\xfe","SAMLResponse":"PA=="}', b"\xff\xfe\x00",
        b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"a\rb", b"\x00\x00\x00", b"\xc2\xa0",
        b"\xef\xbb\xbf" + good[3], good[4] + b"\r", b" " + good[5] + b" ",
        b'{"SAMLResponse":"PA==","SAMLResponse":"PA=="}', good[6].replace(b"host", b"h\\u006fst"),
        good[7].replace(b"sp.auth", '\\"outcome\\":\\"accepted\\" ü 🗝'.encode()),
    ]  # fmt: skip
    lines = list(good)
    for line in broken * 3:
        lines.insert(chance.randrange(1, len(lines)), line)
    captures = folder / "captures"
    captures.mkdir(parents=True)
    (captures / "a b%41.ndjson").write_bytes(b"\n".join(lines) + b"\n")
    # A second file, whose last line has no end, and an empty one.
    (captures / "c.ndjson").write_bytes(b"\n".join(good[:40]))
    (captures / "empty.ndjson").write_bytes(b"")
    return [str(captures)]


def compressed(inputs: list[str], folder: Path) -> list[str]:
    """The same with gzip, under names that differ in nothing else."""
    folder.mkdir()
    for path in sorted(Path(inputs[0]).iterdir()):
        with gzip.open(folder / (path.name + ".gz"), "wb") as file:
            file.write(path.read_bytes())
    return [str(folder)]


def script(folder: Path, name: str, text: str, samlkit: str) -> str:
    path = folder / name
    path.write_text(text.replace("{samlkit}", samlkit))
    path.chmod(0o755)
    return str(path)


# --- what comes out -------------------------------------------------------------------------------


def local_records(samlkit: str, inputs: list[str], output: Path, options: list[str]) -> list[str]:
    """What one machine writes, with null for what is absent."""
    # Told by its content, an empty file would be one malformed message.
    command = [samlkit, "batch", *inputs, "--input-format", "ndjson", "--output", str(output)]
    command += ["--quiet", *options]
    status = subprocess.run(command, check=False).returncode
    require(status in (0, 1), f"samlkit ended with status {status}")
    return [text(filled(json.loads(line), SCHEMA)) for line in output.open("rb")]


def filled(value: object, schema: dict) -> object:
    """A value of the schema with null for every field that is absent, in the schema's order."""
    schema = SCHEMA["$defs"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema
    if isinstance(value, list):
        return [filled(item, schema["items"]) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    require(value.keys() <= schema["properties"].keys(), "a record has fields beside the schema's")
    return {name: filled(value.get(name), part) for name, part in schema["properties"].items()}


def spark_records(spark: SparkSession, output: Path) -> list[str]:
    """The rows in order; to Python, an absent field and null are one."""
    rows = spark.read.parquet(str(output)).orderBy("index").collect()
    return [text(filled(row.asDict(recursive=True), SCHEMA)) for row in rows]


def text(record: dict) -> str:
    """A record as text, in which the order of attributes counts, too."""
    return json.dumps(record, ensure_ascii=False)


def compare(rows: list[str], records: list[str], what: str) -> None:
    require(len(rows) == len(records), f"{what}: {len(rows)} rows, {len(records)} records")
    for number, (row, record) in enumerate(zip(rows, records, strict=True)):
        require(row == record, f"{what}: row {number} differs")
    print(f"{what}: {len(rows)} rows, all equal", flush=True)


def check_schema(frame: DataFrame) -> None:
    """The columns are the published schema's fields, of the types it gives them."""
    properties = {name: part for name, part in SCHEMA["properties"].items() if name != "payload"}
    compare_types(frame.schema, {"properties": properties}, "record")
    print("schema: as published", flush=True)


def compare_types(found: object, schema: dict, name: str) -> None:
    schema = SCHEMA["$defs"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema
    if "properties" in schema:
        require(isinstance(found, StructType), f"{name} is no struct")
        require(found.names == list(schema["properties"]), f"the fields of {name} differ")
        for field in found.fields:
            compare_types(field.dataType, schema["properties"][field.name], field.name)
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    expected = {
        "string": StringType, "integer": LongType, "boolean": BooleanType, "array": ArrayType,
        "object": MapType,
    }[next(kind for kind in kinds if kind != "null")]  # fmt: skip
    require(isinstance(found, expected), f"{name} is no {expected.__name__}")
    if isinstance(found, ArrayType):
        compare_types(found.elementType, schema["items"], name)
    if isinstance(found, MapType):
        compare_types(found.valueType, schema["additionalProperties"], name)


# --- the runs -------------------------------------------------------------------------------------


def local_session(scratch: Path) -> SparkSession:
    """Two cores, and four attempts at each task."""
    builder = SparkSession.builder.master("local[2,4]").appName("check")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.files.maxPartitionBytes": "1000000",
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.driver.host": "127.0.0.1",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    # Tasks fail on purpose; what Spark says of them would bury what this says.
    session.sparkContext.setLogLevel("OFF")
    return session


def must_fail(spark: SparkSession, inputs: list[str], output: Path, samlkit: str) -> None:
    """A job whose workers never succeed fails, leaves no output, and quotes nothing."""
    try:
        job.run(spark, inputs, str(output), OPTIONS, samlkit, 1)
    except Exception as error:
        words = str(error)
        require("samlkit" in words, "the failure does not name samlkit")
        payload = CAPTURE.read_bytes().partition(b'SAMLResponse":"')[2][:40].decode()
        require(payload not in words and "uniqueId\":" not in words, "an error quotes content")
    else:
        raise CheckFailure("a job succeeded whose workers fail")
    require(not (output / "_SUCCESS").exists(), "a failed job left _SUCCESS")
    require(not list(output.glob("part-*")), "a failed job left rows")
    print(f"{Path(samlkit).name}: the job fails and leaves no rows", flush=True)


def main() -> None:
    samlkit, scratch = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    inputs = write_inputs(scratch)
    zipped = compressed(inputs, scratch / "zipped")
    records = local_records(samlkit, inputs, scratch / "local.ndjson", OPTIONS)
    fails_once = script(scratch, "fails-once", FAILS_ONCE, samlkit)
    spark = local_session(scratch)
    try:

        def run(what: str, given: list[str], worker: str, partitions: int | None) -> list[str]:
            output = scratch / what.replace(" ", "-")
            start = time.monotonic()
            account = job.run(spark, given, str(output), OPTIONS, worker, partitions)
            require(account["read"] == len(records), f"{what}: {account}")
            rows = spark_records(spark, output)
            print(f"{what}: {time.monotonic() - start:.1f} s", flush=True)
            return rows

        compare(run("as split", inputs, samlkit, None), records, "as Spark splits")
        check_schema(spark.read.parquet(str(scratch / "as-split")))
        for partitions in (1, 3, 8):
            what = f"{partitions} partitions"
            compare(run(what, inputs, samlkit, partitions), records, what)
        compare(run("failing once", inputs, fails_once, None), records, "failing once, as split")
        compare(run("failing once 8", inputs, fails_once, 8), records, "failing once, 8 partitions")
        rows = run("gzip", zipped, samlkit, 3)
        # The name of the file is all that differs.
        folders = [json.dumps(f"{given[0]}/")[1:-1] for given in (zipped, inputs)]
        rows = [
            row.replace(folders[0], folders[1], 1).replace('.ndjson.gz"', '.ndjson"', 1)
            for row in rows
        ]
        compare(rows, records, "gzip, 3 partitions")
        for name, text_ in (("loses-one", LOSES_ONE), ("always-fails", ALWAYS_FAILS)):
            must_fail(spark, inputs, scratch / f"{name}-out", script(scratch, name, text_, samlkit))
    finally:
        spark.stop()
    print("check: the rows are the records")


if __name__ == "__main__":
    try:
        main()
    except CheckFailure as failure:
        sys.exit(f"check: {failure}")
