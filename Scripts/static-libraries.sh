#!/usr/bin/env bash
# Gathers the archives of the system's C and C++ libraries, so that a build links them into the
# program: a folder with nothing but archives under the names the linker looks for, and pkg-config
# files that put it before the system's folders.
#
#   Scripts/static-libraries.sh FOLDER
#   PKG_CONFIG_PATH=FOLDER swift build -c release --static-swift-stdlib -Xlinker "$(cat FOLDER/no-locales)" …
set -euo pipefail

fail() {
    printf 'static-libraries: %s\n' "$*" >&2
    exit 1
}

[ $# -eq 1 ] || fail "it takes one folder"
[ "$(uname -s)" = Linux ] || fail "macOS has no static system libraries"
rm -rf -- "$1"
mkdir -p -- "$1"
folder=$(cd "$1" && pwd)
compiler=$(command -v clang || command -v gcc || command -v cc) || fail "there is no C compiler"
libraries=(libxml-2.0 zlib sqlite3 libarchive libbrotlidec)

# Links one archive, under its own name or another.
gather() {
    local archive
    archive=$("$compiler" -print-file-name="lib$1.a")
    # The compiler gives the bare name back when it finds nothing.
    [ -e "$archive" ] || return 1
    ln -s "$(readlink -f "$archive")" "$folder/lib${2:-$1}.a"
}

declare -A seen
for library in "${libraries[@]}"; do
    pkg-config --exists "$library" || fail "$library is not installed (Scripts/setup.sh)"
    read -ra flags <<<"$(pkg-config --static --libs-only-l "$library")"
    for flag in "${flags[@]}"; do
        name=${flag#-l}
        case $name in
        # glibc stays what it is: name services and locales need the system's own.
        m | dl | pthread | c | rt) continue ;;
        esac
        [ -z "${seen[$name]:-}" ] || continue
        seen[$name]=1
        gather "$name" || fail "there is no lib$name.a (Debian: the -dev package of lib$name)"
    done
    {
        printf 'Name: %s\nDescription: %s, static\n' "$library" "$library"
        printf 'Version: %s\n' "$(pkg-config --modversion "$library")"
        printf 'Cflags: %s\n' "$(pkg-config --cflags "$library")"
        # ICU and Swift's runtime are C++.
        printf 'Libs: -L%s %s -lstdc++\n' "$folder" "${flags[*]}"
    } >"$folder/$library.pc"
done
gather stdc++ || fail "there is no libstdc++.a (Debian: libstdc++-12-dev)"
# libgcc_s stays dynamic: glibc itself loads it when a thread ends.

# ICU is linked twice, in libxml2 and in Foundation, each copy with 30 MB of data about locales and encodings. The program
# asks for none: libxml2 is given UTF-8 only, and no date or text is formatted for a locale. In place of Debian's archive
# of such data stands one with an empty table, in which ICU finds nothing; the linker's option in `no-locales` lets
# Foundation's copy look there, too. Its header is as in ICU's udata.h (size, magic, format "CmnD"), with a count of 0.
empty=icudt$(pkg-config --modversion icu-uc | cut -d. -f1)_dat
printf 'const struct { unsigned short size; unsigned char rest[30]; unsigned int count[4]; } %s =
    {32, {0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0, 0x43, 0x6d, 0x6e, 0x44, 1}, {0}};\n' "$empty" |
    "$compiler" -x c -c -o "$folder/no-locales.o" -
rm "$folder/libicudata.a"
ar -D -rc "$folder/libicudata.a" "$folder/no-locales.o"
foundation=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift_static/linux/lib_FoundationICU.a
table=$(nm "$foundation" 2>/dev/null | sed -n 's/.* R \(icudt[0-9]*_dat\)$/\1/p')
[ -n "$table" ] || fail "Foundation has its data about locales elsewhere"
printf -- '--defsym=%s=%s' "$table" "$empty" >"$folder/no-locales"
