"""The command: builds unless only a check is asked for, then checks."""

import argparse
import sys

from samples.catalogue import write_captures
from samples.checks import all_checks_pass
from samples.keys import make_missing_keys
from samples.malformed import write_malformed
from samples.metadata import write_metadata
from samples.query import write_query
from samples.subscribers import write_subscribers
from samples.tables import write_expectations, write_readme


def build() -> None:
    """Writes everything; later steps read what earlier ones wrote."""
    make_missing_keys()
    write_metadata()
    write_query()
    write_captures()
    write_malformed()
    write_subscribers()
    write_expectations()
    write_readme()


def main() -> int:
    """Runs the command; the result is its exit status."""
    parser = argparse.ArgumentParser(
        prog="make-samples.sh", description="Builds and checks everything under Samples/."
    )
    parser.add_argument("--check", action="store_true", help="only check what is there")
    if not parser.parse_args().check:
        build()
    return 0 if all_checks_pass() else 1


sys.exit(main())
