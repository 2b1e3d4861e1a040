#!/usr/bin/env bash
# The package manager as tests and checks build with it: the same command always gives the same plan.
#
#   Scripts/plan.sh build --build-tests
#   Scripts/plan.sh --checked build --build-tests    # the modules in which tests spend their time are optimized
#
# The package manager names traits in the order of a set, and compiles everything of ours again where that order is
# another one. So its hashing is fixed. Warnings are errors here, and not in Package.swift: a newer compiler or a newer
# libxml2 must not stop anybody's build.
#
# The many C++ files of BoringSSL read the standard library precompiled and are not optimized: each halves their time, and
# what must be fast in them is assembly.
set -euo pipefail

# The package manager refuses -Werror as the last of its kind.
options=(-Xswiftc -warnings-as-errors -Xcc -Werror -Xcc -fno-omit-frame-pointer)
if [ "$1" = --checked ]; then
    shift
    export SAML_CHECKED_BUILD=1
    options+=(-Xcc -O2 -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
elif [ -n "${CI:-}" ]; then
    # From nothing and once: modules are compiled whole, which takes a quarter less and cannot be continued.
    options+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
fi

if [ "$(uname -s)" = Linux ]; then
    compiler=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
    sanitizer=() name=plain
    for ((i = 1; i < $#; i++)); do
        next=$((i + 1))
        if [ "${!i}" = --sanitize ]; then name=${!next} sanitizer=("-fsanitize=$name"); fi
    done
    folder=$(cd "$(dirname "$0")/.." && pwd)/.build/precompiled
    if [ -x "$compiler" ]; then
        # Another compiler, or other options in this script, and it is made anew.
        if [ ! "$folder/$name.pch" -nt "$0" ] || [ ! "$folder/$name.pch" -nt "$compiler" ]; then
            mkdir -p "$folder"
            printf '#include <%s>\n' algorithm array atomic bitset cassert cstdint cstdlib cstring functional \
                initializer_list iterator limits memory new optional string string_view tuple type_traits utility \
                variant vector >"$folder/$name.h"
            # As the package manager compiles C++.
            "$compiler" -target "$(uname -m)-unknown-linux-gnu" -std=c++17 -O0 -g -fblocks -fPIC \
                -fno-omit-frame-pointer "${sanitizer[@]}" -x c++-header "$folder/$name.h" -o "$folder/$name.part"
            mv "$folder/$name.part" "$folder/$name.pch"
        fi
        options+=(-Xcxx -O0 -Xcxx -include-pch -Xcxx "$folder/$name.pch")
    fi
fi
SWIFT_DETERMINISTIC_HASHING=1 exec "${SWIFT:-swift}" "$1" ${options[@]+"${options[@]}"} "${@:2}"
