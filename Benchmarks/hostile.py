#!/usr/bin/env python3
"""Measures what documents that are built to be expensive cost `samlkit verify` and `batch`.

Every document is signed with a key that is trusted where it can be signed at all, because what a
stranger signs is refused before most of it is looked at. Prints the CPU seconds of whole processes,
the start of about a hundredth of a second included, and fails when one takes longer than --limit.
Needs Linux or macOS, openssl, and a release build (`make build`).

    Benchmarks/hostile.py [--limit 0.5] [--only NAME] [--keep FOLDER]
"""

import argparse
import base64
import hashlib
import itertools
import os
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMLKIT = ROOT / ".build/release/samlkit"
KEY = ROOT / "Samples/keys/sample-idp-one.key.pem"
CERTIFICATE = ROOT / "Samples/keys/sample-idp-one.cert.pem"
NOW = "2026-01-15T12:00:00Z"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
SIZES = (10_000, 50_000, 200_000)


def canonical(document: str, identifier: str, method: str, prefixes: str) -> bytes | None:
    """The canonical bytes of an element, None where the document is refused."""
    if len(prefixes) > 10_000:
        return None
    command = [SAMLKIT, "canonicalize", "-", "--id", identifier]
    command += ["--method", "exclusive" if method == EXCLUSIVE else "1.0"]
    if prefixes:
        command += ["--inclusive-prefixes", prefixes]
    result = subprocess.run(command, input=document.encode(), capture_output=True)
    return result.stdout if result.returncode == 0 else None


def signature(document: str, identifier: str, method: str, prefixes: str, extra: dict) -> str:
    """A Signature for an element; one that does not hold where there is nothing to sign."""
    data = canonical(document, identifier, method, prefixes) or b""
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    listed = (
        f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="{prefixes}">'
        "</ec:InclusiveNamespaces>"
        if prefixes
        else ""
    )
    # In canonical form, and with every namespace that is in scope declared by the signature alone.
    info = (
        '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">'
        f'<ds:CanonicalizationMethod Algorithm="{EXCLUSIVE}"></ds:CanonicalizationMethod>'
        '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256">'
        f'</ds:SignatureMethod><ds:Reference URI="#{identifier}"><ds:Transforms>'
        '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature">'
        f'</ds:Transform><ds:Transform Algorithm="{method}">{listed}</ds:Transform>'
        "</ds:Transforms>"
        '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>'
        f"<ds:DigestValue>{extra.get('digest', digest)}</ds:DigestValue></ds:Reference>"
        f"{extra.get('reference', '')}</ds:SignedInfo>"
    )
    value = subprocess.run(
        ["openssl", "dgst", "-sha256", "-sign", KEY], input=info.encode(), capture_output=True,
        check=True,
    ).stdout
    text = extra.get("value", base64.b64encode(value).decode())
    return (
        '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">'
        f"{extra.get('inside', '')}{info}<ds:SignatureValue>{text}</ds:SignatureValue>"
        f"{extra.get('key', '')}</ds:Signature>"
    )


def response(body: str, attributes: str = "") -> str:
    """A response around assertions."""
    return (
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" '
        f'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"{attributes} ID="_r" Version="2.0" '
        f'IssueInstant="{NOW}"><saml:Issuer>https://idp-one.example/saml</saml:Issuer>'
        "<samlp:Status><samlp:StatusCode "
        'Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
        f"{body}</samlp:Response>"
    )


def assertion(
    statements: str, identifier: str = "_a", attributes: str = "", subject: str = "",
    conditions: str = "", instant: str = NOW,
) -> tuple:
    """An assertion, in the parts before and after its signature."""
    before = (
        f'<saml:Assertion{attributes} ID="{identifier}" Version="2.0" IssueInstant="{instant}">'
        "<saml:Issuer>https://idp-one.example/saml</saml:Issuer>"
    )
    after = (
        f"<saml:Subject><saml:NameID>s</saml:NameID>{subject}</saml:Subject>"
        f"<saml:Conditions>{conditions}</saml:Conditions>"
        f"<saml:AttributeStatement>{statements}</saml:AttributeStatement></saml:Assertion>"
    )
    return before, after


def signed(
    *parts: tuple, attributes: str = "", method: str = EXCLUSIVE, prefixes: str = "",
    **extra: str,
) -> bytes:
    """A response with its assertions signed."""
    body = ""
    for number, (head, tail) in enumerate(parts):
        identifier = head.split(' ID="')[1].split('"')[0]
        alone = response(head + tail, attributes)
        body += head + signature(alone, identifier, method, prefixes, extra) + tail
    return response(body, attributes).encode()


def value(content: str, attributes: str = "") -> str:
    """An attribute with one value."""
    return (
        f'<saml:Attribute Name="a"><saml:AttributeValue{attributes}>{content}'
        "</saml:AttributeValue></saml:Attribute>"
    )


def repeated(size: int, make) -> str:
    """As many pieces as make up the size, each made from its number."""
    pieces, total = [], 0
    for number in itertools.count():
        piece = make(number)
        total += len(piece.encode())
        if total > size:
            return "".join(pieces)
        pieces.append(piece)
    raise AssertionError


def declarations(count: int, stem: str = "n", version: int = 0) -> str:
    return "".join(f' xmlns:{stem}{i}="u:{i}:{version}"' for i in reversed(range(count)))


def equivalent_names(size: int) -> list:
    """Names that Unicode takes for the same one."""
    marks = "\u0301\u0323\u0327\u0334\u0345\u031b\u0315\u05b0"
    count = size // 60
    return ["_" + "".join(p) for p in itertools.islice(itertools.permutations(marks), count)]


def key_info(size: int, certificate: str) -> str:
    entry = f"<ds:X509Certificate>{certificate}</ds:X509Certificate>"
    entries = repeated(size, lambda _: entry)
    return f"<ds:KeyInfo><ds:X509Data>{entries}</ds:X509Data></ds:KeyInfo>"


def public_key(curve: str) -> str:
    """A new public key in Base64."""
    private = subprocess.run(
        ["openssl", "ecparam", "-name", curve, "-genkey", "-noout"], capture_output=True, check=True
    ).stdout
    der = subprocess.run(
        ["openssl", "ec", "-pubout", "-outform", "DER"], input=private, capture_output=True,
        check=True,
    ).stdout
    return base64.b64encode(der).decode()


def families(size: int):
    """The documents of about this size: a name and what makes it."""
    plain = lambda content, **more: signed(assertion(value(content)), **more)
    yield "namespaces, each used once", lambda: signed(
        assertion(value(repeated(size, lambda n: f"<n{n % 100}:x/>"))), attributes=declarations(100)
    )
    yield "namespaces, inclusive", lambda: signed(
        assertion(value(repeated(size, lambda n: f"<n{n % 100}:x/>"))),
        attributes=declarations(100), method=INCLUSIVE,
    )
    yield "namespaces bound again and again", lambda: plain(
        repeated(size, lambda n: f"<n0:x{declarations(100, version=n)}/>")
    )
    yield "namespaces bound again, inclusive", lambda: plain(
        repeated(size, lambda n: f"<x{declarations(100, version=n)}/>"), method=INCLUSIVE
    )
    yield "namespaces, too many in scope", lambda: plain(f"<x{declarations(size // 25)}/>")
    yield "namespaces nested", lambda: plain(
        repeated(size // 2, lambda n: f'<n:x xmlns:n="u:{n}">')
        + repeated(size // 2, lambda n: "</n:x>")
    )
    yield "PrefixList of 64", lambda: plain(
        repeated(size, lambda n: f"<x{declarations(64, version=n)}/>"),
        prefixes=" ".join(f"n{i}" for i in range(64)),
    )
    yield "PrefixList too long", lambda: plain(
        "x", prefixes=repeated(size, lambda n: f"p{n} ").strip()
    )
    yield "PrefixList of combining marks", lambda: plain(
        "x", prefixes="p" + "\u0301" * (size // 2)
    )
    attributes = lambda count, stem: "".join(f' {stem}{i}=""' for i in reversed(range(count)))
    yield "attributes", lambda: plain(repeated(size, lambda n: f"<x{attributes(250, 'a')}/>"))
    yield "attributes with long common beginnings", lambda: plain(
        repeated(size, lambda n: f"<x{attributes(15, 'a' * 900)}/>")
    )
    yield "attributes of equivalent names", lambda: plain(
        repeated(size, lambda n: "<x" + "".join(f" {m}=''" for m in equivalent_names(9000)) + "/>")
    )
    yield "attributes, too many", lambda: plain(f"<x{attributes(size // 9, 'a')}/>")
    yield "attributes of xml: on the ancestors, inclusive", lambda: signed(
        assertion(value("x")), method=INCLUSIVE,
        attributes="".join(f' xml:a{i}=""' for i in range(min(240, size // 12))),
    )
    yield "one long attribute value", lambda: plain(f"<x a='{'&lt;' * (size // 4)}'/>")
    yield "names that are all different", lambda: plain(repeated(size, lambda n: f"<x{n}/>"))
    yield "equivalent names of elements", lambda: plain(
        "".join(f"<{name}/>" for name in equivalent_names(size * 2))
    )
    yield "depth", lambda: plain("<x>" * 120 + "x" * size + "</x>" * 120)
    yield "depth, many times", lambda: plain(
        repeated(size, lambda n: "<x>" * 120 + "</x>" * 120)
    )
    yield "depth, too deep", lambda: plain("<x>" * (size // 8) + "</x>" * (size // 8))
    yield "siblings", lambda: plain("<x/>" * (size // 4))
    yield "siblings with white space between them", lambda: plain("<x/>\n" * (size // 5))
    yield "siblings with white space and a comment", lambda: plain(
        "<!---->" + "<x/>  " * (size // 6)
    )
    yield "siblings with white space, nested", lambda: plain(
        "<x>\n" * 100 + "<x/>\n" * (size // 5) + "</x>\n" * 100
    )
    yield "white space in the signature", lambda: plain(
        "x", key="<ds:KeyInfo>" + "<ds:x> \n </ds:x>" * (size // 17) + "</ds:KeyInfo>"
    )
    yield "signature without SignedInfo, white space", lambda: response(
        assertion("")[0] + '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">'
        + "<ds:x> \n </ds:x>" * (size // 17) + "</ds:Signature>" + assertion(value("x"))[1]
    ).encode()
    yield "SignedInfo again and again", lambda: plain(
        "x", inside="<ds:SignedInfo/>" * (size // 16)
    )
    yield "signatures beside each other", lambda: response(
        assertion("")[0]
        + '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>\n' * (size // 66)
        + assertion(value("x  y"))[1]
    ).encode()
    yield "assertions, each signed", lambda: signed(
        *[assertion(value("x  y"), f"_a{n}") for n in range(size // 1600)]
    )
    yield "assertions, none signed", lambda: response(
        "".join("".join(assertion(value("x"), f"_a{n}")) for n in range(size // 420))
    ).encode()
    yield "identifiers", lambda: plain(repeated(size, lambda n: f"<x ID='_{n}'/>"))
    yield "equivalent identifiers", lambda: plain(
        "".join(f"<x ID='{name}'/>" for name in equivalent_names(size * 2))
    )
    yield "references", lambda: plain(
        "x", reference=repeated(size, lambda n: f'<ds:Reference URI="#_{n}"></ds:Reference>')
    )
    yield "DigestValue", lambda: plain("x", digest="AAAA" * (size // 4))
    yield "DigestValue in lines", lambda: plain("x", digest="AAAA\n" * (size // 5))
    yield "SignatureValue", lambda: plain("x", value="AAAA" * (size // 4))
    yield "SignatureValue of white space", lambda: plain("x", value=" " * size)
    yield "CDATA sections", lambda: plain("<![CDATA[x]]>" * (size // 13))
    yield "comments in text", lambda: plain("x<!---->" * (size // 8))
    yield "comments and white space", lambda: plain(" \n <!---->" * (size // 10))
    yield "processing instructions", lambda: plain("x<?p?>" * (size // 6))
    yield "character references", lambda: plain("&#xD;" * (size // 5))
    yield "entities", lambda: plain("&amp;" * (size // 5))
    yield "line ends", lambda: plain("\n" * size)
    yield "brackets", lambda: plain("]" * size)
    yield "values", lambda: signed(
        assertion(
            '<saml:Attribute Name="a">' + "<saml:AttributeValue>x</saml:AttributeValue>"
            * (size // 44) + "</saml:Attribute>"
        )
    )
    yield "attributes of one name", lambda: signed(assertion(value("x") * (size // 80)))
    yield "attributes of equivalent names, SAML", lambda: signed(
        assertion(
            "".join(f'<saml:Attribute Name="{n}"/>' for n in equivalent_names(size))
        )
    )
    yield "typed values", lambda: signed(
        assertion(value("x", ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="n0:x"')
                  * (size // 160)), attributes=declarations(100)
    )
    confirmation = (
        '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">'
        '<saml:SubjectConfirmationData Recipient="https://sp.example/"/></saml:SubjectConfirmation>'
    )
    yield "confirmations", lambda: signed(
        assertion(value("x"), subject=confirmation * (size // len(confirmation)))
    )
    yield "audiences", lambda: signed(
        assertion(
            value("x"), conditions="<saml:AudienceRestriction>"
            + "<saml:Audience>x</saml:Audience>" * (size // 32) + "</saml:AudienceRestriction>"
        )
    )
    yield "audience restrictions", lambda: signed(
        assertion(
            value("x"), conditions="<saml:AudienceRestriction><saml:Audience>x</saml:Audience>"
            "</saml:AudienceRestriction>" * (size // 84)
        )
    )
    yield "long instant", lambda: signed(
        assertion(value("x"), instant="2026-01-15T12:00:00." + "1" * size + "Z")
    )
    certificate = "".join(CERTIFICATE.read_text().split("-----BEGIN CERTIFICATE-----")[1]
                          .split("-----END")[0].split())
    yield "certificates in KeyInfo", lambda: plain("x", key=key_info(size, certificate))
    yield "small certificates in KeyInfo", lambda: plain("x", key=key_info(size, "AAAA"))
    for curve in ("prime256v1", "secp384r1", "secp521r1"):
        yield f"keys in KeyInfo, {curve}", lambda curve=curve: plain(
            "x", key=key_info(size, public_key(curve))
        )
    yield "compressed", lambda: compressed(size)


def compressed(size: int) -> bytes:
    """As large and as full of nodes as the limits allow once it is inflated."""
    message = response("".join(assertion(value("<x/>" * (2_000 * size // 10_000))))).encode()
    message += b"\n" * ((8 << 20) - len(message))
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeeze.compress(message) + squeeze.flush())


def cpu_seconds(arguments: list) -> tuple:
    """The CPU time of a run of samlkit, and its exit status."""
    process = subprocess.Popen(
        [SAMLKIT, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    text = process.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"samlkit failed with {code}: {arguments}")
    return usage.ru_utime + usage.ru_stime, text


def trust_files(folder: Path) -> list:
    """One trusted key, several so that KeyInfo counts, and metadata with a thousand keys."""
    several = folder / "several.pem"
    others = sorted((ROOT / "Samples/keys").glob("sample-idp-*.cert.pem"))
    several.write_text("".join(path.read_text() for path in [*others, CERTIFICATE]))
    certificates = [
        "".join(path.read_text().split("CERTIFICATE-----")[1].split("-----END")[0].split())
        for path in (others[0], CERTIFICATE)
    ]
    descriptor = (
        '<md:KeyDescriptor use="signing"><ds:KeyInfo '
        'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{}'
        "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
    )
    thousand = folder / "thousand.xml"
    thousand.write_text(
        '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" '
        'entityID="https://idp-one.example/saml"><md:IDPSSODescriptor>'
        + descriptor.format(certificates[0]) * 1000 + descriptor.format(certificates[1])
        + "</md:IDPSSODescriptor></md:EntityDescriptor>"
    )
    return [several, thousand]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--limit", type=float, default=0.5, help="CPU seconds for one document")
    parser.add_argument("--only", default="", help="documents with this in their names")
    parser.add_argument("--keep", type=Path, help="a folder to keep the documents in")
    options = parser.parse_args()

    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(exist_ok=True)
        several, thousand = trust_files(folder)
        document = folder / "document.xml"
        for size in SIZES:
            for title, make in families(size):
                if options.only not in title:
                    continue
                data = make()
                if options.keep:
                    document = folder / f"{title.replace(' ', '-').replace(':', '')}-{size}.xml"
                document.write_bytes(data)
                common = [document, "--trust", several, "--now", NOW]
                output = folder / "results.ndjson"
                check, text = cpu_seconds(["verify", *common])
                batch, _ = cpu_seconds(
                    ["batch", *common, "--jobs", 1, "--quiet", "--output", output]
                )
                verdict = text.strip().split("\n")
                said = "accepted" if ": accepted" in verdict[0] else verdict[-1].split(":")[0].strip()
                rows.append((max(check, batch), check, batch, len(data), title, said))
        if not options.only:
            document.write_bytes(signed(assertion(value("x"))))
            seconds, text = cpu_seconds(["verify", document, "--trust", thousand, "--now", NOW])
            said = "accepted" if ": accepted" in text else "refused"
            rows.append((0, seconds, 0, document.stat().st_size, "1,001 keys of the issuer (all RSA, "
                         "reading the metadata included)", said))

    print("  verify   batch  bytes  document")
    for worst, check, batch, count, title, said in sorted(rows, reverse=True):
        print(f"{check:8.3f}{batch:8.3f}{count:8}  {title} ({said})")
    slow = [row for row in rows if row[0] > options.limit]
    if slow:
        sys.exit(f"{len(slow)} documents take longer than {options.limit} s of CPU")


if __name__ == "__main__":
    main()
