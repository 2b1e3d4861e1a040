#!/usr/bin/env bash
# Builds and runs the C benchmark of the kernels on one core.
#
#   Benchmarks/compare/kernels/run.sh [FILE] [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/../../.."
program=$(mktemp -d)/kernels
trap 'rm -rf "$(dirname "$program")"' EXIT
"${CC:-clang}" -O2 -ISources/CPayloadKernels/include Sources/CPayloadKernels/*.c \
    Benchmarks/compare/kernels/kernels.c -o "$program"
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "${CORE:-1}"); fi
"${pin[@]}" "$program" "${1:-$(ls Samples/captures/01-*.xml)}" "${2:-200}"
