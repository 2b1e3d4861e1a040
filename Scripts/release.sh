#!/usr/bin/env bash
# Builds samlkit for any Linux with glibc, checks it, and packs it with its manual page, completions
# and licenses: an archive, a Python wheel, a Debian package and a list of what is in them (SBOM). The version is
# what the program says.
#
#   Scripts/release.sh [--binary FILE] [--root FOLDER] [--output FOLDER]
#
#   --binary FILE    pack this program instead of building one
#   --root FOLDER    a bare system (debootstrap --variant=minbase) to try the program in, too
#   --output FOLDER  where the files and SHA256SUMS go (default: dist)
#
# RELEASE_TRAITS names the package's traits, SOURCE_DATE_EPOCH the time of every file (default: the
# last commit's). Needs Debian's -dev packages that Documentation/installing.md lists, and Python.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no LC_ALL=C.UTF-8

traits=${RELEASE_TRAITS:-Archives,AsyncHTTPClient,SQLite,Sandbox}
# All that the program may ask of the system: glibc, of which older ones have parts in files of their
# own, and libgcc_s, which glibc loads when a thread ends.
allowed='^(libgcc_s\.so\.1|libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-[a-z0-9-]+\.so\.[0-9])$'

fail() {
    printf 'release: %s\n' "$*" >&2
    exit 1
}
say() { printf 'release: %s\n' "$*"; }

binary='' root='' output=dist
while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || fail "usage: Scripts/release.sh [--binary FILE] [--root FOLDER] [--output FOLDER]"
    case $1 in
    --binary) binary=$2 ;;
    --root) root=$2 ;;
    --output) output=$2 ;;
    *) fail "$1 is not an option" ;;
    esac
    shift 2
done
[ "$(uname -s)" = Linux ] || fail "it packs for Linux, on Linux"
case ,$traits, in *,FoundationBaseline,*) fail "FoundationBaseline needs ICU's data, which the program does not have" ;; esac
architecture=$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} ||
    fail "set SOURCE_DATE_EPOCH: there is no commit to take the time from"
export SOURCE_DATE_EPOCH
scratch=.build/release-linux
static=$scratch/static-libraries

build() {
    Scripts/static-libraries.sh "$static"
    # Nothing of the program tells where it was built; libcurl, which URLSession needs, has no static
    # form in Debian.
    PKG_CONFIG_PATH=$PWD/$static swift build -c release --product samlkit --scratch-path "$scratch" \
        --traits "$traits" --static-swift-stdlib -debug-info-format none \
        -Xswiftc -use-ld=lld -Xswiftc -DWithoutURLSession \
        -Xlinker "$(cat "$static/no-locales")" -Xlinker --no-export-dynamic \
        -Xlinker --no-eh-frame-hdr -Xlinker "--script=$PWD/Scripts/no-unwinding.ld" \
        -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=."
    binary=$scratch/release/samlkit
}

# What is asked of the system: libraries, and the newest version of glibc's symbols.
check_linkage() {
    local library others=''
    while read -r library; do
        [[ $library =~ $allowed ]] || others+=" $library"
    done < <(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    [ -z "$others" ] || fail "the program needs more than glibc:$others"
    say "needs glibc $(readelf --dyn-syms -W "$1" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -1 |
        sed s/GLIBC_//) or later and its libgcc_s, and nothing else"
}

# The sample captures, which `command…` processes, against the tables beside them.
check_samples() {
    local results=$1 status=0
    shift
    "$@" batch Samples/captures --now 2026-01-15T12:00:00Z --require uid,uniqueId \
        --audience https://saml.sp.auth.adobe.com --trust Samples/metadata/all-idps.xml \
        --quiet --output "$results" || status=$?
    # Some of the samples are broken on purpose.
    [ $status -eq 1 ] || fail "$1 batch exits with $status"
}

# What brings Foundation along does not miss ICU's data: results in SQLite, the server and pages of the sandbox, the client.
check_without_locales() {
    local program=$1 folder=$2 status=0 address
    case ,$traits, in *,SQLite,*) ;; *) return ;; esac
    check_samples "$folder/results.sqlite" "$program"
    "$program" report "$folder/results.sqlite" --output "$folder/report.html" 2>/dev/null
    case ,$traits, in *,Sandbox,*) ;; *) return ;; esac
    mkfifo "$folder/sandbox"
    "$program" sandbox --port 0 --quiet --state "$folder/state.sqlite" >"$folder/sandbox" &
    read -r address <"$folder/sandbox"
    "$program" sso --api v2 --base-url "$address" >/dev/null 2>&1 || status=$?
    kill $!
    [ $status -eq 0 ] || fail "$program sso exits with $status against its own sandbox"
    say "results in SQLite, the sandbox and a sign-on need no data of ICU"
}

# In a root of its own the program finds nothing that happens to be installed here. It needs /proc,
# from which Swift takes a program's arguments.
check_in_root() {
    local name=$1 place=$2 program=$3 library status=0
    if [ "$(id -u)" -ne 0 ] || ! unshare --mount true 2>/dev/null; then
        say "not root, or not allowed to mount: the program is not tried in $name"
        return
    fi
    mkdir -p "$place/samlkit-check" "$place/proc"
    cp -R "$program" Samples "$place/samlkit-check/"
    if [ ! -e "$place/etc" ]; then
        while read -r library; do
            mkdir -p "$place$(dirname "$library")"
            cp -L "$library" "$place$library"
        done < <(ldd "$program" | grep -oE '/[^ ]+')
    fi
    # The mount goes with the namespace.
    unshare --mount --propagation private sh -c \
        'mount -t proc proc "$1/proc" && exec chroot "$@"' sh \
        "$place" /samlkit-check/samlkit batch /samlkit-check/Samples/captures --quiet \
        --now 2026-01-15T12:00:00Z --audience https://saml.sp.auth.adobe.com \
        --require uid,uniqueId --trust /samlkit-check/Samples/metadata/all-idps.xml \
        --output /samlkit-check/results.ndjson || status=$?
    [ $status -eq 1 ] || fail "in $name samlkit batch exits with $status"
    Scripts/sample-outcomes.py "$place/samlkit-check/results.ndjson"
    rm -rf "$place/samlkit-check"
    say "ran in $name"
}

# What has been linked into the program asks for its notice to be passed on.
gather_licenses() {
    local folder=$1 checkouts archive owner file
    mkdir -p "$folder"
    checkouts=$scratch/checkouts
    [ -d "$checkouts" ] || checkouts=.build/checkouts
    for file in "$checkouts"/*/LICENSE* "$checkouts"/*/NOTICE*; do
        [ -f "$file" ] || continue
        install -m 644 "$file" "$folder/$(basename "$(dirname "$file")")-$(basename "$file")"
    done
    file=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/share/swift/LICENSE.txt
    [ ! -f "$file" ] || install -m 644 "$file" "$folder/swift-LICENSE.txt"
    [ -d "$static" ] || Scripts/static-libraries.sh "$static"
    for archive in "$static"/*.a; do
        owner=$(dpkg-query -S "$(readlink -f "$archive")" 2>/dev/null | cut -d: -f1) || continue
        file=/usr/share/doc/$owner/copyright
        [ ! -f "$file" ] || install -m 644 "$(readlink -f "$file")" "$folder/debian-$owner-copyright"
    done
}

[ -n "$binary" ] || build
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The compiler leaves a digest of its command line, which names the folder, and the linker one of that.
strip --strip-all --remove-section=.swift_modhash --remove-section=.note.gnu.build-id -o "$work/samlkit" "$binary"
version=$("$work/samlkit" --version)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$ ]] || fail "--version says “$version”"
"$work/samlkit" --help | grep -q batch || fail "--help does not name batch"
name=samlkit-$version-linux-$architecture
stage=$work/$name

install -D -m 755 "$work/samlkit" "$stage/bin/samlkit"
share=$stage/share
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d"
Scripts/manual.py "$work/samlkit" "$share/man/man1/samlkit.1"
Scripts/manual.py --check "$work/samlkit" "$share/man/man1/samlkit.1"
"$work/samlkit" --generate-completion-script bash >"$share/bash-completion/completions/samlkit"
"$work/samlkit" --generate-completion-script zsh >"$share/zsh/site-functions/_samlkit"
"$work/samlkit" --generate-completion-script fish >"$share/fish/vendor_completions.d/samlkit.fish"
install -m 644 LICENSE NOTICE README.md Documentation/installing.md Documentation/record.schema.json "$stage"
gather_licenses "$share/doc/samlkit/licenses"

mkdir -p "$output"
archive=$output/$name.tar.gz
tar --create --directory "$work" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner \
    --mode='u+rwX,go+rX,go-w' --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip -n >"$archive"
# The wheel and the package hold the same program and the same files.
Scripts/wheel.py --binary "$work/samlkit" --licenses "$share/doc/samlkit/licenses" --output "$output"
Scripts/deb.sh "$stage" "$output"
Scripts/sbom.py --binary "$work/samlkit" --static "$static" --output "$output/samlkit-$version-linux-$architecture.spdx.json"
(cd "$output" && sha256sum -- samlkit-"$version"-* samlkit_"$version"_* >SHA256SUMS)

# From here on what was packed is checked, and not what was built.
(cd "$output" && sha256sum --check --quiet SHA256SUMS)
mkdir "$work/unpacked"
tar --extract --file "$archive" --directory "$work/unpacked"
program=$work/unpacked/$name/bin/samlkit
check_linkage "$program"
check_samples "$work/results.ndjson" "$program"
Scripts/sample-outcomes.py "$work/results.ndjson"
Scripts/completions.sh "$program"
check_without_locales "$program" "$work"
check_in_root "a root with glibc alone" "$work/root" "$program"
[ -z "$root" ] || check_in_root "$root" "$root" "$program"
say "$archive, $(du -h "$archive" | cut -f1); the program alone $(du -h "$program" | cut -f1)"
