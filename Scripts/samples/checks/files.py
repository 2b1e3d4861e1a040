"""Checks of the files with one message each, and of the metadata."""

import re
from collections.abc import Iterator

from lxml import etree

from samples.catalogue import CATALOGUE
from samples.checks.judging import Check, found_outcome, rejection, same
from samples.checks.reading import parsed, tag
from samples.checks.signatures import refusal, signature_refusal, trusted
from samples.encryption import decrypt
from samples.outcomes import malformed, refused
from samples.settings import METADATA, SAMPLES, entity
from samples.tables import expectations


def check_files() -> Iterator[Check]:
    """Every capture has the expected outcome."""
    for path, expected in expectations().items():
        found = found_outcome((SAMPLES / path).read_bytes())
        label = f"{found.unchecked}/{found.checked} {found.reason}".strip()
        yield Check(path, label, same(found, expected))


def check_encrypted() -> Iterator[Check]:
    """Encrypted captures decrypt, and what comes out is signed and acceptable; the response's own
    signature verifies before decryption (afterwards it cannot)."""
    for capture in (capture for capture in CATALOGUE if capture.cipher):
        xml = capture.path.read_bytes()
        keys = trusted(entity(capture.issuer))
        for outer in parsed(xml).findall(tag("ds:Signature")):
            good = not signature_refusal(xml, outer, keys)
            yield Check(capture.name, "response signature verifies", good)
        plain = decrypt(xml)
        root = parsed(plain)
        wrapper = root.find(tag("saml:EncryptedAssertion"))
        inner = wrapper.find(f"{tag('saml:Assertion')}/{tag('ds:Signature')}")
        good = not signature_refusal(plain, inner, keys)
        yield Check(capture.name, "decrypts, assertion signature verifies", good)
        root.replace(wrapper, wrapper[0])
        yield Check(capture.name, "acceptable once decrypted", not rejection(root))


def check_others() -> Iterator[Check]:
    """What some samples are about, beyond their outcome."""
    for capture in CATALOGUE:
        # What is rejected for what it says must have nothing else wrong with it.
        if capture.outcome.unchecked == "rejected" and not capture.cipher:
            xml = capture.path.read_bytes()
            yield Check(capture.name, "signature verifies", not refusal(xml, parsed(xml)))
    crlf = numbered("03")
    good = crlf.count(b"\r\n") == crlf.count(b"\n") > 20
    yield Check("03-…", "every line ends in CRLF", good)
    good = found_outcome(cookbook(numbered("27"))) == refused("tampered")
    yield Check("27-…", "cookbook form breaks the signature", good)
    good = found_outcome(cookbook(numbered("28"))) == malformed("")
    yield Check("28-…", "cookbook form breaks the XML", good)
    for path in sorted(METADATA.glob("*.xml")):
        count = len(etree.parse(path).findall(".//" + tag("ds:X509Certificate")))
        yield Check(f"metadata/{path.name}", f"{count} certificates", count >= 2)


def numbered(number: str) -> bytes:
    """The bytes of the capture with this number."""
    return next(item.path for item in CATALOGUE if item.name.startswith(number)).read_bytes()


def cookbook(xml: bytes) -> bytes:
    """The white-space normalization of Adobe's Apple SSO cookbook."""
    collapsed = re.sub(r"[ \t]+", " ", xml.decode())
    return re.sub("[\n\v\f\r\x85\u2028\u2029]", "", collapsed).strip().encode()
