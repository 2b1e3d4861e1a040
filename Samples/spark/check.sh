#!/usr/bin/env bash
# Runs the Spark job in local mode and compares every row with what samlkit writes on one machine.
#
#   SAMLKIT=PATH Samples/spark/check.sh [FOLDER]
#
# FOLDER (default: .build/check/spark) keeps a virtual environment with PySpark, which is several
# hundred megabytes to download the first time, and what the runs write. Needs Java 17 or later.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-$root/.build/check/spark}
samlkit=${SAMLKIT:-$root/.build/release/samlkit}

fail() {
    printf 'check: %s\n' "$*" >&2
    exit 1
}

command -v java >/dev/null || fail "there is no Java; on Debian: apt-get install openjdk-17-jre-headless"
[ -x "$samlkit" ] || fail "there is no $samlkit; name one with SAMLKIT=PATH"
samlkit=$(cd "$(dirname "$samlkit")" && pwd)/$(basename "$samlkit")
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
"$python" -c 'import pyspark' 2>/dev/null ||
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"

# Tasks that fail on purpose make the workers' Python print their tracebacks.
export PYSPARK_PYTHON=$python PYTHONDONTWRITEBYTECODE=1 SWIFT_BACKTRACE=enable=no
"$python" "$here/check.py" "$samlkit" "$folder/runs" 2>"$folder/errors.txt" || {
    grep '^check:' "$folder/errors.txt" >&2 || tail -n 20 "$folder/errors.txt" >&2
    fail "the Spark job is not what it should be; more in $folder/errors.txt"
}

# And once as on a cluster: samlkit and the trusted keys are shipped, and nothing is on the PATH.
rm -rf "$folder/submitted"
(
    cd "$root"
    PATH=$folder/venv/bin:$PATH spark-submit --master 'local[2]' --conf spark.ui.enabled=false \
        --conf spark.ui.showConsoleProgress=false \
        --conf spark.log.level=ERROR \
        --conf spark.driver.extraJavaOptions='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' \
        --files "$samlkit" --py-files Samples/spark/partition.py \
        Samples/spark/job.py Samples/captures/subscribers-1000.ndjson \
        --output "$folder/submitted" -- --trust Samples/metadata/all-idps.xml \
        --audience https://saml.sp.auth.adobe.com --require uid,uniqueId --now 2026-01-15T12:00:00Z
) >"$folder/account.json" 2>"$folder/errors.txt" || {
    tail -n 20 "$folder/errors.txt" >&2
    fail "spark-submit failed"
}
[ -e "$folder/submitted/_SUCCESS" ] || fail "spark-submit left no _SUCCESS"
grep -q '"accepted": 960, "rejected": 29, "malformed": 11' "$folder/account.json" ||
    fail "the account of spark-submit is wrong: $(cat "$folder/account.json")"
printf 'check: spark-submit: %s\n' "$(cat "$folder/account.json")"
