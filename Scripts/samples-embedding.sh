#!/usr/bin/env bash
# Builds the packages in Samples/embedding, which use swift-saml as an embedder does.
#
#   Scripts/samples-embedding.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

scratch=${CHECK_SCRATCH:-.build/check}/embedding
for manifest in Samples/embedding/*/Package.swift; do
    swift build --package-path "$(dirname "$manifest")" --scratch-path "$scratch"
done
