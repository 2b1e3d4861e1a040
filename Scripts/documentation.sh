#!/usr/bin/env bash
# Builds the documentation of every library with DocC, from symbol graphs of modules that are built already, so that the
# package and those who embed it carry no documentation plugin.
#
#   Scripts/documentation.sh SCRATCH FOLDER [--warnings-as-errors]     # SCRATCH is a build folder, .build/checked
set -euo pipefail
cd "$(dirname "$0")/.."

usage='usage: Scripts/documentation.sh SCRATCH FOLDER [--warnings-as-errors]'
scratch=${1:?$usage} output=${2:?$usage}
shift 2
# The toolchain's tools need not be on PATH beside swift.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
docc=$(command -v docc || printf '%s/docc' "$tools")
mkdir -p "$output"

# Where the modules are, ours in C and those of the packages among them.
search=(-I "$scratch/debug/Modules")
while IFS= read -r map; do search+=(-Xcc -I -Xcc "$(dirname "$map")"); done < <(
    find Sources CLibXML2 "$scratch"/checkouts/*/Sources -name module.modulemap)
for headers in Sources/*/include; do search+=(-Xcc -I -Xcc "$headers"); done
for map in "$scratch"/debug/*.build/module.modulemap; do search+=(-Xcc "-fmodule-map-file=$map"); done
for flag in $(pkg-config --cflags-only-I libxml-2.0 2>/dev/null); do search+=(-Xcc "$flag"); done
target=$(swift -print-target-info | jq -r .target.unversionedTriple)

rm -rf "$output/graphs" "$output/catalogs"
mkdir -p "$output/catalogs"
for catalog in Sources/*/*.docc; do
    module=$(basename "$(dirname "$catalog")")
    graphs=$output/graphs/$module
    mkdir -p "$graphs"
    # A module's own symbols, and those it adds to the types of other modules.
    "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target" "${search[@]}" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$graphs"
    # The code of a tutorial is cut from the program that is compiled.
    cp -R "$catalog" "$output/catalogs"
    catalog=$output/catalogs/${catalog##*/}
    Scripts/snippets.py "$catalog"
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" \
        --output-path "$output/$module.doccarchive" --fallback-display-name "$module" \
        --fallback-bundle-identifier "swift-saml.$module" "$@"
    printf 'documentation: %s\n' "$output/$module.doccarchive"
done
