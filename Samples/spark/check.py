"""Compares the rows of Spark's data source samlkit with the records of `samlkit batch`.

    check.py SAMLKIT PACKAGE SCRATCH

PACKAGE is the Python package as Scripts/wheel.py --tree lays it out; it must be on PYTHONPATH. Every field of
every row is compared: captures of all formats, by file and in ranges, as a batch and as a stream; with workers
that fail in six ways; and with workers that always fail or lose a record, which must fail the job.
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
from pyspark.sql.pandas.types import from_arrow_schema
from samlkit.arrow import schema as record_schema

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CAPTURE = ROOT / "Samples/captures/subscribers-1000.ndjson"
SCHEMA = json.loads((ROOT / "Documentation/record.schema.json").read_text())
OPTIONS = {
    "now": "2026-01-15T12:00:00Z",
    "audience": "https://saml.sp.auth.adobe.com",
    "require": '["uid", "uniqueId"]',
    "trust": str(ROOT / "Samples/metadata/all-idps.xml"),
}
WORDS = [
    "--now", OPTIONS["now"], "--audience", OPTIONS["audience"], "--require", "uid,uniqueId",
    "--trust", OPTIONS["trust"],
]  # fmt: skip

# What the package has in the place of its program: the first runs of batch go wrong, each in its own way.
PROGRAM = """#!/usr/bin/env bash
samlkit={samlkit} scratch={scratch}
changed() { "{python}" "$scratch/change.py" "$@"; }
[ "$1" = batch ] && [ -e "$scratch/mode" ] || exec "$samlkit" "$@"
case $(<"$scratch/mode") in
loses-one) "$samlkit" "$@" | changed drop 5; exit 0 ;;
always-fails) echo "samlkit: no space left" >&2; exit 5 ;;
esac
for way in 0 1 2 3 4 5 6; do
    mkdir "$scratch/failed-$way" 2>/dev/null || continue
    case $way in
    0) exit 7 ;;
    1) "$samlkit" "$@" | head -c 9000; kill -9 $$ ;;
    2) "$samlkit" "$@" | head -c 20000; exit 0 ;;
    3) "$samlkit" "$@" | changed drop 1; exit 0 ;;
    4) "$samlkit" "$@"; exit 5 ;;
    5) "$samlkit" "$@" & sleep 0.$((RANDOM % 9)); kill -9 $!; wait; kill -9 $$ ;;
    6) "$samlkit" "$@" | changed repeat 3; exit 0 ;;
    esac
done
exec "$samlkit" "$@"
"""

# Leaves a row of Arrow's stream out, or writes it twice.
CHANGE = """
import sys
import pyarrow as pa
table = pa.ipc.open_stream(sys.stdin.buffer).read_all()
rows, place = list(range(table.num_rows)), int(sys.argv[2]) - 1
if place < len(rows):
    rows[place:place + 1] = [] if sys.argv[1] == "drop" else [place, place]
with pa.ipc.new_stream(sys.stdout.buffer, table.schema) as stream:
    stream.write_table(table.take(rows))
"""


class CheckFailure(Exception):
    """What should be so and is not."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise CheckFailure(what)


# --- what goes in ---------------------------------------------------------------------------------


def write_inputs(folder: Path) -> Path:
    """The sample capture among lines that are broken in ways of their own, and further files."""
    chance = random.Random(20260115)
    good = CAPTURE.read_bytes().splitlines()
    broken = [
        b"", b"   \t ", b"\r", b"not JSON", b"{}", b"[1]", b'{"SAMLResponse":7}',
        b'{"SAMLResponse":""}', b'{"time":"\xff\xfe","SAMLResponse":"PA=="}', b"\xff\xfe\x00",
        b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"a\rb", b"\xc2\xa0",
        b"\xef\xbb\xbf" + good[3], good[4] + b"\r", b" " + good[5] + b" ",
        b'{"SAMLResponse":"PA==","SAMLResponse":"PA=="}', good[6].replace(b"host", b"h\\u006fst"),
        b'{"a":' + good[8] + b',"b":' + good[9] + b',"c":' + good[8] + b"}",
        good[7].replace(b"sp.auth", '\\"outcome\\":\\"accepted\\" ü 🗝'.encode()),
    ]  # fmt: skip
    lines = list(good) * 3
    for line in broken * 40:
        lines.insert(chance.randrange(1, len(lines)), line)
    # Lines without a message, for more than a block of them.
    lines[2000:2000] = [b'{"event":"play"}'] * 2500
    folder.mkdir(parents=True)
    (folder / "a b%41.ndjson").write_bytes(b"\n".join(lines) + b"\n")
    # A second file, whose last line has no end, an empty one, and one in a folder.
    (folder / "c.ndjson").write_bytes(b"\n".join(good[:40]))
    (folder / "empty.ndjson").write_bytes(b"")
    (folder / "c").mkdir()
    (folder / "c/d.ndjson.gz").write_bytes(gzip.compress(b"\n".join(good[40:80])))
    (folder / ".hidden").write_bytes(good[0])
    return folder


# --- what comes out -------------------------------------------------------------------------------


def local_records(samlkit: str, inputs: list[str], options: list[str]) -> list[str]:
    """What one machine writes, with null for what is absent."""
    command = [samlkit, "batch", *inputs, "--output", "-", "--quiet", *WORDS, *options]
    run = subprocess.run(command, check=False, capture_output=True)
    require(run.returncode in (0, 1), f"samlkit ended with status {run.returncode}")
    return [text(filled(json.loads(line), SCHEMA)) for line in run.stdout.splitlines()]


def filled(value: object, schema: dict) -> object:
    """A value of the schema with null for every field that is absent, in the schema's order."""
    while "$ref" in schema:
        names, schema = schema["$ref"].split("/")[1:], SCHEMA
        for name in names:
            schema = schema[name]
    if isinstance(value, list):
        return [filled(item, schema["items"]) for item in value]
    if not isinstance(value, dict):
        return value
    if "properties" not in schema:
        # A map, which Spark gives to Python without an order.
        return dict(sorted(value.items()))
    require(value.keys() <= schema["properties"].keys(), "a record has fields beside the schema's")
    return {name: filled(value.get(name), part) for name, part in schema["properties"].items()}


def rows(frame: DataFrame) -> list[str]:
    """The rows in order; to Python, an absent field and null are one."""
    return [text(filled(row.asDict(recursive=True), SCHEMA)) for row in frame.collect()]


def text(record: dict) -> str:
    """A record as text."""
    return json.dumps(record, ensure_ascii=False)


def compare(found: list[str], records: list[str], what: str) -> None:
    require(len(found) == len(records), f"{what}: {len(found)} rows, {len(records)} records")
    for number, (row, record) in enumerate(zip(found, records, strict=True)):
        require(row == record, f"{what}: row {number} differs")
    print(f"{what}: {len(found)} rows, all equal", flush=True)


def without_index(record: str) -> str:
    return text({**json.loads(record), "index": None})


# --- the runs -------------------------------------------------------------------------------------


def local_session(scratch: Path) -> SparkSession:
    """Two cores, and eight attempts at each task."""
    builder = SparkSession.builder.master("local[2,8]").appName("check")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
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


def check_batches(spark: SparkSession, samlkit: str, scratch: Path) -> None:
    inputs = str(write_inputs(scratch / "captures"))
    mixed = [str(ROOT / "Samples/captures"), str(ROOT / "Samples/har"), str(ROOT / "Tests/Captures")]
    ndjson = ["--input-format", "ndjson"]
    runs = [
        ("captures of all formats", mixed, {"partitionBytes": 1_000_000}, []),
        ("lines, one part", [inputs], {"inputFormat": "ndjson"}, ndjson),
        ("lines, by file", [inputs], {"partitionBytes": 1000}, []),
        ("lines, in ranges", [inputs], {"inputFormat": "ndjson", "partitionBytes": 3_000_000}, ndjson),
        ("lines, in small ranges", [inputs], {"inputFormat": "ndjson", "partitionBytes": 1}, ndjson),
        ("an address", [f"file://{inputs.replace(' ', '%20')}"], {"payload": "true"}, ["--payload"]),
    ]
    for what, paths, options, words in runs:
        start = time.monotonic()
        frame = spark.read.format("samlkit").options(**OPTIONS, **options).load(paths)
        require(frame.schema == from_arrow_schema(record_schema()), "the schema is not the fixed one")
        found = rows(frame.orderBy("index"))
        seconds = time.monotonic() - start
        given = [inputs] if what == "an address" else paths
        compare(found, local_records(samlkit, given, words), f"{what} ({seconds:.1f} s)")

    ranges = {**OPTIONS, "inputFormat": "ndjson", "partitionBytes": "3000000"}
    records = local_records(samlkit, [inputs], ndjson)
    (scratch / "mode").write_text("fails-once")
    output = str(scratch / "failing.parquet")
    account = job.run(spark, [inputs], output, ranges)
    require(account["rows"] == len(records), f"the account is wrong: {account}")
    require(len(list(scratch.glob("failed-*"))) == 7, "not every way of failing was tried")
    compare(rows(spark.read.parquet(output).orderBy("index")), records, "workers that fail")
    for mode in ("loses-one", "always-fails"):
        (scratch / "mode").write_text(mode)
        must_fail(spark, inputs, scratch / f"{mode}.parquet", ranges)
    (scratch / "mode").unlink()
    check_options(spark, inputs)


def must_fail(spark: SparkSession, inputs: str, output: Path, options: dict[str, str]) -> None:
    """A job whose workers never succeed fails, leaves no output, and quotes nothing."""
    try:
        job.run(spark, [inputs], str(output), options)
    except Exception as error:
        words = str(error)
        require("samlkit" in words, "the failure does not name samlkit")
        payload = CAPTURE.read_bytes().partition(b'SAMLResponse":"')[2][:40].decode()
        require(payload not in words and "uniqueId\":" not in words, "an error quotes content")
    else:
        raise CheckFailure("a job succeeded whose workers fail")
    require(not (output / "_SUCCESS").exists(), "a failed job left _SUCCESS")
    require(not list(output.glob("part-*")), "a failed job left rows")
    print(f"{output.stem}: the job fails and leaves no rows", flush=True)


def check_options(spark: SparkSession, inputs: str) -> None:
    """Options that are wrong are refused before anything is read."""
    for options, words in [
        ({"trsut": "x"}, "no option"), ({"trust": "/none.xml"}, "No such file"),
        ({"numbering": "all"}, "numbering"), ({"audience": "a", "profile": "web"}, "profile"),
    ]:  # fmt: skip
        try:
            spark.read.format("samlkit").options(**options).load(inputs).count()
        except Exception as error:
            require(words in str(error), f"{options}: {str(error)[-500:]}")
        else:
            raise CheckFailure(f"{options} was accepted")
    print("options: refused", flush=True)


def check_stream(spark: SparkSession, samlkit: str, scratch: Path) -> None:
    """Files that arrive one after the other, with a restart in between."""
    arriving, output = scratch / "arriving", str(scratch / "stream.parquet")
    arriving.mkdir()
    samples = sorted((ROOT / "Samples/captures").glob("*.xml"))
    for number in range(3):
        for sample in samples[number::3]:
            shutil.copy(sample, arriving / f".{sample.name}")
            (arriving / f".{sample.name}").rename(arriving / f"{number}-{sample.name}")
        frame = spark.readStream.format("samlkit").options(**OPTIONS).load(str(arriving))
        query = (
            frame.writeStream.format("parquet")
            .option("checkpointLocation", str(scratch / "checkpoint"))
            .trigger(availableNow=True)
            .start(output)
        )
        query.awaitTermination()
    records = [without_index(record) for record in local_records(samlkit, [str(arriving)], [])]
    compare(sorted(rows(spark.read.parquet(output))), sorted(records), "stream")


def main() -> None:
    samlkit, package = (str(Path(path).resolve()) for path in sys.argv[1:3])
    scratch = Path(sys.argv[3]).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    program = Path(package, "samlkit/bin/samlkit")
    program.unlink()
    text = PROGRAM
    for name, value in [("samlkit", samlkit), ("scratch", str(scratch)), ("python", sys.executable)]:
        text = text.replace(f"{{{name}}}", value)
    program.write_text(text)
    (scratch / "change.py").write_text(CHANGE)
    program.chmod(0o755)
    spark = local_session(scratch)
    try:
        check_batches(spark, samlkit, scratch)
        check_stream(spark, samlkit, scratch)
    finally:
        spark.stop()
    print("check: the rows are the records")


if __name__ == "__main__":
    try:
        main()
    except CheckFailure as failure:
        sys.exit(f"check: {failure}")
