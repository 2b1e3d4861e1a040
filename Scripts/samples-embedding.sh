#!/usr/bin/env bash
# Builds the packages in Samples/embedding, which use swift-saml as an embedder does, and walks the
# flow of the tvOS one.
#
#   Scripts/samples-embedding.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

# Traits differ, so that what one package has built would be built again for the next.
scratch=${CHECK_SCRATCH:-.build/check}/embedding
for manifest in Samples/embedding/*/Package.swift; do
    package=$(dirname "$manifest")
    swift build --package-path "$package" --scratch-path "$scratch/${package##*/}"
done
"$scratch/tvos-app-core/debug/flow-check"
