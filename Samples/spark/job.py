#!/usr/bin/env python3
"""Writes the records of captures of any size as Parquet, with Spark's data source samlkit.

    spark-submit job.py INPUT... --output FOLDER [--option NAME=VALUE]...

The options are those of the data source (Documentation/spark.md); one that is given twice has both values. The
last line of the output is the account of what was written. Exit status: 0 done, 2 usage, 1 anything else.
"""

import argparse
import json
import sys

from pyspark.sql import Observation, SparkSession
from pyspark.sql import functions as F
from samlkit.spark import SamlkitDataSource

OUTCOMES = ("accepted", "unverified", "rejected", "malformed", "notJudged")


def account(spark: SparkSession, output: str) -> dict:
    """What is in the files that were written; raises unless every record is there once."""
    found = (
        spark.read.parquet(output)
        .agg(
            F.count("*").alias("rows"),
            F.count_distinct("index").alias("different"),
            F.coalesce(F.max("index") + 1, F.lit(0)).alias("end"),
            *(F.count_if(F.col("outcome") == outcome).alias(outcome) for outcome in OUTCOMES),
        )
        .first()
        .asDict()
    )
    if not found["rows"] == found["different"] == found["end"]:
        raise RuntimeError(f"Records are missing or doubled: {json.dumps(found)}")
    return found


def run(spark: SparkSession, inputs: list[str], output: str, options: dict[str, str]) -> dict:
    """Reads, judges, writes and accounts."""
    # Spark finds it by itself where the package is installed, and not where it came along as a zip file.
    spark.dataSource.register(SamlkitDataSource)
    observed = Observation("records")
    records = spark.read.format("samlkit").options(**options).load(inputs)
    counts = [F.count_if(F.col("outcome") == outcome).alias(outcome) for outcome in OUTCOMES]
    records.observe(observed, *counts).write.parquet(output)
    return {**account(spark, output), "observed": observed.get}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    values: dict[str, list[str]] = {}
    for option in arguments.option:
        name, equals, value = option.partition("=")
        if not equals:
            parser.error(f"--option {option}: expected NAME=VALUE")
        values.setdefault(name, []).append(value)
    options = {
        name: several[0] if len(several) == 1 else json.dumps(several)
        for name, several in values.items()
    }
    spark = SparkSession.builder.appName("samlkit").getOrCreate()
    try:
        print(json.dumps(run(spark, arguments.inputs, arguments.output, options)))
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
