#!/usr/bin/env bash
# The checks that are slower than the tests. Without arguments all of them, otherwise those named.
#
#   Scripts/check.sh [lint] [linkage] [embedding] [records] [spark] [endurance] [documentation]
#                    [imports] [kernels] [asan] [leaks] [traits] [tsan] [ubsan] [fuzz]
set -euo pipefail
cd "$(dirname "$0")/.."
# A crash must end the run, not wait for a backtrace.
export SWIFT_BACKTRACE=enable=no

scratch=${CHECK_SCRATCH:-.build/check}
# Whatever uses the build of the tests comes before imports, which builds anew.
step_names=(lint linkage embedding records spark endurance documentation imports kernels asan leaks
    traits tsan ubsan fuzz)

fail() {
    printf 'check: %s\n' "$*" >&2
    exit 1
}

check_lint() {
    swift format lint --strict --recursive Package.swift Sources Tests Fuzzing/Package.swift \
        Fuzzing/Sources Samples/embedding
    # Modules that an embedder links without Foundation.
    if grep -rnE '^[a-z@ ]*import Foundation' Sources/{XMLCore,SAML2,PayloadCoding,SAMLBindings}; then
        fail "a core module imports Foundation"
    fi
    # The client is for apps and services that count what they link.
    local source
    while read -r source; do
        grep -qE 'canImport\((FoundationEssentials|VideoSubscriberAccount)\)' "$source" ||
            fail "$source imports more than FoundationEssentials"
    done < <(grep -rlE '^[a-z@ ]*import Foundation$' Sources/{AdobePass,Captures,ProfileProcessing})
    # samlkit has one use of it: what `samlkit bench` compares with.
    if grep -rlE '^[a-z@ ]*import Foundation$' Sources/samlkit | grep -v FoundationContender; then
        fail "samlkit imports Foundation"
    fi
    if grep -rnE '\b(try!|fatalError\()' Sources; then fail "a source traps on input"; fi
    bash -n Scripts/*.sh Samples/spark/check.sh .ci/run
}

# Every target imports exactly what Package.swift lets it, with every trait on: what the tests were
# built from.
check_imports() {
    swift build --enable-all-traits --explicit-target-dependency-import-check error
}

# All traits are off by default, and a command that needs one says so. It is the build that tsan tests.
check_traits() {
    swift build --sanitize thread --scratch-path "$scratch/tsan" \
        --explicit-target-dependency-import-check error
    local samlkit=$scratch/tsan/debug/samlkit
    for command in 'sandbox' 'batch Samples/captures --output no.sqlite'; do
        local status=0
        # shellcheck disable=SC2086
        "$samlkit" $command 2>"$scratch/tsan/says.txt" || status=$?
        [ "$status" -eq 2 ] || fail "samlkit $command without its trait exits with $status"
        grep -q 'swift build' "$scratch/tsan/says.txt" || fail "it does not say how to build it"
    done
}

# An embedder of the Foundation-free modules links libxml2 and zlib, and neither Foundation nor ICU.
check_linkage() {
    swift build --package-path Tests/LinkageTest --scratch-path "$scratch/linkage"
    local program=$scratch/linkage/debug/LinkageTest
    [ "$("$program")" = '<a> <b>text</b></a>' ] || fail "the linkage test gives a wrong answer"
    case $(uname -s) in
    Linux) libraries=$(readelf -d "$program" | grep NEEDED) ;;
    *) libraries=$(otool -L "$program") ;;
    esac
    printf '%s\n' "$libraries"
    grep -q 'libxml2' <<<"$libraries" || fail "libxml2 is not linked"
    grep -q 'libz\.' <<<"$libraries" || fail "zlib is not linked"
    if grep -qiE 'foundation|icu' <<<"$libraries"; then fail "Foundation or ICU is linked"; fi
}

# The sample packages are what an embedder writes.
check_embedding() {
    CHECK_SCRATCH=$scratch Scripts/samples-embedding.sh
}

check_documentation() {
    Scripts/documentation.sh "$scratch/documentation" --warnings-as-errors
}

# Real output against the published schema, by a JSON Schema implementation that is not ours.
check_records() {
    local folder=$scratch/records samlkit=.build/debug/samlkit
    mkdir -p "$folder"
    swift build --enable-all-traits --product samlkit
    "$samlkit" batch Samples/captures --now 2026-01-15T12:00:00Z --payload \
        --audience https://saml.sp.auth.adobe.com --require uid,uniqueId --quiet \
        --output "$folder/samples.ndjson" || [ $? -eq 1 ]
    "$samlkit" batch Samples/captures --now 2026-01-15T12:00:00Z \
        --trust Samples/metadata/all-idps.xml --query Samples/captures/verification-token.xml \
        --decryption-key Samples/keys/sample-sp-encryption.key.pem --quiet \
        --output "$folder/verified.ndjson" || [ $? -eq 1 ]
    [ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet 'jsonschema>=4.20'
    "$folder/venv/bin/python" Scripts/validate-records.py "$folder/samples.ndjson" \
        "$folder/verified.ndjson"
}

# The Spark job in local mode, row for row against the same run on one machine.
check_spark() {
    swift build --enable-all-traits --product samlkit
    SAMLKIT=.build/debug/samlkit Samples/spark/check.sh "$scratch/spark"
}

# The C kernels against the portable one: here under the sanitizers, and those for ARM compiled, and
# run where an emulator and a C library for them are installed.
check_kernels() {
    local folder=$scratch/kernels library=/usr/aarch64-linux-gnu
    local sources=(-ISources/CPayloadKernels/include Sources/CPayloadKernels/*.c
        Tests/KernelComparison/main.c)
    local warnings=(-std=gnu11 -O2 -Wall -Wextra -Wconversion -Werror)
    mkdir -p "$folder"
    clang "${warnings[@]}" -g -fsanitize=address,undefined -fno-sanitize-recover=all \
        -fuse-ld=lld "${sources[@]}" -o "$folder/here"
    "$folder/here"
    if [ ! -d "$library/include" ]; then
        # Without a C library there is no string.h; the compiler brings all else.
        mkdir -p "$folder/include"
        printf '%s\n' '#include <stddef.h>' 'void *memcpy(void *, const void *, size_t);' \
            'void *memmove(void *, const void *, size_t);' >"$folder/include/string.h"
        clang "${warnings[@]}" --target=aarch64-linux-gnu -ffreestanding -fsyntax-only \
            -I"$folder/include" -ISources/CPayloadKernels/include Sources/CPayloadKernels/*.c
        printf 'kernels: NEON was compiled and not run: there is no %s (gcc-aarch64-linux-gnu)\n' \
            "$library"
        return
    fi
    clang "${warnings[@]}" --target=aarch64-linux-gnu -isystem "$library/include" -fuse-ld=lld \
        "${sources[@]}" -o "$folder/arm"
    if command -v qemu-aarch64 >/dev/null; then
        qemu-aarch64 -L "$library" "$folder/arm"
    else
        printf 'kernels: NEON was compiled and not run: there is no qemu-aarch64 (qemu-user)\n'
    fi
}

# Exchanges with a sandbox in which one request in ten goes wrong. A debug build runs them for longer
# than an optimized one would, and is there sooner by more than that.
check_endurance() {
    ENDURANCE_EXCHANGES=${ENDURANCE_EXCHANGES:-10000} swift test \
        --enable-all-traits --filter EnduranceTests
}

# The modules that read what others sent through C or unsafe code, without the tests that take long and
# go through it no other way. XCTest itself leaks in asynchronous tests, so that leaks are looked for
# in samlkit.
check_asan() {
    local modules='XMLCore|XMLSecurity|SAML2|PayloadCoding|SAMLBindings|Captures|ProfileProcessing'
    local slow='EveryVectorDocument|SavedResults|Shard|BatchResume|AlgorithmSummary'
    # Long call stacks by the million are what slows it down.
    ASAN_OPTIONS=detect_leaks=0:malloc_context_size=4 swift test --sanitize address \
        --scratch-path "$scratch/asan" --traits Archives --filter "^($modules)Tests\\." --skip "$slow"
}

check_leaks() {
    swift build --sanitize address --scratch-path "$scratch/asan" --traits Archives \
        --product samlkit
    ASAN_OPTIONS=detect_leaks=1 "$scratch/asan/debug/samlkit" batch Samples/captures --jobs 2 \
        --quiet --output "$scratch/leaks.ndjson" || [ $? -eq 1 ]
}

# The tests in which several tasks share something.
check_tsan() {
    swift test --sanitize thread --scratch-path "$scratch/tsan" \
        --filter 'Concurren|Sharing|BatchRun|Replay' --skip AdobePassHTTPTests
}

# UndefinedBehaviorSanitizer, which Swift does not have on Linux, on the C targets by themselves.
check_ubsan() {
    local program=$scratch/ubsan/drive
    mkdir -p "$scratch/ubsan"
    local -a linker=()
    # The usual linker has something to say about every function of the sanitizers.
    [ "$(uname -s)" != Linux ] || linker=(-fuse-ld=lld)
    # shellcheck disable=SC2046
    "${CLANG:-clang}" -std=c11 -g -O1 -Wall -Wextra -Wconversion -Werror "${linker[@]}" \
        -fsanitize=address,undefined,nullability,float-divide-by-zero \
        -fno-sanitize-recover=all -ISources/CXMLShims/include \
        $(pkg-config --cflags libxml-2.0) Sources/CXMLShims/*.c Tests/ShimsTest/drive.c \
        $(pkg-config --libs libxml-2.0) -o "$program"
    UBSAN_OPTIONS=print_stacktrace=1 "$program" Samples/captures/*.xml \
        Samples/captures/malformed/* Samples/metadata/*.xml Fuzzing/Corpus/parse/*
}

# Every fuzz target for a short time; Scripts/fuzz.sh alone takes longer.
check_fuzz() {
    FUZZ_SCRATCH=$scratch/fuzz Scripts/fuzz.sh "${FUZZ_SECONDS:-20}"
}

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=("${step_names[@]}")
for step in "${steps[@]}"; do
    declare -F "check_$step" >/dev/null || fail "no such step: $step (there are ${step_names[*]})"
    started=$SECONDS
    printf '== %s\n' "$step"
    "check_$step"
    printf '== %s: passed in %d s\n' "$step" $((SECONDS - started))
done
printf 'check: all passed\n'
