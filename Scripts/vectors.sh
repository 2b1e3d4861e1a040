#!/usr/bin/env bash
# Runs the vector tests over a folder in the format of the public vectors (an INDEX.tsv with the columns id, path,
# source, licence, kind, expected, params ...) and prints a table by kind and by the rule that refused.
#
#   Scripts/vectors.sh DIR                 # with the build of the tests, which it brings up to date
#   Scripts/vectors.sh DIR --build FOLDER  # with tests that are built already
#
# Status 0 when every row could be run, 1 when some could not (they are counted), 2 for a folder without an index.
# Rows that do not have what they expect are listed; whether one is out of reach by design is for the reader to say.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

[ $# -ge 1 ] && [ -f "$1/INDEX.tsv" ] || { echo "usage: Scripts/vectors.sh DIR [--build FOLDER]; DIR holds INDEX.tsv" >&2; exit 2; }
folder=$(cd "$1" && pwd)
build=$root/.build/checked/debug
if [ "${2:-}" = --build ]; then
    build=$3
else
    (cd "$root" && Scripts/checked.sh build --build-tests)
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/table"
# A class that crashes leaves its lines; the table counts what is missing.
SAML_VECTORS=$folder SAML_VECTORS_TABLE=$scratch/table "$root/Scripts/test.py" --build "$build" \
    --only '(Canonical|Malformed|Signature|Encryption|Extraction|Validation)VectorTests$' \
    >"$scratch/log" 2>&1 || tail -20 "$scratch/log" >&2

python3 - "$folder/INDEX.tsv" "$scratch/table" <<'PYTHON'
import re
import sys
from collections import Counter
from pathlib import Path

index = [line.rstrip("\n").split("\t") for line in open(sys.argv[1], encoding="utf-8")][1:]
lines = [line.rstrip("\n").split("\t") for file in sorted(Path(sys.argv[2]).iterdir())
         for line in file.open(encoding="utf-8")]
for one in lines:
    # Where it is differs from row to row.
    one[3] = re.sub(r" at line .*", "", one[3])
odd = [row for row in index if len(row) < 7]
rows = Counter(row[4] for row in index if len(row) >= 7)
names = Counter((row[4], row[0]) for row in index if len(row) >= 7)
repeated = [name for name, count in names.items() if count > 1]

print(f"{'kind':<14} {'expected':<9} {'rows':>5} {'as expected':>12} {'otherwise':>10}")
for (kind, expected), count in sorted(Counter((one[0], one[1]) for one in lines).items()):
    good = sum(one[0] == kind and one[1] == expected and one[2] == "true" for one in lines)
    print(f"{kind:<14} {expected:<9} {count:>5} {good:>12} {count - good:>10}")
print(f"\n{'kind':<14} {'expected':<9} {'rows':>5}  rule")
for (kind, expected, rule), count in sorted(Counter((one[0], one[1], one[3]) for one in lines).items()):
    print(f"{kind:<14} {expected:<9} {count:>5}  {rule}")
others = [one for one in lines if one[2] != "true"]
if others:
    print("\nnot as expected:")
    for one in others:
        print(f"  {one[0]} {one[4]}: {one[3]}")
for kind, name in repeated:
    print(f"repeated name: {kind} {name}")
for row in odd:
    print(f"odd row, with {len(row)} columns: {row[0]}")
ran = Counter(one[0] for one in lines)
missing = {kind: count - ran[kind] for kind, count in rows.items() if ran[kind] != count}
for kind, count in sorted(missing.items()):
    print(f"not run: {count} rows of {kind}")
sys.exit(1 if missing or odd else 0)
PYTHON
