#!/usr/bin/env bash
# Runs Spark's data source samlkit in local mode and compares every row with what samlkit writes on one machine.
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
"$python" -c 'import pyspark, pyarrow' 2>/dev/null ||
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"

# Spark's own Python must find the package, as where the wheel is installed.
export PYSPARK_PYTHON=$python PYTHONDONTWRITEBYTECODE=1 SWIFT_BACKTRACE=enable=no
export PYTHONPATH=$folder/package
"$root/Scripts/wheel.py" --tree "$folder/package" --binary "$samlkit"
# Tasks that fail on purpose make the workers' Python print their tracebacks.
"$python" "$here/check.py" "$samlkit" "$folder/package" "$folder/runs" 2>"$folder/errors.txt" || {
    grep '^check:' "$folder/errors.txt" >&2 || tail -n 20 "$folder/errors.txt" >&2
    fail "the rows are not the records; more in $folder/errors.txt"
}

# And once as on a cluster where nothing is installed: the package goes along as a zip file.
rm -rf "$folder/submitted" "$folder/samlkit.zip" "$folder/shipped"
"$root/Scripts/wheel.py" --tree "$folder/shipped" --binary "$samlkit"
(cd "$folder/shipped" && "$python" -m zipfile -c "$folder/samlkit.zip" samlkit pyspark_samlkit)
(
    cd "$root"
    unset PYTHONPATH
    PATH=$folder/venv/bin:$PATH spark-submit --master 'local[2]' --conf spark.ui.enabled=false \
        --conf spark.ui.showConsoleProgress=false \
        --conf spark.log.level=ERROR \
        --conf spark.driver.extraJavaOptions='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' \
        --py-files "$folder/samlkit.zip" \
        Samples/spark/job.py Samples/captures/subscribers-1000.ndjson \
        --output "$folder/submitted" --option trust=Samples/metadata/all-idps.xml \
        --option audience=https://saml.sp.auth.adobe.com --option require=uid,uniqueId \
        --option now=2026-01-15T12:00:00Z
) >"$folder/account.json" 2>"$folder/errors.txt" || {
    tail -n 20 "$folder/errors.txt" >&2
    fail "spark-submit failed"
}
[ -e "$folder/submitted/_SUCCESS" ] || fail "spark-submit left no _SUCCESS"
grep -q '"accepted": 960, "unverified": 0, "rejected": 29, "malformed": 11' "$folder/account.json" ||
    fail "the account of spark-submit is wrong: $(cat "$folder/account.json")"
printf 'check: spark-submit: %s\n' "$(cat "$folder/account.json")"
