#!/usr/bin/env bash
# The package manager with every trait and the check of imports, as the tests are built.
#
#   Scripts/all-traits.sh build --build-tests
#
# It writes the traits in the order of a set, and compiles everything of ours again where that order is another one. So its
# hashing is fixed, and the traits are named in an order that gives the same one in a package that depends on ours with
# all of them.
set -euo pipefail

SWIFT_DETERMINISTIC_HASHING=1 exec "${SWIFT:-swift}" "$1" \
    --traits default,AsyncHTTPClient,Archives,Sandbox,SQLite,FoundationBaseline,VideoSubscriberAccountStub \
    --explicit-target-dependency-import-check error "${@:2}"
