#!/usr/bin/env python3
"""Runs `samlkit batch` over NDJSON captures of any size with Spark, and writes Parquet.

    spark-submit job.py INPUT... --output FOLDER [--partitions N] [--samlkit PATH] [-- OPTION...]

Inputs are files and folders of NDJSON, plain or gzip, wherever Spark can read. What stands after the
-- is for `samlkit batch`; files named there are shipped to the workers. samlkit is what --samlkit
names on every machine, or else what `spark-submit --files samlkit` has shipped, or else on the PATH.

The rows are the records that `samlkit batch INPUT... --input-format ndjson` writes on one machine:
the same index, the same file and line. Spark schedules, retries and commits; a worker that fails
fails its task. At the end the messages that were read, the records of each outcome as the workers
counted them and the rows that were written must agree. Exit status: 0 done, 2 usage, 3 no input, 1
anything else.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from urllib.parse import unquote, urlsplit

import partition
from partition import OUTCOMES, CountsByPartition
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

# The fields of a record, as Documentation/record.schema.json has them. Instants stay text: some
# senders write more digits than Spark's timestamps keep.
RECORD = """
    schema BIGINT,
    index BIGINT,
    source STRUCT<file: STRING, entry: BIGINT, line: BIGINT, time: STRING, host: STRING>,
    kind STRING,
    outcome STRING,
    count BIGINT,
    reasons ARRAY<STRUCT<code: STRING, message: STRING, line: BIGINT, `column`: BIGINT,
        expected: STRING, found: STRING, likelyCause: STRING, sentence: STRING>>,
    envelope ARRAY<STRING>,
    response STRUCT<id: STRING, inResponseTo: STRING, issueInstant: STRING, destination: STRING,
        status: STRING>,
    issuer STRING,
    signature STRUCT<verdict: STRING, signed: ARRAY<STRING>, signatureMethod: STRING,
        digestMethod: STRING, canonicalization: STRING, keySHA256: STRING>,
    encrypted ARRAY<STRING>,
    encryption STRUCT<methods: ARRAY<STRING>, keyTransports: ARRAY<STRING>, orders: ARRAY<STRING>>,
    conditions STRUCT<verdict: STRING, checked: ARRAY<STRING>, notBefore: STRING,
        notOnOrAfter: STRING, audiences: ARRAY<STRING>>,
    nameID STRUCT<value: STRING, format: STRING, nameQualifier: STRING, spNameQualifier: STRING>,
    attributes MAP<STRING, ARRAY<STRING>>,
    otherAttributes ARRAY<STRING>,
    claimed STRUCT<
        response: STRUCT<id: STRING, inResponseTo: STRING, issueInstant: STRING,
            destination: STRING, status: STRING>,
        issuer: STRING,
        conditions: STRUCT<notBefore: STRING, notOnOrAfter: STRING, audiences: ARRAY<STRING>>,
        nameID: STRUCT<value: STRING, format: STRING, nameQualifier: STRING,
            spNameQualifier: STRING>,
        attributes: MAP<STRING, ARRAY<STRING>>, otherAttributes: ARRAY<STRING>>,
    missing ARRAY<STRING>,
    normalization STRUCT<mode: STRING, preservesSignature: BOOLEAN, warnings: ARRAY<STRING>>,
    payload STRING,
    bytes BIGINT
"""
UNREADABLE = "unreadable"

# Options of `samlkit batch` whose value is a file.
FILE_OPTIONS = (
    "--trust", "--metadata-signer", "--decryption-key", "--query", "--redaction-key",
    "--configuration",
)  # fmt: skip
# Options that make no sense for a part of the input, or that are the job's own business.
REFUSED_OPTIONS = (
    "--output", "--jobs", "--input-format", "--quiet", "--json", "--resume", "--shard",
    "--deduplicate", "--report", "--trust-dir", "--help", "--version",
)  # fmt: skip
# With one of these and no --now, samlkit asks the clock; all workers must get the same answer.
TIMED_OPTIONS = (
    "--trust", "--issuer", "--audience", "--recipient", "--in-response-to", "--query",
)  # fmt: skip


class JobError(Exception):
    """What is wrong, in words that quote nothing of a message."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


def listed(spark: SparkSession, inputs: Iterable[str]) -> list[tuple[str, str, str]]:
    """Every file in samlkit's order: as samlkit would name it, its path and its address."""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs
    configuration = spark.sparkContext._jsc.hadoopConfiguration()
    found: list[tuple[str, str, str]] = []

    def add(name: str, path, system) -> None:
        if not system.getFileStatus(path).isDirectory():
            base = path.getName()
            if base.startswith(("_", ".")) or any(sign in name for sign in "*?[]{}\\"):
                raise JobError(f"Spark cannot read a file of this name: {name}", 2)
            found.append((name, path.toString(), path.toUri().toString()))
            return
        entries = []
        for status in system.listStatus(path):
            base = status.getPath().getName()
            if base.startswith("."):
                continue
            key = base.encode() + (b"/" if status.isDirectory() else b"")
            entries.append((key, base, status.getPath()))
        for _, base, child in sorted(entries, key=lambda entry: entry[0]):
            add(f"{name.rstrip('/')}/{base}", child, system)

    for name in inputs:
        path = hadoop.Path(name)
        system = path.getFileSystem(configuration)
        if not system.exists(path):
            raise JobError(f"There is no {name}.", 3)
        add(name, path.makeQualified(system.getUri(), system.getWorkingDirectory()), system)
    if len({location(url) for *_, url in found}) != len(found):
        raise JobError("A file is named twice.", 2)
    if not found:
        raise JobError("There is no file to read.", 3)
    return found


def location(url: str) -> tuple[str, str, str]:
    """The parts of a file's address that say which file it is; file:/x and file:///x are one."""
    parts = urlsplit(url)
    return parts.scheme, parts.netloc, unquote(parts.path)


def numbering(
    lines: DataFrame, files: list[tuple[str, str, str]]
) -> tuple[dict[tuple[str, int], tuple[str, int, int]], int]:
    """For each block of a file its name, and the lines and the messages before it; and the total.

    A line of nothing but white space is a line and no message, as it is to samlkit.
    """
    order = {location(url): (number, name) for number, (name, _, url) in enumerate(files)}
    blocks = (
        lines.groupBy("path", "start")
        .agg(
            F.count("*").alias("lines"),
            F.count_if(F.col("text").rlike(r"[^\x00-\x20]")).alias("messages"),
        )
        .collect()
    )
    table: dict[tuple[str, int], tuple[str, int, int]] = {}
    line = index = 0
    last = None
    for block in sorted(blocks, key=lambda block: (order[location(block.path)], block.start)):
        if block.path != last:
            last, line = block.path, 0
        table[block.path, block.start] = (order[location(block.path)][1], line, index)
        line += block.lines
        index += block.messages
    return table, index


def worker_options(spark: SparkSession, options: list[str]) -> list[str | tuple[str]]:
    """The options for samlkit, with the files among them shipped and named in tuples."""
    checked: list[str | tuple[str]] = []
    ships: dict[str, str] = {}
    takes_file = False
    for option in options:
        name, equals, value = option.partition("=")
        if not takes_file and name in REFUSED_OPTIONS:
            raise JobError(f"{name} is not for a part of the input.", 2)
        if takes_file or (equals and name in FILE_OPTIONS):
            path = option if takes_file else value
            base = os.path.basename(path)
            if ships.setdefault(base, path) != path:
                raise JobError(f"Two files to ship are called {base}.", 2)
            checked += [(base,)] if takes_file else [name, (base,)]
            takes_file = False
        else:
            takes_file = name in FILE_OPTIONS
            checked.append(option)
    for base, path in ships.items():
        # What is not here has been shipped by spark-submit, or is found missing by the workers.
        if os.path.isfile(path) and partition.shipped(base) is None:
            spark.sparkContext.addFile(os.path.abspath(path))
    given = {option.partition("=")[0] for option in checked if isinstance(option, str)}
    if "--redact" in given and "--redaction-key" not in given:
        raise JobError("--redact needs --redaction-key, or every worker would take its own.", 2)
    if "--now" not in given and given.intersection(TIMED_OPTIONS):
        checked += ["--now", datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")]
    return checked


# --- what is made of the records ----------------------------------------------------------------


def rows(results: DataFrame, with_payload: bool) -> DataFrame:
    """The records as columns, with the index and the source of the whole run."""
    schema = RECORD if with_payload else RECORD.replace("    payload STRING,\n", "")
    # In a column of its own, what does not fit is not quoted by an error.
    parsed = F.from_json(
        "record", f"{schema}, {UNREADABLE} STRING",
        {"columnNameOfCorruptRecord": UNREADABLE, "maxStringLen": str(2**31 - 1)},
    )  # fmt: skip
    table = results.withColumn("parsed", parsed)
    record = F.col("parsed")

    def checked(column: Column, condition: Column, message: str) -> Column:
        return F.when(condition, column).otherwise(F.raise_error(message).cast("bigint"))

    fits = record[UNREADABLE].isNull()
    index = checked(F.col("index"), fits, "A record does not fit the schema.")
    # The line of white space comes first, and lines count from 1.
    is_in_order = (record["index"] == F.col("place")) & (
        record["source"]["line"] == F.col("place") + 2
    )
    index = checked(index, is_in_order, "The records of samlkit are not in the order of its input.")
    source = record["source"].withField("file", F.col("file")).withField("line", F.col("line"))
    changed = {"index": index, "source": source}
    names = [name for name in table.select("parsed.*").columns if name != UNREADABLE]
    return table.select(*(changed.get(name, record[name]).alias(name) for name in names))


def written(spark: SparkSession, output: str) -> dict[str, int]:
    """What is in the files that were written: rows, different indexes, rows by outcome."""
    number = F.col("index") + 1
    table = spark.read.parquet(output)
    different = (
        table.groupBy(F.bitmap_bucket_number(number).alias("bucket"))
        .agg(F.bitmap_count(F.bitmap_construct_agg(F.bitmap_bit_position(number))).alias("ones"))
        .agg(F.coalesce(F.sum("ones"), F.lit(0)))
    )
    counts = table.agg(
        F.count("*").alias("rows"),
        F.coalesce(F.max("index") + 1, F.lit(0)).alias("end"),
        *(F.count_if(F.col("outcome") == outcome).alias(outcome) for outcome in OUTCOMES),
    )
    return {**counts.first().asDict(), "different": different.first()[0]}


def reconciled(read: int, counted: dict[int, tuple[int, ...]], found: dict[str, int]) -> dict:
    """The three accounts, which must agree: lines read, workers' counts, rows written."""
    sums = [sum(column) for column in zip(*counted.values(), strict=True)] or [0] * len(OUTCOMES)
    workers = dict(zip(OUTCOMES, sums, strict=True))
    account = {"read": read, "workers": workers, "written": found}
    is_whole = read == found["rows"] == found["different"] == found["end"] == sum(sums)
    if not is_whole or any(workers[outcome] != found[outcome] for outcome in OUTCOMES):
        raise JobError(f"The accounts do not agree: {json.dumps(account)}")
    return account


# --- the job -------------------------------------------------------------------------------------


def run(
    spark: SparkSession, inputs: list[str], output: str, options: list[str],
    samlkit: str | None = None, partitions: int | None = None,
) -> dict:  # fmt: skip
    """Reads, processes, writes and accounts.

    Returns:
        The account: how many messages were read, how many of each outcome the workers counted and
        how many were written.
    """
    context = spark.sparkContext
    if partition.shipped("partition.py") is None:
        context.addPyFile(partition.__file__)
    hadoop = context._jvm.org.apache.hadoop.fs
    target = hadoop.Path(output)
    system = target.getFileSystem(context._jsc.hadoopConfiguration())
    if system.exists(target):
        raise JobError(f"There is already something at {output}.", 2)
    arguments = worker_options(spark, options)
    files = listed(spark, inputs)
    for kind in ("Corrupt", "Missing"):
        # Either would leave out messages without a word.
        spark.conf.set(f"spark.sql.files.ignore{kind}Files", "false")
    # Only a line feed ends a line; what else is in it is samlkit's business, and stays as it is.
    lines = spark.read.text([path for _, path, _ in files], lineSep="\n").select(
        F.col("_metadata.file_path").alias("path"),
        F.col("_metadata.file_block_start").alias("start"),
        F.col("value").alias("text"),
    )
    table, total = numbering(lines, files)
    blocks = context.broadcast(table)
    data = lines.select("path", "start", F.col("text").cast("binary").alias("bytes"))
    messages = data.rdd.mapPartitions(lambda part: partition.numbered(part, blocks.value))
    if partitions is not None:
        messages = messages.repartitionAndSortWithinPartitions(
            partitions, lambda index: index * partitions // total
        )
    counts = context.accumulator({}, CountsByPartition())
    jobs = int(context.getConf().get("spark.task.cpus", "1"))

    def work(part):
        command = partition.samlkit_command(samlkit, arguments, jobs)
        return partition.processed(iter(part), command, counts)

    results = spark.createDataFrame(
        messages.mapPartitions(work),
        "index BIGINT, file STRING, line BIGINT, place BIGINT, record STRING",
        verifySchema=False,
    )
    rows(results, "--payload" in arguments).write.parquet(output)
    try:
        return reconciled(total, counts.value, written(spark, output))
    except JobError:
        # Whoever waits for this file must not take the output for whole.
        system.delete(hadoop.Path(target, "_SUCCESS"), False)
        raise


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--partitions", type=int, metavar="N", help="default: as Spark reads")
    parser.add_argument("--samlkit", metavar="PATH", help="default: shipped, or on the PATH")
    own, options = arguments, []
    if "--" in arguments:
        own, options = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
    parsed = parser.parse_args(own)
    if parsed.partitions is not None and parsed.partitions < 1:
        parser.error("--partitions takes a number from 1")
    spark = SparkSession.builder.appName("samlkit batch").getOrCreate()
    try:
        account = run(
            spark, parsed.inputs, parsed.output, options, parsed.samlkit, parsed.partitions
        )
    except JobError as error:
        print(f"job: {error}", file=sys.stderr)
        return error.status
    finally:
        spark.stop()
    print(json.dumps(account))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
