#!/usr/bin/env bash
# Fuzzes for a bounded time with libFuzzer and AddressSanitizer, all targets or one.
#
#   Scripts/fuzz.sh [TARGET] [SECONDS]      SECONDS (60) are for each target
#   Scripts/fuzz.sh TARGET FILE             runs one input again
#
# Targets are the executables of Fuzzing/Package.swift. Seeds are the samples and Fuzzing/Corpus.
# FUZZ_BINARIES names a folder in which they are already built. New inputs that a run finds are kept
# below the scratch folder, .build/fuzz or FUZZ_SCRATCH, those that crash in crashes/.
set -euo pipefail
cd "$(dirname "$0")/.."
# Without this a crash waits for a backtrace for minutes.
export SWIFT_BACKTRACE=enable=no

scratch=${FUZZ_SCRATCH:-.build/fuzz}
targets=(FuzzParse FuzzReread FuzzVerify FuzzDecrypt FuzzDecode FuzzKeys FuzzResults)
seconds=60
input=

fail() {
    printf 'fuzz: %s\n' "$*" >&2
    exit 1
}

for argument in "$@"; do
    if [[ $argument =~ ^[0-9]+$ ]]; then
        seconds=$argument
    elif [ -d "Fuzzing/Sources/$argument" ]; then
        targets=("$argument")
    elif [ -f "$argument" ]; then
        input=$argument
    else
        fail "no such target or file: $argument (there are ${targets[*]})"
    fi
done
if [ -n "$input" ] && [ ${#targets[@]} -ne 1 ]; then fail "which target is $input for?"; fi

# Copies the seeds of a target into a folder.
collect_seeds() {
    local folder=$1
    rm -rf "$folder"
    mkdir -p "$folder"
    case $2 in
    FuzzParse | FuzzReread) cp Samples/captures/*.xml Samples/captures/malformed/*.xml Samples/metadata/*.xml \
        Fuzzing/Corpus/parse/* "$folder" ;;
    FuzzDecode)
        cp Fuzzing/Corpus/decode/* "$folder"
        find Samples/captures -type f ! -name '*.ndjson' -exec cp {} "$folder" \;
        ;;
    FuzzKeys)
        cp Samples/keys/*.pem Samples/metadata/*.xml "$folder"
        local certificate
        for certificate in Samples/keys/*.cert.pem; do
            sed '1,/^-----BEGIN/d; /^-----END/d' "$certificate" | base64 -d \
                >"$folder/$(basename "$certificate").der"
        done
        ;;
    FuzzResults) cp Fuzzing/Corpus/results/* "$folder" ;;
    FuzzDecrypt) cp Samples/captures/*.xml Fuzzing/Corpus/decrypt/* "$folder" ;;
    *) cp Samples/captures/*.xml "$folder" ;;
    esac
    # What once broke something is tried first.
    if [ -d "Fuzzing/Corpus/crashes/$2" ]; then cp "Fuzzing/Corpus/crashes/$2"/* "$folder"; fi
}

# One build folder for all: most of a build is the cryptography they share.
build() {
    local started=$SECONDS
    local -a options=(
        --package-path Fuzzing --scratch-path "$scratch/build" -c release --sanitize address
        -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link)
    # The usual linker on Linux gives up on some of these programs.
    [ "$(uname -s)" != Linux ] || options+=(-Xswiftc -use-ld=lld)
    local target
    for target in "${targets[@]}"; do swift build "${options[@]}" --product "$target" >&2; done
    binaries=$(swift build "${options[@]}" --show-bin-path)
    printf 'fuzz: built in %d s\n' $((SECONDS - started))
}

# LeakSanitizer misses the pointers that Swift keeps tags in, as it does for keys.
leaks() {
    case $1 in FuzzVerify | FuzzDecrypt) echo 0 ;; *) echo 1 ;; esac
}

fuzz() {
    local target=$1 seeds=$scratch/seeds/$1 corpus=$scratch/corpus/$1 crashes=$scratch/crashes/$1
    local log=$scratch/$1.log
    mkdir -p "$corpus" "$crashes"
    collect_seeds "$seeds" "$target"
    printf 'fuzz: %s for %d s\n' "$target" "$seconds"
    if ASAN_OPTIONS=detect_leaks=$(leaks "$target") "$binaries/$target" "$corpus" "$seeds" \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=24576 \
        -dict=Fuzzing/tokens.dict -print_final_stats=1 -artifact_prefix="$crashes/" \
        >"$log" 2>&1; then
        grep -E '^#[0-9]+.*DONE|^stat::number_of_executed_units' "$log" || tail -n 3 "$log"
        return 0
    fi
    grep -E '^(fuzz:|PROPERTY|.*Fatal error|==[0-9]+==ERROR|SUMMARY|artifact_prefix)' "$log" || true
    local found
    found=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    printf 'fuzz: %s crashed; the whole log is %s\n' "$target" "$log" >&2
    [ -z "$found" ] ||
        printf 'fuzz: run it again with: Scripts/fuzz.sh %s %s\n' "$target" "$found" >&2
    return 1
}

if [ -n "${FUZZ_BINARIES:-}" ]; then binaries=$FUZZ_BINARIES; else build; fi
if [ -n "$input" ]; then
    ASAN_OPTIONS=detect_leaks=$(leaks "${targets[0]}") exec "$binaries/${targets[0]}" "$input"
fi
# Two at once: each may take 4 GB.
crashed=() running=()
end_of_first() {
    wait "${running[0]%%:*}" || crashed+=("${running[0]#*:}")
    running=("${running[@]:1}")
}
for target in "${targets[@]}"; do
    [ ${#running[@]} -lt 2 ] || end_of_first
    fuzz "$target" &
    running+=("$!:$target")
done
while [ ${#running[@]} -gt 0 ]; do end_of_first; done
[ ${#crashed[@]} -eq 0 ] || fail "crashed: ${crashed[*]}"
printf 'fuzz: no crash\n'
