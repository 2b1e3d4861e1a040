#!/usr/bin/env bash
# Installs what a release consists of in bare systems without a toolchain, uses it, and removes it.
#
#   Scripts/install-check.sh [--root FOLDER] [DIST]
#
# --root names a system made by `debootstrap --variant=minbase --include=python3-venv`; without it one is made in
# .build/check/install, which takes a minute. DIST (default: dist) holds the archive, the wheel and the .deb of one
# version. Each is timed from the file to the first record. Must be root, to mount and to change the root.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'install-check: %s\n' "$*" >&2
    exit 1
}
say() { printf 'install-check: %s\n' "$*"; }

root=''
if [ "${1:-}" = --root ]; then
    root=$2
    shift 2
fi
dist=${1:-dist}
[ "$(id -u)" -eq 0 ] || fail "only root may change the root"
scratch=$PWD/.build/check/install
mkdir -p "$scratch"
if [ -z "$root" ]; then
    root=$scratch/bookworm
    if [ ! -e "$root/complete" ]; then
        command -v debootstrap >/dev/null || fail "there is no debootstrap; install it"
        rm -rf "$root"
        debootstrap --variant=minbase --include=python3-venv bookworm "$root" >"$scratch/debootstrap.log"
        touch "$root/complete"
    fi
fi
one() {
    local -a found
    mapfile -t found < <(compgen -G "$dist/$1")
    [ ${#found[@]} -eq 1 ] || fail "expected one $1 in $dist, found ${#found[@]}"
    printf '%s' "${found[0]}"
}
archive=$(one 'samlkit-*-linux-*.tar.gz') wheel=$(one 'samlkit-*.whl') package=$(one 'samlkit_*.deb')

# Runs a script in a copy of the system that is gone afterwards, and tells how long it took.
in_bare_system() {
    local name=$1 file=$2 script=$3 start end
    local folder=$scratch/$name
    rm -rf "$folder"
    mkdir -p "$folder"/{upper,work,system}
    unshare --mount --propagation private bash -euc '
        folder=$1 root=$2 file=$3 script=$4
        mount -t tmpfs tmpfs "$folder"
        mkdir "$folder"/{upper,work,system}
        mount -t overlay overlay -o "lowerdir=$root,upperdir=$folder/upper,workdir=$folder/work" "$folder/system"
        system=$folder/system
        mount -t proc proc "$system/proc"
        mkdir -p "$system/data"
        cp "$file" "$system/data/"
        cp -R Samples/captures Samples/metadata "$system/data/"
        if [ -e "$system/usr/bin/swift" ] || [ -e "$system/usr/bin/cc" ]; then exit 9; fi
        start=$(date +%s%N)
        chroot "$system" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 \
            START="$start" sh -euc "cd /data; $script"
    ' sh "$folder" "$root" "$file" "$script" || fail "$name failed"
    rm -rf "$folder"
}

options='--trust metadata/all-idps.xml --audience https://saml.sp.auth.adobe.com --now 2026-01-15T12:00:00Z'
# One message is accepted; then all samples have their outcomes.
use="samlkit verify captures/01-*.xml $options
    echo \"first record after \$(( (\$(date +%s%N) - START) / 1000000 )) ms\"
    samlkit batch captures $options --require uid,uniqueId --quiet --output /tmp/results.ndjson || [ \$? -eq 1 ]
    grep -c '\"outcome\":\"accepted\"' /tmp/results.ndjson | grep -qx 986"

say "$archive"
in_bare_system archive "$archive" "
    tar -xf samlkit-*.tar.gz -C /usr/local --strip-components 1 --wildcards '*/bin' '*/share'
    $use"
say "$wheel"
in_bare_system wheel "$wheel" "
    python3 -m venv /opt/venv
    /opt/venv/bin/pip install --quiet --no-index --no-cache-dir samlkit-*.whl
    PATH=/opt/venv/bin:\$PATH
    $use
    python -c '
import glob, samlkit
options = dict(trust=\"metadata/all-idps.xml\", audience=\"https://saml.sp.auth.adobe.com\", now=\"2026-01-15T12:00:00Z\")
data = open(glob.glob(\"captures/01-*.xml\")[0], \"rb\").read()
assert samlkit.verify(data, **options).attributes, \"verify\"
assert sum(1 for record in samlkit.batch(\"captures\", **options)) > 1000, \"batch\"
'
    pip uninstall --quiet --yes samlkit
    hash -r
    if command -v samlkit; then exit 1; fi"
say "$package"
in_bare_system deb "$package" "
    dpkg --install samlkit_*.deb >/dev/null
    $use
    test -s /usr/share/doc/samlkit/copyright || grep -rqs path-exclude /etc/dpkg/dpkg.cfg.d
    dpkg --verify samlkit
    dpkg --purge samlkit >/dev/null
    hash -r
    if command -v samlkit; then exit 1; fi
    test ! -e /usr/share/doc/samlkit"
say "all were installed, used and removed"
