#!/usr/bin/env bash
# What Scripts/plan.sh does, with every trait, as most tests are built.
#
#   Scripts/all-traits.sh build --build-tests
#
# The traits are named in an order that gives the same plan in a package that depends on ours with all of them.
set -euo pipefail

exec "$(dirname "$0")/plan.sh" "$1" \
    --traits default,AsyncHTTPClient,Archives,Sandbox,SQLite,FoundationBaseline,VideoSubscriberAccountStub "${@:2}"
