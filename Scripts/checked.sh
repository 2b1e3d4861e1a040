#!/usr/bin/env bash
# The build of tests and checks, with every trait, in .build/checked.
#
#   Scripts/checked.sh build --build-tests
#
# It has assertions and @testable. C and the modules in which tests spend their time are optimized (Package.swift lists
# them): the optimizer takes four times as long as the rest of the compiler, which the other modules would not give back.
#
# The traits are named in an order that gives the same plan in a package that depends on ours with all of them.
set -euo pipefail

exec "$(dirname "$0")/plan.sh" --checked "$1" --scratch-path .build/checked \
    --traits default,AsyncHTTPClient,Archives,Sandbox,SQLite,FoundationBaseline,VideoSubscriberAccountStub "${@:2}"
