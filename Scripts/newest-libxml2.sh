#!/usr/bin/env bash
# Compiles the C sources against the newest libxml2 that Debian has, drives them with it, and compares the canonical
# forms with those of the system's libxml2, byte for byte.
#
#   Scripts/newest-libxml2.sh [FOLDER]
#   Scripts/newest-libxml2.sh --prove [FOLDER]    # plants faults and expects them to be found
#
# The packages come from Debian unstable through an apt configuration of their own. They are unpacked in FOLDER (default:
# .build/check/newest-libxml2), and nothing is installed. Needs apt and debian-archive-keyring.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'newest-libxml2: %s\n' "$*" >&2
    exit 1
}
say() { printf 'newest-libxml2: %s\n' "$*"; }

prove=false
if [ "${1:-}" = --prove ]; then
    prove=true
    shift
fi
folder=${1:-.build/check/newest-libxml2}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
command -v apt-get >/dev/null || fail "there is no apt-get; this check runs on Debian"
[ -e "$keyring" ] || fail "there is no $keyring; install debian-archive-keyring"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
root=$folder/root

# What apt is told: folders of its own, no package installed, and of the host only how it reaches archives.
configure_apt() {
    local apt=$folder/apt
    mkdir -p "$apt"/{lists,cache,etc}/partial "$apt/cache/archives/partial"
    printf 'deb [signed-by=%s] http://deb.debian.org/debian unstable main\n' "$keyring" >"$apt/sources.list"
    : >"$apt/installed"
    {
        apt-config dump | grep -E '^Acquire::(https?::|Check-)' || true
        cat <<EOF
Dir "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/installed";
Dir::Cache "$apt/cache";
Dir::Etc "$apt/etc";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Parts "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Acquire::Languages "none";
APT::Sandbox::User "root";
EOF
    } >"$apt/apt.conf"
    export APT_CONFIG=$apt/apt.conf
}

# The development files, and the library with all that it depends on: its glibc is newer than that of a stable Debian.
unpack() {
    local library
    local -a packages
    configure_apt
    apt-get update -qq --error-on=any || fail "the lists of Debian unstable cannot be read"
    version=$(apt-cache show --no-all-versions libxml2-dev | sed -n 's/^Version: //p')
    library=$(apt-cache show --no-all-versions libxml2-dev | sed -n 's/^Depends:.*\(libxml2-[0-9a-z]*\) (= .*/\1/p')
    [ -n "$library" ] || fail "libxml2-dev $version does not name its library"
    mapfile -t packages < <(apt-get --simulate --no-install-recommends install "$library" | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
    [[ " ${packages[*]} " = *" $library "* ]] || fail "apt does not list what $library depends on"
    rm -rf "$folder/packages" "$root"
    mkdir "$folder/packages" "$root"
    (cd "$folder/packages" && apt-get download -qq libxml2-dev "${packages[@]}")
    unset APT_CONFIG
    for library in "$folder"/packages/*.deb; do dpkg-deb -x "$library" "$root"; done
}

# Builds Tests/ShimsTest with the C sources, or with copies of them, as `Scripts/check.sh ubsan` does.
build() {
    local program=$1 shims=$2
    "${CLANG:-clang}" -std=c11 -g -O1 -Wall -Wextra -Wconversion -Werror -fuse-ld=lld \
        -fsanitize=address,undefined,nullability,float-divide-by-zero \
        -fno-sanitize-recover=all -I"$shims/include" -ISources/CPayloadKernels/include \
        "$shims"/*.c Sources/CPayloadKernels/*.c Tests/ShimsTest/*.c "${@:3}" -o "$program"
}
build_for_system() {
    local -a flags
    read -ra flags <<<"$(pkg-config --cflags --libs libxml-2.0)"
    build "$1" Sources/CXMLShims "${flags[@]}"
}
# The program starts with the loader and the glibc of the packages. Compiled for an older one, it runs with them, and so
# do the sanitizers. The linker sees the older one, and must not look there for what libxml2 needs.
build_for_newest() {
    build "$1" "$2" -I"$root/usr/include/libxml2" -L"$libraries" -lxml2 -Xlinker --allow-shlib-undefined \
        -Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker "$libraries" \
        -Xlinker --dynamic-linker -Xlinker "$loader"
}

inputs=(Samples/captures/*.xml Samples/captures/malformed/* Samples/metadata/*.xml Fuzzing/Corpus/parse/*)
# Whether two programs print the same canonical forms. The first difference is printed.
agree() {
    "$1" --forms "${inputs[@]}" >"$folder/system.forms"
    "$2" --forms "${inputs[@]}" >"$folder/newest.forms"
    cmp "$folder/system.forms" "$folder/newest.forms" && return
    diff -a -U 4 "$folder/system.forms" "$folder/newest.forms" >"$folder/forms.diff" || true
    head -n 20 "$folder/forms.diff"
    return 1
}

unpack
mapfile -t found < <(compgen -G "$root/usr/lib/*-linux-gnu/ld-linux-*.so.*")
[ ${#found[@]} -eq 1 ] || fail "expected one loader in libc6, found ${#found[@]}"
loader=${found[0]}
libraries=$(dirname "$loader")
say "libxml2 $version of Debian unstable; the system has $(pkg-config --modversion libxml-2.0)"
number=$(sed -n 's/^#define LIBXML_VERSION \([0-9]*\)$/\1/p' "$root/usr/include/libxml2/libxml/xmlversion.h")
[ "$number" -ge 21500 ] || fail "expected a version newer than 2.14"

build_for_system "$folder/drive-system"
build_for_newest "$folder/drive-newest" Sources/CXMLShims
running=$("$folder/drive-newest" --version)
[ "$running" = "$number" ] || fail "the program runs with libxml2 $running, expected $number"
UBSAN_OPTIONS=print_stacktrace=1 "$folder/drive-newest" "${inputs[@]}"
agree "$folder/drive-system" "$folder/drive-newest" || fail "canonical forms differ (all: $folder/forms.diff)"
say "$(wc -c <"$folder/newest.forms") bytes with canonical forms are the same"
if $prove; then
    # What is deprecated does not compile, and would without the warning.
    printf '#include "CLibXML2.h"\nvoid *planted(xmlParserCtxtPtr parser);\n%s\n' \
        'void *planted(xmlParserCtxtPtr parser) { return parser->catalogs; }' >"$folder/planted.c"
    compile=("${CLANG:-clang}" -std=c11 -fsyntax-only -Wall -Wextra -Wconversion -Werror -ICLibXML2
        -I"$root/usr/include/libxml2" "$folder/planted.c")
    "${compile[@]}" -Wno-deprecated-declarations
    if "${compile[@]}" 2>"$folder/planted.log"; then fail "a deprecated member compiles"; fi
    grep -q Wdeprecated-declarations "$folder/planted.log" || fail "a deprecated member is refused for another reason"
    # A canonical form that differs, and one that only one version writes.
    inputs=(Samples/captures/36-unsigned.xml)
    for fault in 's/canonical\[\] = "&amp;"/canonical[] = "\&#38;"/' 's/ || error->code == XML_DTD_XMLID_VALUE//'; do
        rm -rf "$folder/planted"
        mkdir "$folder/planted"
        # One source includes a header by its place in the package.
        cp -R CLibXML2 "$folder/planted"
        mkdir "$folder/planted/Sources"
        cp -R Sources/CXMLShims "$folder/planted/Sources"
        sed -i "$fault" "$folder/planted/Sources/CXMLShims/canonicalizer.c"
        ! cmp -s {"$folder/planted/",}Sources/CXMLShims/canonicalizer.c || fail "there is no place for the fault $fault"
        build_for_newest "$folder/drive-planted" "$folder/planted/Sources/CXMLShims"
        if agree "$folder/drive-system" "$folder/drive-planted" >/dev/null; then fail "the fault $fault is not found"; fi
    done
    say "a deprecated member and two changed canonical forms are found"
fi
