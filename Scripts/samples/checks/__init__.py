"""Checks that read back what is on disk, knowing nothing of how it was made."""

from samples.checks.files import check_encrypted, check_files, check_others
from samples.checks.lines import check_subscribers


def all_checks_pass() -> bool:
    """Prints a table of every check; false when one failed."""
    failures = total = 0
    for group in (check_files, check_encrypted, check_others, check_subscribers):
        for check in group():
            print(f"{'ok  ' if check.good else 'FAIL'}  {check.name:66}  {check.label}", flush=True)
            total += 1
            failures += not check.good
    print(f"{total} checks, {failures} failed")
    return failures == 0
