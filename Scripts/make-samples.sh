#!/usr/bin/env bash
# Builds everything under Samples/ again: keys (only those that are missing), metadata, captures and
# the tables that describe them; then checks every signature on the bytes that were written.
#
#   Scripts/make-samples.sh            rebuild and check
#   Scripts/make-samples.sh --check    only check what is there
#
# Signing is left to xmlsec1 and signxml, so that no sample depends on the code it is to test.
# SAMPLES_VENV names a Python environment to keep and reuse; without it a temporary one is made.
set -euo pipefail

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! command -v xmlsec1 >/dev/null || ! python3 -c 'import ensurepip' 2>/dev/null; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq xmlsec1 python3 python3-venv
fi

if [ -n "${SAMPLES_VENV:-}" ]; then
    venv=$SAMPLES_VENV
else
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    venv=$temporary/venv
fi

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
# Fixed versions: another signxml may lay its Signature elements out differently.
"$venv/bin/pip" install --quiet --disable-pip-version-check \
    signxml==5.2.0 lxml==6.1.3 cryptography==50.0.2

PYTHONPATH=$scripts "$venv/bin/python" -m samples "$@"
