#!/usr/bin/env bash
# The package manager as tests and checks build with it: the same command always gives the same plan.
#
#   Scripts/plan.sh build --build-tests
#   Scripts/plan.sh --checked build --build-tests    # the modules in which tests spend their time are optimized
#   Scripts/plan.sh --lenient build -c release       # for newcomers: warnings stop nothing
#
# The package manager names traits in the order of a set, and compiles everything of ours again where that order is
# another one. So its hashing is fixed. Warnings are errors here, and not in Package.swift: a newer compiler or a newer
# libxml2 must not stop anybody's build. No debug information is written, which takes up to a fifth of the time (a
# sanitizer keeps the lines); Scripts/compilers says what else is left out.
#
# The many C++ files of BoringSSL read the standard library precompiled and are not optimized: each halves their time, and
# what must be fast in them is assembly.
set -euo pipefail

# The package manager refuses -Werror as the last of its kind.
options=(-Xcc -O2)
if [ "$1" = --lenient ]; then
    shift
else
    options+=(-Xswiftc -warnings-as-errors -Xcc -Werror -Xcc -fno-omit-frame-pointer)
fi
if [ "$1" = --checked ]; then
    shift
    export SAML_CHECKED_BUILD=1
    options+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
elif [ -n "${CI:-}" ]; then
    # From nothing and once: modules are compiled whole, which takes a quarter less and cannot be continued.
    options+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
fi
case " $* " in
*" --sanitize "*) options+=(-Xswiftc -gline-tables-only -Xcc -gline-tables-only) ;;
*) options+=(-debug-info-format none) ;;
esac

if [ "$(uname -s)" = Linux ]; then
    scripts=$(cd "$(dirname "$0")" && pwd)
    TOOLCHAIN=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
fi
# A manager of toolchains has another program in the place of the compiler.
if [ -x "${TOOLCHAIN:-}/swiftc" ] && [ -x "$TOOLCHAIN/clang" ]; then
    OBJECTS=$scripts/../.build/objects
    # The package manager looks beside the compiler for the library that reads the index.
    compilers=$scripts/../.build/compilers
    mkdir -p "$compilers/bin"
    ln -sfn "$TOOLCHAIN/../lib" "$compilers/lib"
    cp -u "$scripts/compilers/swiftc" "$compilers/bin/swiftc"
    export TOOLCHAIN OBJECTS SWIFT_EXEC=$compilers/bin/swiftc CC=$scripts/compilers/clang
    headers=$OBJECTS/standard-library
    # Another compiler, or other options in this script, and it is made anew.
    if [ ! "$headers.pch" -nt "$0" ] || [ ! "$headers.pch" -nt "$TOOLCHAIN/clang" ]; then
        mkdir -p "$OBJECTS"
        printf '#include <%s>\n' algorithm array atomic bitset cassert cstdint cstdlib cstring functional \
            initializer_list iterator limits memory new optional string string_view tuple type_traits utility \
            variant vector >"$headers.h"
        # As the package manager compiles C++.
        "$TOOLCHAIN/clang" -target "$(uname -m)-unknown-linux-gnu" -std=c++17 -O0 -fblocks -fPIC \
            -fno-omit-frame-pointer -x c++-header "$headers.h" -o "$headers.$$"
        mv "$headers.$$" "$headers.pch"
    fi
    options+=(--disable-index-store -Xcxx -O0 -Xcxx -include-pch -Xcxx "$headers.pch")
fi
SWIFT_DETERMINISTIC_HASHING=1 exec "${SWIFT:-swift}" "$1" ${options[@]+"${options[@]}"} "${@:2}"
