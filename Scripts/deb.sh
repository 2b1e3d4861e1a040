#!/usr/bin/env bash
# Makes a Debian package of a release that Scripts/release.sh has laid out.
#
#   Scripts/deb.sh FOLDER OUTPUT
#
# FOLDER is what the archive holds: bin and share. OUTPUT gets samlkit_VERSION_ARCHITECTURE.deb. The maintainer is
# DEB_MAINTAINER ("Name <address>"); without one the package names the project and an address that reaches nobody.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'deb: %s\n' "$*" >&2
    exit 1
}

[ $# -eq 2 ] || fail "usage: Scripts/deb.sh FOLDER OUTPUT"
stage=$1 output=$2
command -v dpkg-deb >/dev/null || fail "there is no dpkg-deb; it is part of Debian's dpkg"
command -v dpkg-shlibdeps >/dev/null || fail "there is no dpkg-shlibdeps; install dpkg-dev"
version=$("$stage/bin/samlkit" --version)
architecture=$(dpkg --print-architecture)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH=$epoch
maintainer=${DEB_MAINTAINER:-swift-saml project <swift-saml@noreply.invalid>}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
documents=$root/usr/share/doc/samlkit
umask 022
install -D -m 755 "$stage/bin/samlkit" "$root/usr/bin/samlkit"
install -d "$documents" "$root/usr/share/man/man1" "$root/usr/share/bash-completion/completions" \
    "$root/usr/share/zsh/vendor-completions" "$root/usr/share/fish/vendor_completions.d" \
    "$root/usr/share/lintian/overrides"
gzip -9n <"$stage/share/man/man1/samlkit.1" >"$root/usr/share/man/man1/samlkit.1.gz"
# It is read, never run.
sed '1{/^#!/d}' "$stage/share/bash-completion/completions/samlkit" >"$root/usr/share/bash-completion/completions/samlkit"
install -m 644 "$stage/share/zsh/site-functions/_samlkit" "$root/usr/share/zsh/vendor-completions/"
install -m 644 "$stage/share/fish/vendor_completions.d/samlkit.fish" "$root/usr/share/fish/vendor_completions.d/"
install -m 644 "$stage/record.schema.json" "$documents/"
# Nothing enables or starts it.
install -D -m 644 Scripts/samlkit-serve.service "$root/usr/lib/systemd/system/samlkit-serve.service"

# The license of the project, and of everything that is linked into the program.
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
    printf 'Upstream-Name: swift-saml\n\nFiles: *\nCopyright: The authors of swift-saml\nLicense: Apache-2.0\n'
    printf ' On Debian systems, the full text of the Apache License, version 2.0, is in\n'
    printf ' /usr/share/common-licenses/Apache-2.0.\n .\n'
    printf ' The program contains libraries whose notices and licenses follow.\n'
    for file in "$stage"/share/doc/samlkit/licenses/*; do
        printf ' .\n ==== %s ====\n .\n' "$(basename "$file")"
        # The licenses that every Debian has are named; each line is indented, an empty one is a dot.
        sed -e '/^ *Apache License$/,/END OF TERMS AND CONDITIONS/c\The Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0' \
            "$file" | sed -e 's/[[:space:]]*$//' -e 's/^$/./' -e 's/^/ /' | iconv -c -f utf-8 -t utf-8
    done
} >"$documents/copyright"
{
    printf 'samlkit (%s) unstable; urgency=medium\n\n  * Release %s. CHANGELOG.md of the sources lists the changes.\n\n' \
        "$version" "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$epoch")"
} | gzip -9n >"$documents/changelog.gz"
cat >"$root/usr/share/lintian/overrides/samlkit" <<'OVERRIDES'
# One program that runs on every release of Debian: it brings its libraries along, whose versions differ there.
samlkit: embedded-library *
# Whoever publishes the package names a maintainer (DEB_MAINTAINER).
samlkit: bogus-mail-host Maintainer *
samlkit: initial-upload-closes-no-bugs *
OVERRIDES

# What the program needs of the system, by the symbols it uses.
mkdir -p "$work/shlibs/debian" "$root/DEBIAN"
printf 'Source: samlkit\n\nPackage: samlkit\nArchitecture: any\n' >"$work/shlibs/debian/control"
depends=$(cd "$work/shlibs" && dpkg-shlibdeps -O "$root/usr/bin/samlkit" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || fail "dpkg-shlibdeps names nothing"
cat >"$root/DEBIAN/control" <<CONTROL
Package: samlkit
Version: $version
Section: net
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size -s "$root/usr" | cut -f1)
Depends: $depends
Recommends: ca-certificates
Description: verify SAML responses of TV providers, and explain why they fail
 samlkit finds SAML messages in captures of any kind, verifies their signatures
 and conditions, and names the likely cause of what is wrong.
 .
 It also runs the Apple SSO flow of Adobe Pass against a local sandbox.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -newermt "@$epoch" -print0 | xargs -0r touch --no-dereference --date="@$epoch"
mkdir -p "$output"
package=$output/samlkit_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
if command -v lintian >/dev/null; then
    # Run by root in a container, lintian says so; that is no fault of the package.
    lintian --tag-display-limit 0 --fail-on error "$package" || fail "lintian finds errors in $package"
fi
printf 'deb: %s, %s\n' "$package" "$(du -h "$package" | cut -f1)"
