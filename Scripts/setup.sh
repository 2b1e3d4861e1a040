#!/usr/bin/env bash
# Installs the system packages that a build needs, and lists them first. Does nothing where they are all there.
#
#   Scripts/setup.sh [--traits] [--test] [--check] [--check-all] [--release]
#
#   --traits       also what the traits need
#   --test         also what the tests need
#   --check        also what `make check` needs
#   --check-all    also what `make check-all` needs
#   --release      also what Scripts/release.sh links into the program
set -euo pipefail

with_traits=false with_tests=false with_checks=false with_all_checks=false with_release=false
for option in "$@"; do
    case $option in
    --traits) with_traits=true ;;
    --test) with_traits=true with_tests=true ;;
    --check) with_traits=true with_tests=true with_checks=true ;;
    --check-all) with_traits=true with_tests=true with_checks=true with_all_checks=true with_release=true ;;
    --release) with_traits=true with_release=true ;;
    *)
        printf 'setup: %s is not an option\n' "$option" >&2
        exit 2
        ;;
    esac
done

say() { printf 'setup: %s\n' "$*"; }

if ! command -v swift >/dev/null 2>&1; then
    say "no Swift toolchain on PATH; install Swift 6.3 or later from https://swift.org/install" >&2
    exit 1
fi

case $(uname -s) in
Darwin)
    # The SDK carries libxml2 and zlib.
    if ! xcrun --show-sdk-path >/dev/null 2>&1; then
        say "no SDK; run: xcode-select --install" >&2
        exit 1
    fi
    exit 0
    ;;
Linux) ;;
*)
    say "this system is not known; libxml2, zlib and pkg-config must be there" >&2
    exit 0
    ;;
esac

packages=()
command -v pkg-config >/dev/null 2>&1 || packages+=(pkg-config)
have_library() { command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1"; }
have_library libxml-2.0 || packages+=(libxml2-dev)
have_library zlib || packages+=(zlib1g-dev)
if $with_traits; then
    have_library sqlite3 || packages+=(libsqlite3-dev)
    have_library libarchive || packages+=(libarchive-dev)
    have_library libbrotlidec || packages+=(libbrotli-dev)
fi
if $with_release; then
    for package in binutils dpkg-dev libacl1-dev libattr1-dev libbz2-dev libicu-dev liblz4-dev liblzma-dev libzstd-dev \
        lintian mandoc nettle-dev python3; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            packages+=("$package")
    done
fi
if $with_tests; then
    # Debian keeps what makes virtual environments in a package of its own.
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || packages+=(python3 python3-venv)
    command -v xmlsec1 >/dev/null 2>&1 || packages+=(xmlsec1)
    command -v openssl >/dev/null 2>&1 || packages+=(openssl)
    # Results in SQLite are read by a program that is not ours.
    command -v sqlite3 >/dev/null 2>&1 || packages+=(sqlite3)
    # Archives are made by those that people have.
    command -v zip >/dev/null 2>&1 || packages+=(zip)
    command -v bzip2 >/dev/null 2>&1 || packages+=(bzip2)
    command -v xz >/dev/null 2>&1 || packages+=(xz-utils)
    command -v zstd >/dev/null 2>&1 || packages+=(zstd)
    # The commands that the documentation shows are run.
    command -v curl >/dev/null 2>&1 || packages+=(curl)
    command -v jq >/dev/null 2>&1 || packages+=(jq)
    # The pages of the sandbox are tested in a real browser.
    command -v chromium >/dev/null 2>&1 || packages+=(chromium)
    command -v chromedriver >/dev/null 2>&1 || packages+=(chromium-driver)
fi
if $with_checks; then
    command -v clang-format >/dev/null 2>&1 || packages+=(clang-format)
    command -v gcc >/dev/null 2>&1 || packages+=(gcc)
    [ -f /usr/include/valgrind/memcheck.h ] || packages+=(valgrind)
fi
if $with_checks && [ "$(uname -m)" = x86_64 ]; then
    # The NEON kernel runs under an emulator.
    command -v qemu-aarch64 >/dev/null 2>&1 || packages+=(qemu-user)
    [ -d /usr/aarch64-linux-gnu/include ] || packages+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
fi
if $with_all_checks; then
    # Spark runs on Java. Programs of other languages ask samlkit serve.
    command -v javac >/dev/null 2>&1 || packages+=(openjdk-17-jdk-headless)
    command -v go >/dev/null 2>&1 || packages+=(golang-go)
    # A release is installed in a bare system and packed into an image.
    command -v debootstrap >/dev/null 2>&1 || packages+=(debootstrap)
    command -v buildah >/dev/null 2>&1 || packages+=(buildah)
    # Contenders of the benchmarks.
    have_library xmlsec1-openssl || packages+=(libxmlsec1-dev)
fi
if [ ${#packages[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null 2>&1; then
    say "please install the equivalent of these Debian packages: ${packages[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        say "not root and no sudo; as root run: apt-get install ${packages[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
say "installing from Debian: ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
say "done"
