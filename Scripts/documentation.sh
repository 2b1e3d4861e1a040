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
[ -n "$docc" ] || docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc

scratch=$output/build
swift build --scratch-path "$scratch" --target ProfileProcessing
modules=$(swift build --scratch-path "$scratch" --show-bin-path)/Modules
target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
includes=(-I "$modules" -I Sources/CXMLShims/include -I CLibXML2 -I Sources/CZlib)
for dependency in "$scratch"/checkouts/swift-system/Sources/CSystem/include; do
    includes+=(-I "$dependency")
done

for catalog in Sources/*/*.docc; do
    module=$(basename "$(dirname "$catalog")")
    graphs=$output/graphs/$module
    rm -rf "$graphs"
    mkdir -p "$graphs"
    swift symbolgraph-extract -module-name "$module" -target "$target" "${includes[@]}" \
        -minimum-access-level public -output-dir "$graphs"
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" \
        --output-path "$output/$module.doccarchive" --fallback-display-name "$module" \
        --fallback-bundle-identifier "swift-saml.$module" "$@"
    printf 'documentation: %s\n' "$output/$module.doccarchive"
done
