#!/usr/bin/env bash
# The manual page of a samlkit, made from what it says of its own arguments.
#
#   Scripts/manual.sh [--check] SAMLKIT FILE
#
# --check writes nothing: it fails where FILE is not the page of that program, or where man or mandoc
# has something to say about it. The date on the page is that of SOURCE_DATE_EPOCH or of the last
# commit.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    printf 'manual: %s\n' "$*" >&2
    exit 1
}

check=false
if [ "${1:-}" = --check ]; then
    check=true
    shift
fi
[ $# -eq 2 ] || fail "usage: Scripts/manual.sh [--check] SAMLKIT FILE"

# The year 2000 where there is neither: a page must not differ from day to day.
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 946684800)}
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$1" --experimental-dump-help |
    "$here/manual.py" --date "$(python3 -c \
        'import datetime, sys; print(datetime.datetime.fromtimestamp(int(sys.argv[1]), datetime.timezone.utc).date())' \
        "$epoch")" >"$page"

if ! $check; then
    install -m 644 "$page" "$2"
    exit 0
fi

# The day is when, and not what.
[ -f "$2" ] && cmp -s <(grep -v '^\.Dd ' "$page") <(grep -v '^\.Dd ' "$2") ||
    fail "$2 is not the page of $1; make it again: Scripts/manual.sh $1 $2"
looked=0
if command -v mandoc >/dev/null 2>&1; then
    said=$(mandoc -T lint -W all "$2" 2>&1 || true)
    [ -z "$said" ] || fail "mandoc: $said"
    looked=1
fi
if command -v man >/dev/null 2>&1 && command -v groff >/dev/null 2>&1; then
    said=$(LC_ALL=C.UTF-8 man --warnings -l "$2" 2>&1 >/dev/null)
    [ -z "$said" ] || fail "man: $said"
    looked=1
fi
[ $looked -eq 1 ] || printf 'manual: neither mandoc nor man is here to read it\n' >&2
