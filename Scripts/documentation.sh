#!/usr/bin/env bash
# Builds the documentation of every library with DocC, from symbol graphs, so that the package and
# those who embed it carry no documentation plugin.
#
#   Scripts/documentation.sh FOLDER [--warnings-as-errors]
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:?usage: Scripts/documentation.sh FOLDER [--warnings-as-errors]}
shift
docc=$(command -v docc || true)
# The toolchain's tools need not be on PATH beside swift.
mkdir -p "$output"
[ -n "$docc" ] || docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc

# The command also tries the test runner, which has no symbols, and fails for it; whether the
# libraries' graphs are there is seen below.
Scripts/all-traits.sh package dump-symbol-graph \
    --minimum-access-level public --skip-synthesized-members >"$output.log" 2>&1 || true
dumped=$(sed -n 's/^Files written to //p' "$output.log" | tail -1)

[ -n "$dumped" ] || { cat "$output.log" >&2; exit 1; }

rm -rf "$output/graphs" "$output/catalogs"
mkdir -p "$output/catalogs"
for catalog in Sources/*/*.docc; do
    module=$(basename "$(dirname "$catalog")")
    graphs=$output/graphs/$module
    mkdir -p "$graphs"
    # A module's own symbols, and those it adds to the types of other modules.
    cp "$dumped/$module".symbols.json "$graphs"
    find "$dumped" -name "$module@*.symbols.json" -exec cp {} "$graphs" \;
    # The code of a tutorial is cut from the program that is compiled.
    cp -R "$catalog" "$output/catalogs"
    catalog=$output/catalogs/${catalog##*/}
    Scripts/snippets.py "$catalog"
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" \
        --output-path "$output/$module.doccarchive" --fallback-display-name "$module" \
        --fallback-bundle-identifier "swift-saml.$module" "$@"
    printf 'documentation: %s\n' "$output/$module.doccarchive"
done
