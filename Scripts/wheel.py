#!/usr/bin/env python3
"""Makes the Python wheel of samlkit, with the program in it.

    Scripts/wheel.py --binary FILE --licenses FOLDER [--output FOLDER]
    Scripts/wheel.py --binary FILE --tree FOLDER

The first form writes samlkit-VERSION-py3-none-manylinux_X_Y_ARCHITECTURE.whl (default: dist). The
version is what the program says, X.Y the newest glibc whose symbols it needs. The second lays the package
out in a folder, with a link to the program, as tests import it.

The same program gives the same bytes: the time of every file is SOURCE_DATE_EPOCH, or that of the last commit.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Python/src"
# The oldest system that the wheel may ask for more than.
NEWEST_GLIBC = (2, 36)


def fail(message: str) -> None:
    sys.exit(f"wheel: {message}")


def files(version: str) -> dict[str, bytes]:
    """The files of the package beside the program, by their names in the wheel."""
    found = {
        path.relative_to(SOURCES).as_posix(): path.read_bytes()
        for path in sorted(SOURCES.rglob("*"))
        if path.is_file() and path.suffix in {".py", ".typed"}
    }
    found["samlkit/VERSION"] = f"{version}\n".encode()
    found["samlkit/record.schema.json"] = (ROOT / "Documentation/record.schema.json").read_bytes()
    return found


def tree(binary: Path, version: str, folder: Path) -> None:
    """Lays the package out, with a link to the program."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files(version).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "samlkit/bin").mkdir()
    (folder / "samlkit/bin/samlkit").symlink_to(binary)


def platform(binary: Path) -> str:
    """The tag of the systems on which the program runs."""
    symbols = subprocess.run(
        ["readelf", "--dyn-syms", "-W", str(binary)], capture_output=True, text=True, check=True).stdout
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", symbols)}
    newest = max(versions, default=(2, 17))
    if newest > NEWEST_GLIBC:
        fail(f"the program needs glibc {newest[0]}.{newest[1]}, at most {NEWEST_GLIBC} is meant")
    machine = os.uname().machine
    return f"manylinux_{newest[0]}_{newest[1]}_{machine}"


def metadata(version: str) -> str:
    readme = (ROOT / "Python/README.md").read_text(encoding="utf-8")
    return f"""Metadata-Version: 2.1
Name: samlkit
Version: {version}
Summary: Verify SAML responses of TV providers, and explain why they fail
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: arrow
Requires-Dist: pyarrow>=16; extra == "arrow"
Provides-Extra: pandas
Requires-Dist: pyarrow>=16; extra == "pandas"
Requires-Dist: pandas>=2; extra == "pandas"
Provides-Extra: spark
Requires-Dist: pyarrow>=16; extra == "spark"
Requires-Dist: pyspark>=4,<5; extra == "spark"
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{readme}"""


def wheel(binary: Path, version: str, licenses: Path, output: Path) -> Path:
    """Writes the wheel."""
    tag = f"py3-none-{platform(binary)}"
    info = f"samlkit-{version}.dist-info"
    content = files(version)
    content["samlkit/bin/samlkit"] = binary.read_bytes()
    content[f"{info}/METADATA"] = metadata(version).encode()
    content[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: samlkit {version}\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    content[f"{info}/entry_points.txt"] = b"[console_scripts]\nsamlkit = samlkit.__main__:main\n"
    for name in ("LICENSE", "NOTICE"):
        content[f"{info}/licenses/{name}"] = (ROOT / name).read_bytes()
    for path in sorted(licenses.iterdir()):
        content[f"{info}/licenses/{path.name}"] = path.read_bytes()
    record = "".join(
        f"{name},sha256={digest(data)},{len(data)}\n" for name, data in content.items())
    content[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()

    output.mkdir(parents=True, exist_ok=True)
    path = output / f"samlkit-{version}-{tag}.whl"
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or subprocess.run(
        ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"],
        capture_output=True, text=True, check=True).stdout
    # A zip file has no time before 1980.
    date = time.gmtime(max(int(epoch), 315_532_800))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if name == "samlkit/bin/samlkit" else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            file.writestr(entry, data)
    return path


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the Python wheel of samlkit.")
    parser.add_argument("--binary", type=Path, required=True, help="the program")
    parser.add_argument("--licenses", type=Path, help="a folder with the licenses of what is linked into it")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="where the wheel goes (default: dist)")
    parser.add_argument("--tree", type=Path, help="lay the package out here, for tests")
    arguments = parser.parse_args()
    binary = arguments.binary.resolve()
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        fail(f"--version says “{version}”")
    if arguments.tree:
        return tree(binary, version, arguments.tree)
    if not arguments.licenses:
        fail("--licenses names the licenses of what is linked into the program; Scripts/release.sh gathers them")
    path = wheel(binary, version, arguments.licenses, arguments.output)
    print(f"wheel: {path}, {path.stat().st_size >> 20} MB")


if __name__ == "__main__":
    main()
