#!/usr/bin/env python3
"""Writes Tests/Encryption/oaep.ndjson: RSA-OAEP with every pairing of digest and mask digest, from two producers.

    Scripts/samples/oaep.py        # needs OpenSSL's program and PyPI's xmlsec

Each line has the producer, the digest, the mask digest and either the block of the key 1, 2, … 32 (openssl) or an
EncryptedData with the text "encrypted by xmlsec" (xmlsec), both for the key sample-sp-encryption.
"""

import base64
import json
import subprocess
import sys
from pathlib import Path

import xmlsec
from lxml import etree

ROOT = Path(__file__).resolve().parents[2]
KEY = ROOT / "Samples/keys/sample-sp-encryption.key.pem"
OUTPUT = ROOT / "Tests/Encryption/oaep.ndjson"
DIGESTS = {
    "sha1": "http://www.w3.org/2000/09/xmldsig#sha1",
    "sha256": "http://www.w3.org/2001/04/xmlenc#sha256",
    "sha384": "http://www.w3.org/2001/04/xmldsig-more#sha384",
    "sha512": "http://www.w3.org/2001/04/xmlenc#sha512",
}
TEMPLATE = """\
<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\
<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><ds:KeyInfo><xenc:EncryptedKey>\
<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#rsa-oaep"><ds:DigestMethod Algorithm="{digest}"/>\
<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1{mask}"/>\
</xenc:EncryptionMethod><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>\
<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>"""


def by_openssl(digest: str, mask: str) -> str:
    block = subprocess.run(
        ["openssl", "pkeyutl", "-encrypt", "-inkey", KEY, "-pkeyopt", "rsa_padding_mode:oaep"]
        + ["-pkeyopt", f"rsa_oaep_md:{digest}", "-pkeyopt", f"rsa_mgf1_md:{mask}"],
        input=bytes(range(1, 33)), capture_output=True, check=True,
    ).stdout
    return base64.b64encode(block).decode()


def by_xmlsec(digest: str, mask: str) -> str:
    manager = xmlsec.KeysManager()
    manager.add_key(xmlsec.Key.from_file(str(KEY), xmlsec.constants.KeyDataFormatPem))
    context = xmlsec.EncryptionContext(manager)
    context.key = xmlsec.Key.generate(xmlsec.constants.KeyDataAes, 256, xmlsec.constants.KeyDataTypeSession)
    template = etree.fromstring(TEMPLATE.format(digest=DIGESTS[digest], mask=mask))
    return etree.tostring(context.encrypt_binary(template, b"encrypted by xmlsec")).decode()


def main() -> None:
    lines = []
    for digest in DIGESTS:
        for mask in DIGESTS:
            pair = {"digest": digest, "mask": mask}
            lines.append({"producer": "openssl", **pair, "block": by_openssl(digest, mask)})
            lines.append({"producer": "xmlsec", **pair, "element": by_xmlsec(digest, mask)})
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text("".join(json.dumps(line) + "\n" for line in lines))
    print(f"oaep: {len(lines)} lines", file=sys.stderr)


main()
