#!/usr/bin/env bash
# The checks beside the tests, in two tiers. A table of the steps with their seconds ends each run.
#
#   Scripts/check.sh --first    # what needs no build: `make lint`
#   Scripts/check.sh            # the short tier, for every change: `make check`
#   Scripts/check.sh --all      # everything whole, before a release: `make check-all`
#   Scripts/check.sh [--all] STEP...
#   Scripts/check.sh --ahead    # only the builds of `asan` and `tsan`, in what other processes leave idle
#
# A step that passed in the whole tier is noted in .ci/checked; both tiers leave it out as long as nothing that it reads
# changes (Scripts/touched.py). The short tier also leaves out what it passed on this commit. CHECK_AGAIN=1 leaves out
# nothing.
#
# CONTRIBUTING.md tells which step uses which build.
set -euo pipefail
cd "$(dirname "$0")/.."
# A crash must end the run, not wait for a backtrace.
export SWIFT_BACKTRACE=enable=no

scratch=${CHECK_SCRATCH:-.build/check}
# The build of `make test`, and the folder of its products.
checked=.build/checked
products=$checked/debug
# A package that shares a folder of products: a plan kept from the package before would build that one once more.
beside=(--disable-build-manifest-caching)
traits=(Archives AsyncHTTPClient FoundationBaseline Sandbox SQLite VideoSubscriberAccountStub)
# The counters that libFuzzer reads; the tests pay little for them and the fuzzers then need no build.
counters=(-Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table
    -Xcc -fsanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp)

first_steps=(lint imports workflows)
short_steps=("${first_steps[@]}" records trust_programs python front_door linkage damages documentation kernels ubsan
    secrets leaks asan fuzz tsan traits benchmarks)
all_steps=("${first_steps[@]}" records trust_programs python front_door linkage damages documentation kernels ubsan
    newest_libxml2 secrets leaks asan tsan traits benchmarks attacks floods endurance embedding spark mutants
    planted release fuzz)

fail() {
    printf 'check: %s\n' "$*" >&2
    exit 1
}

# The build of `make test`.
build_checked() {
    Scripts/checked.sh build "$@"
}

# A package beside its products; what comes after it, by hand too, must not take its plan.
build_beside() {
    Scripts/plan.sh --checked build --scratch-path "$checked" "${beside[@]}" --package-path "$@"
    rm -f "$checked/debug.yaml"
}

# AddressSanitizer: a copy of the package with the modules that have C or unsafe code, and their marked tests.
address_modules=(WireTextTests XMLCoreTests PayloadCodingTests SAMLBindingsTests CapturesTests XMLSecurityTests SAML2Tests
    SignatureDiagnosticsTests ProfileProcessingTests BatchEngineTests ReportsTests AttackTests)
build_address() {
    local package
    package=$(Scripts/part.py "$scratch/address" --marked ReachesUnsafeCode "${address_modules[@]}")
    # The fuzzers need this linker; a build without it would not be theirs.
    local -a options=(--sanitize address --scratch-path "$scratch/address/build" "${counters[@]}" -Xswiftc -use-ld=lld)
    if [ "${1:-}" = --package-path ]; then
        options+=("${beside[@]}" --package-path "$package/$2")
        shift 2
    else
        options+=(--package-path "$package" --traits Archives)
    fi
    Scripts/plan.sh --checked build "${options[@]}" "$@"
}

# ThreadSanitizer: a copy with the marked tests of the modules that share state, and the program. No trait is on, so that
# `traits` and `benchmarks` look at the same build.
thread_modules=(XMLCoreTests SAML2Tests AdobePassTests BatchEngineTests PassSandboxTests samlkitTests)
build_thread() {
    local package
    package=$(Scripts/part.py "$scratch/thread" --marked SharesState "${thread_modules[@]}")
    local -a options=(--sanitize thread --scratch-path "$scratch/thread/build")
    if [ "${1:-}" = --package-path ]; then
        options+=("${beside[@]}" --package-path "$package/$2")
        shift 2
    else
        options+=(--package-path "$package")
    fi
    Scripts/plan.sh build "${options[@]}" "$@"
}

# The steps wait for these builds: the package manager lets one process at a time into a scratch folder. Neither what they
# print nor their status is used, as a step builds again what failed.
build_ahead() {
    local untouched
    untouched=$(Scripts/touched.py asan tsan)
    # Not niceness: the package manager and the compiler reset that for each process that they start.
    chrt --idle --pid 0 "$BASHPID" 2>/dev/null || true
    {
        grep -q '^skip asan:' <<<"$untouched" || build_address --build-tests
        grep -q '^skip tsan:' <<<"$untouched" || build_thread --build-tests
    } >"$scratch/ahead.log" 2>&1
}

check_lint() {
    swift format lint --strict --recursive Package.swift Sources Tests Fuzzing/Package.swift \
        Fuzzing/Sources Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Samples/embedding
    command -v clang-format >/dev/null ||
        fail "clang-format checks the C sources; install it (Scripts/setup.sh --check)"
    git ls-files -z '*.c' '*.h' | xargs -0 clang-format --dry-run -Werror
    Scripts/snippets.py --check
    Scripts/lint.py --prove
    Scripts/lint.py
    Scripts/codes.py --check
    python_environment
    "$scratch/python/venv/bin/python" Scripts/pages.py --prove
    "$scratch/python/venv/bin/python" Scripts/pages.py
    Scripts/touched.py --prove
    Scripts/test.py --prove
    bash -n Scripts/*.sh Scripts/compilers/* Samples/spark/*.sh Samples/curl/*.sh Samples/serve/*.sh Benchmarks/compare/kernels/*.sh .ci/run
    # Python without writing caches beside the sources.
    Scripts/mutants.py --check
    Scripts/planted.py --check
    find Scripts Samples Benchmarks Tests Python -name '*.py' -exec python3 -c '
import ast, sys
for name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read(), name)' {} +
}

# Each target imports only what Package.swift lets it.
check_imports() {
    Scripts/imports.py --prove
    # An embedder never sees a flag of the tests: the package manager refuses a dependency with one.
    local manifest trait
    manifest=$(swift package dump-package)
    if grep -q unsafeFlags <<<"$manifest"; then fail "Package.swift has unsafe flags without SAML_CHECKED_BUILD"; fi
    # The traits are named in two scripts: a new one must not be left out of the tests.
    for trait in $(jq -r '.traits[].name' <<<"$manifest"); do
        grep -qw "$trait" Scripts/checked.sh || fail "Scripts/checked.sh does not name the trait $trait"
        [[ " ${traits[*]} " = *" $trait "* ]] || fail "Scripts/check.sh does not name the trait $trait"
    done
}

# Programs that confuse what was verified with what is claimed do not compile.
check_trust_programs() {
    build_checked --build-tests
    Scripts/trust-programs.py "$checked"
}

# Without its trait a command says how to build it. The whole tier also tests without any trait, and compiles each alone;
# TRAITS chooses some.
check_traits() {
    if ! $all; then
        build_thread --product samlkit
        says_how_to_build_it "$scratch/thread/build/debug/samlkit"
        return
    fi
    local trait build=$scratch/traits
    if [ -z "${TRAITS:-}" ]; then
        Scripts/plan.sh --checked build --build-tests --scratch-path "$build"
        says_how_to_build_it "$build/debug/samlkit"
        Scripts/test.py --build "$build/debug"
    fi
    for trait in ${TRAITS:-"${traits[@]}"}; do
        printf '== traits: %s alone\n' "$trait"
        Scripts/plan.sh build --product samlkit --scratch-path "$build-alone" --traits "$trait"
    done
}

says_how_to_build_it() {
    local samlkit=$1 command status
    for command in 'sandbox' 'serve' 'batch Samples/captures --output no.sqlite'; do
        status=0
        # shellcheck disable=SC2086
        "$samlkit" $command 2>"$scratch/says.txt" || status=$?
        [ "$status" -eq 2 ] || fail "samlkit $command without its trait exits with $status"
        grep -q 'swift build' "$scratch/says.txt" || fail "it does not say how to build it"
    done
}

# An embedder of the Foundation-free modules links libxml2 and zlib, and neither Foundation nor ICU.
check_linkage() {
    build_beside Tests/LinkageTest
    local program=$products/LinkageTest libraries
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

# The performance tests and the Swift contenders compile against the package; the whole tier builds what they
# are compared with, too, and lets each answer once.
check_benchmarks() {
    if ! $all; then
        # It names no traits, as the build with ThreadSanitizer.
        build_thread --package-path Benchmarks --build-tests
        rm -f "$scratch/thread/build/debug.yaml"
        "$scratch/thread/build/debug/StageRunner" cookbook swift 1024 1
        return
    fi
    local folder=$scratch/benchmarks
    mkdir -p "$folder"
    Scripts/plan.sh --checked build --package-path Benchmarks --scratch-path "$scratch/benchmarks-build" --build-tests
    "$scratch/benchmarks-build/debug/StageRunner" cookbook swift 1024 1
    make -s -C Benchmarks/compare/encoding BUILD="$PWD/$folder"
    make -s -C Benchmarks/compare/xmlsec BUILD="$PWD/$folder"
    Benchmarks/compare/kernels/run.sh Samples/captures/01-*.xml 1 >/dev/null
    Scripts/plan.sh --checked test --skip-build --package-path Benchmarks --scratch-path "$scratch/benchmarks-build"
}

# The program of README judges the samples as samlkit does, and the programs of the tutorials print what the
# tutorials show; the whole tier builds them as an embedder does, without any trait.
check_front_door() {
    local folder=$products tutorials=$products
    build_checked --product samlkit
    if $all; then
        folder=$scratch/embedding/verify-response/debug
        swift build --package-path Samples/embedding/verify-response --scratch-path "${folder%/debug}"
        tutorials=$scratch/embedding/tutorials/debug
        swift build --package-path Samples/embedding/tutorials --scratch-path "${tutorials%/debug}"
    else
        # As a dependency of another package everything is compiled anew: what is built beside ours is enough.
        build_beside Tests/LinkageTest
    fi
    Scripts/front-door.py "$folder/verify-response" "$products/samlkit"
    Scripts/tutorials.py "$tutorials" "$folder" "$products"
}

# The sample packages are what an embedder writes.
check_embedding() {
    CHECK_SCRATCH=$scratch Scripts/samples-embedding.sh
    build_checked --product samlkit
    Scripts/samples-strict.py "$products" "$scratch"/embedding/exchange-{script,service}/debug
}

check_documentation() {
    build_checked --build-tests
    Scripts/documentation.sh "$checked" "$scratch/documentation" --warnings-as-errors
    Scripts/api.py "$scratch/documentation/graphs"
}

# The true cause of damaged messages is named, and never a wrong one. The families left out are judged by their conditions
# and keys, and not by what happened to them.
check_damages() {
    build_checked --product samlkit
    python3 Tests/Damages/score.py $products/samlkit --jobs 2 --require 90 |
        tail -n 7
    # A sample: all of them take ten minutes. Each must come out of its bundle as it went in, or be refused, as a capture
    # without a message is. One in twelve is such, and the randomness of pseudonyms may refuse one more.
    python3 Tests/Damages/bundle.py $products/samlkit --jobs 2 --stride 12 --require 86 |
        tail -n 1
}

# Real output against the published schema, by a JSON Schema implementation that is not ours, and against the pages.
check_records() {
    local folder=$scratch/records samlkit=$products/samlkit
    mkdir -p "$folder"
    build_checked --product samlkit
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
    # The numbers and outputs in the pages are what samlkit and the other commands print.
    Scripts/results.py --check
}

# A virtual environment with what the Python programs of the checks need.
python_environment() {
    local folder=$scratch/python
    [ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
    cmp -s Python/requirements.txt "$folder/installed.txt" || {
        "$folder/venv/bin/pip" install --quiet --disable-pip-version-check -r Python/requirements.txt
        cp Python/requirements.txt "$folder/installed.txt"
    }
}

# What runs elsewhere is looked at here.
check_workflows() {
    python_environment
    "$scratch/python/venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
    "$scratch/python/venv/bin/check-jsonschema" --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
    "$scratch/python/venv/bin/zizmor" --offline --quiet .github/workflows
}

# The Python module as the wheel has it, around the debug build.
check_python() {
    local folder=$PWD/$scratch/python
    build_checked --product samlkit
    python_environment
    "$folder/venv/bin/mypy" --config-file Python/pyproject.toml --cache-dir "$folder/mypy" \
        Python/src/samlkit Python/src/pyspark_samlkit
    Scripts/wheel.py --tree "$folder/package" --binary $products/samlkit
    (cd Python && PYTHONPATH=$folder/package PYTHONDONTWRITEBYTECODE=1 "$folder/venv/bin/python" -m pytest tests)
}

# The data source in local mode, row for row against the same run on one machine, with tasks that fail.
check_spark() {
    build_checked --product samlkit
    SAMLKIT=$PWD/$products/samlkit Samples/spark/check.sh "$scratch/spark"
}

# Everything that a release consists of, made, installed in bare systems, used and removed.
check_release() {
    Scripts/release.sh --output "$scratch/dist"
    if [ "$(id -u)" -ne 0 ]; then
        printf 'release: not root, so that nothing is installed in a bare system and no image is made\n'
        return
    fi
    Scripts/install-check.sh "$scratch/dist"
    Scripts/image.sh "$scratch/dist"
}

# The C kernels against the portable one: here under the sanitizers, and those for ARM under an emulator.
check_kernels() {
    local folder=$scratch/kernels library=/usr/aarch64-linux-gnu
    local sources=(-ISources/CPayloadKernels/include Sources/CPayloadKernels/*.c
        Tests/KernelComparison/main.c)
    local warnings=(-std=gnu11 -O2 -Wall -Wextra -Wconversion -Werror)
    mkdir -p "$folder"
    clang "${warnings[@]}" -g -fsanitize=address,undefined -fno-sanitize-recover=all \
        -fuse-ld=lld "${sources[@]}" -o "$folder/here"
    "$folder/here" | tee "$folder/here.txt"
    if grep -q 'no other kernel' "$folder/here.txt"; then fail "no kernel of this processor was compared"; fi
    case $(uname -m) in aarch64 | arm64) return ;; esac
    if [ ! -d "$library/include" ] || ! command -v qemu-aarch64 >/dev/null; then
        fail "NEON cannot run here; install qemu-user and gcc-aarch64-linux-gnu (Scripts/setup.sh --check)"
    fi
    clang "${warnings[@]}" --target=aarch64-linux-gnu -isystem "$library/include" -fuse-ld=lld \
        "${sources[@]}" -o "$folder/arm"
    qemu-aarch64 -L "$library" "$folder/arm" | tee "$folder/arm.txt"
    if grep -q 'no other kernel' "$folder/arm.txt"; then fail "NEON was not compared under qemu"; fi
}

# What handles secret bytes, with these bytes marked as undefined: valgrind reports every branch and every address that
# depends on one. The planted branch must be reported.
check_secrets() {
    local folder=$scratch/secrets compiler level
    mkdir -p "$folder"
    for compiler in clang gcc; do
        for level in -O0 -O2 -O3; do
            "$compiler" "$level" -std=gnu11 -Wall -Wextra -Wconversion -Werror -ISources/CSecretBytes/include \
                Sources/CSecretBytes/*.c Tests/SecretBytes/main.c -o "$folder/run"
            valgrind -q --error-exitcode=9 "$folder/run"
            if valgrind -q --error-exitcode=9 "$folder/run" planted >/dev/null 2>&1; then
                fail "a planted branch on a secret byte was not reported ($compiler $level)"
            fi
        done
    done
}

# Exchanges with a sandbox in which one request in ten goes wrong.
check_endurance() {
    build_checked --build-tests
    ENDURANCE_EXCHANGES=${ENDURANCE_EXCHANGES:-10000} Scripts/test.py --only EnduranceTests
}

# What reads received bytes through C or unsafe code.
check_asan() {
    build_address --build-tests
    # Long call stacks by the million are what slows it down; the default quarantine is more memory than some
    # tests allow. XCTest itself leaks in asynchronous tests; `leaks` looks for ours.
    ASAN_OPTIONS=detect_leaks=0:malloc_context_size=4:quarantine_size_mb=16 \
        TEST_SANITIZER=address Scripts/test.py --build "$scratch/address/build/debug" --marked ReachesUnsafeCode \
        --only "${TESTS:-}"
}

# The program as it is tested, or SAMLKIT, with LeakSanitizer in front of its allocations.
check_leaks() {
    [ -n "${SAMLKIT:-}" ] || build_checked --product samlkit
    local library
    library=$(gcc -print-file-name=liblsan.so)
    LD_PRELOAD=$library "${SAMLKIT:-$products/samlkit}" batch Samples/captures --jobs 2 \
        --trust Samples/metadata/all-idps.xml --now 2026-01-15T12:00:00Z \
        --quiet --output "$scratch/leaks.ndjson" || [ $? -eq 1 ]
}

check_tsan() {
    build_thread --build-tests
    TEST_SANITIZER=thread Scripts/test.py --build "$scratch/thread/build/debug" --marked SharesState --only "${TESTS:-}"
}

# The generator of Tests/Attacks writes the same bytes again.
check_attacks() {
    local venv=$scratch/attacks-venv
    command -v xmlsec1 >/dev/null || fail "xmlsec1 signs the attack corpus; install it (Scripts/setup.sh --check)"
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r Tests/Attacks/requirements.txt
    PYTHONPATH=Tests/Attacks PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" -m generator --check
}

# Security rules, taken away one at a time; MUTANTS=REGEX chooses some.
check_mutants() {
    Scripts/mutants.py --scratch "$scratch/mutants" --only "${MUTANTS:-}"
}

# A fault for each step above that looks at a part, or through something made for it; FAULTS=REGEX chooses some.
check_planted() {
    build_checked --product samlkit
    Scripts/planted.py "$scratch" --only "${FAULTS:-}"
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
        -fno-sanitize-recover=all -ISources/CXMLShims/include -ISources/CPayloadKernels/include \
        $(pkg-config --cflags libxml-2.0) Sources/CXMLShims/*.c Sources/CPayloadKernels/*.c \
        Tests/ShimsTest/*.c \
        $(pkg-config --libs libxml-2.0) -o "$program"
    # One half of the files for each of two cores.
    local -a files=(Samples/captures/*.xml Fuzzing/Corpus/parse/* Samples/captures/malformed/* Samples/metadata/*.xml)
    local half=$((${#files[@]} / 2))
    export UBSAN_OPTIONS=print_stacktrace=1
    "$program" "${files[@]:0:half}" &
    "$program" "${files[@]:half}"
    wait $!
}

# Our C code against the newest libxml2 of Debian's unstable release.
check_newest_libxml2() {
    Scripts/newest-libxml2.sh --prove "$scratch/newest-libxml2"
}

# Every command over every flood, in seconds; `make test` compares the counters of the same floods.
check_floods() {
    Scripts/plan.sh --lenient build -c release --product samlkit --scratch-path .build/run
    Benchmarks/floods.py --samlkit .build/run/release/samlkit
}

# Every fuzz target: for seconds from the AddressSanitizer build, or for minutes from an optimized one.
check_fuzz() {
    if $all; then
        FUZZ_SCRATCH=$scratch/fuzz Scripts/fuzz.sh "${FUZZ_SECONDS:-120}"
    else
        local library
        library=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" \
            --print-file-name=libclang_rt.fuzzer_no_main-"$(uname -m)".a)
        build_address --package-path Fuzzing -Xlinker "$library" -Xlinker -lstdc++
        rm -f "$scratch/address/build/debug.yaml"
        FUZZ_SCRATCH=$scratch/fuzz FUZZ_BINARIES=$scratch/address/build/debug Scripts/fuzz.sh "${FUZZ_SECONDS:-10}"
    fi
}

all=false steps=()
case ${1:-} in
--all) all=true && shift ;;
--first) steps=("${first_steps[@]}") && shift ;;
--ahead)
    mkdir -p "$scratch"
    build_ahead
    exit
    ;;
esac
steps+=("$@")
whole=false
if [ ${#steps[@]} -eq 0 ]; then
    whole=true
    if $all; then steps=("${all_steps[@]}"); else steps=("${short_steps[@]}"); fi
fi
for step in "${steps[@]}"; do
    declare -F "check_$step" >/dev/null || fail "no such step: $step (there are ${all_steps[*]})"
done
mkdir -p "$scratch"

# Nothing is noted of changes that are not committed, nor of less than a whole step.
commit=''
is_clean() { [ -z "$(git status --porcelain -- . ':!.ci/checked' 2>/dev/null || printf changed)" ]; }
if [ -z "${MUTANTS:-}${FAULTS:-}${TESTS:-}${TRAITS:-}${SAMLKIT:-}${FUZZ_SECONDS:-}${ENDURANCE_EXCHANGES:-}" ] && is_clean; then commit=$(git rev-parse HEAD); fi
has_passed() {
    ! $all && [ -n "$commit" ] && [ -z "${CHECK_AGAIN:-}" ] && grep -qxF "$commit $1" "$scratch/passed.txt" 2>/dev/null
}
note_passed() {
    if $all; then
        Scripts/touched.py --record "$1"
    else
        printf '%s %s\n' "$commit" "$1" >>"$scratch/passed.txt"
    fi
}
# What nothing can affect since it passed in the whole tier.
untouched=''
if $whole && [ -z "${CHECK_AGAIN:-}" ]; then
    if $all; then untouched=$(Scripts/touched.py --whole "${steps[@]}"); else untouched=$(Scripts/touched.py "${steps[@]}"); fi
fi

table=() current='' started=0 ahead=''
if $whole && [[ " ${steps[*]} " = *" asan "* ]]; then
    # A group of its own, which can be ended.
    set -m
    build_ahead &
    ahead=$!
    set +m
fi
# The table also ends a run that failed, and names the step.
print_table() {
    local status=$?
    [ "$status" -eq 0 ] || table+=("$(printf '%6d s  %s: FAILED' $((SECONDS - started)) "$current")")
    [ -z "$ahead" ] || kill -- "-$ahead" 2>/dev/null || true
    printf '\nseconds by step:\n'
    printf '%s\n' "${table[@]}"
    printf '%6d s  in all\n' "$SECONDS"
}
trap print_table EXIT
for step in "${steps[@]}"; do
    current=$step started=$SECONDS
    printf '== %s\n' "$step"
    if $whole && has_passed "$step"; then
        table+=("$(printf '%8s  %s: passed on this commit' before "$step")")
        continue
    fi
    if reason=$(grep "^skip $step:" <<<"$untouched"); then
        printf '%s\n' "$reason"
        table+=("$(printf '%8s  %s' skipped "${reason#skip }")")
        continue
    fi
    "check_$step"
    # What was changed meanwhile was not checked.
    if [ -n "$commit" ] && is_clean && [ "$(git rev-parse HEAD)" = "$commit" ]; then
        note_passed "$step"
    fi
    table+=("$(printf '%6d s  %s' $((SECONDS - started)) "$step")")
done
if $all && [ -n "$commit" ]; then
    printf 'check: commit .ci/checked, so that make check skips what nothing touches\n'
fi
printf 'check: all passed\n'
