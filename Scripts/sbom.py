#!/usr/bin/env python3
"""Writes what is linked into a release, as SPDX 2.3 in JSON.

    Scripts/sbom.py --binary FILE --static FOLDER --output FILE

The Swift packages are those of Package.resolved; the C libraries are the Debian packages that the archives in --static
(Scripts/static-libraries.sh) belong to. The same input gives the same bytes.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
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


def swift_packages() -> list[dict]:
    """The resolved packages and the toolchain's own libraries."""
    packages = []
    for pin in sorted(json.loads((ROOT / "Package.resolved").read_text())["pins"], key=lambda pin: pin["identity"]):
        version = pin["state"].get("version") or pin["state"]["revision"]
        address = re.sub(r"^https://|\.git$", "", pin["location"])
        packages.append(package(pin["identity"], version, f"pkg:swift/{address}@{version}", "swift"))
    toolchain = re.search(r"Swift version (\S+)", run("swift", "--version"))
    packages.append(
        package("swift-runtime", toolchain[1] if toolchain else "NOASSERTION",
                "pkg:generic/swift", "swift", "Apache-2.0 WITH Swift-exception"))
    return packages


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
    linked = swift_packages() + debian_packages(arguments.static)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    program = package("samlkit", version, f"pkg:generic/samlkit@{version}", "samlkit", "Apache-2.0")
    program["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"samlkit-{version}",
        "documentNamespace": f"urn:sha256:{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: Scripts/sbom.py"]},
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
