#!/usr/bin/env bash
# Makes a container image of a release, and runs it: nothing but the program, glibc and certificates, without a base
# image, a daemon or a registry.
#
#   Scripts/image.sh [DIST]
#
# DIST (default: dist) holds the archive, and gets samlkit-VERSION-oci-ARCHITECTURE.tar, which
# `podman load`, `docker load` (25 or later) and `skopeo copy oci-archive:…` read. Needs buildah (Debian: buildah), and
# glibc as on the system that the program was built on. Run by root it uses chroot isolation, so that it works inside
# containers, too.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'image: %s\n' "$*" >&2
    exit 1
}

dist=${1:-dist}
mapfile -t archives < <(compgen -G "$dist/samlkit-*-linux-*.tar.gz")
[ ${#archives[@]} -eq 1 ] || fail "expected one archive in $dist, found ${#archives[@]}"
command -v buildah >/dev/null || fail "there is no buildah; install it"
work=$(mktemp -d)
store=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)
trap 'buildah "${store[@]}" rm --all >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
tar --extract --file "${archives[0]}" --directory "$work"
release=$(compgen -G "$work/samlkit-*-linux-*")
version=$("$release/bin/samlkit" --version)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

root=$work/image
install -D -m 755 "$release/bin/samlkit" "$root/usr/bin/samlkit"
# The loader by the path in the program, the others by what the loader finds.
while read -r library; do
    install -D -m 755 "$(readlink -f "$library")" "$root$library"
done < <(ldd "$release/bin/samlkit" | grep -oE '/[^ ]+')
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt" 2>/dev/null ||
    printf 'image: no certificates here (ca-certificates): samlkit exchange will trust no server\n' >&2
cp -R "$release/share/doc" "$root/usr/doc"
printf 'samlkit:x:10001:10001::/nonexistent:/usr/sbin/nologin\n' >"$root/etc/passwd"
printf 'samlkit:x:10001:\n' >"$root/etc/group"
mkdir -p "$root/proc" "$root/data" "$root/tmp"
chmod 1777 "$root/tmp"
find "$root" -print0 | xargs -0 touch --no-dereference --date="@$epoch"

container=$(buildah "${store[@]}" from scratch)
buildah "${store[@]}" add --quiet "$container" "$root" / >/dev/null
# By number, so that a cluster can see that it is not root.
buildah "${store[@]}" config --user 10001:10001 --workingdir /data --entrypoint '["samlkit"]' --cmd --help \
    --env PATH=/usr/bin --label "org.opencontainers.image.title=samlkit" \
    --label "org.opencontainers.image.version=$version" \
    --label org.opencontainers.image.licenses=Apache-2.0 "$container"

# It must run as that user, and where nothing can be written.
[ "$(buildah "${store[@]}" run --isolation chroot --user 10001:10001 "$container" -- samlkit --version)" = "$version" ] ||
    fail "the program in the image does not say its version"
status=0
unshare --mount --propagation private bash -euc '
    mount --bind "$1" "$1"
    mount --bind Samples "$1/data"
    mount -t proc proc "$1/proc"
    mount -o remount,bind,ro "$1"
    if chroot --userspec=10001:10001 "$1" samlkit batch /data/captures --output /tmp/x.ndjson --quiet 2>/dev/null ||
        [ -e "$1/tmp/x.ndjson" ]; then exit 9; fi
    chroot --userspec=10001:10001 "$1" samlkit batch /data/captures --trust /data/metadata/all-idps.xml \
        --now 2026-01-15T12:00:00Z --audience https://saml.sp.auth.adobe.com --require uid,uniqueId --quiet --output -
    ' bash "$(buildah "${store[@]}" mount "$container")" >"$work/results.ndjson" || status=$?
[ $status -eq 1 ] || fail "samlkit batch exits with $status in the image"
Scripts/sample-outcomes.py "$work/results.ndjson"

image=$(buildah "${store[@]}" commit --quiet --timestamp "$epoch" --format oci "$container" "samlkit:$version")
target=$dist/samlkit-$version-oci-$(uname -m).tar
rm -f "$target"
buildah "${store[@]}" push --quiet "$image" "oci-archive:$target:samlkit:$version"
printf 'image: %s, %s\n' "$target" "$(du -h "$target" | cut -f1)"
