"""The contenders from PyPI, run by verify.py in its virtual environment.

    contenders.py                              # which of them there are
    contenders.py versions
    contenders.py NAME SECONDS ISSUER=KEY.pem... -- FILE... # messages processed, and CPU time
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from lxml import etree

PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


def issuer_of(message: bytes) -> str:
    """The issuer, found as cheaply as can be: it is the same for the response and its assertion."""
    start = message.index(b">", message.index(b"Issuer")) + 1
    return message[start : message.index(b"<", start)].decode()


def lxml_parser(_: dict[str, str]) -> Callable[[bytes], object]:
    """Parses and no more."""
    return lambda message: etree.fromstring(message, PARSER)


def signxml_verifier(keys: dict[str, str]) -> Callable[[bytes], object]:
    """The certificates are read once; what was signed is not read."""
    from cryptography import x509
    from signxml import XMLVerifier
    from signxml.verifier import SignatureConfiguration

    certificates = {
        issuer: x509.load_pem_x509_certificate(Path(key).read_bytes())
        for issuer, key in keys.items()
    }
    configuration = SignatureConfiguration(location=".//")
    return lambda message: XMLVerifier().verify(
        message,
        x509_cert=certificates[issuer_of(message)],
        id_attribute="ID",
        expect_config=configuration,
    )


def xmlsec_verifier(paths: dict[str, str]) -> Callable[[bytes], object]:
    """The keys are loaded once; the context gets a copy, as its documentation has it."""
    import xmlsec

    keys = {
        issuer: xmlsec.Key.from_file(path, xmlsec.constants.KeyDataFormatCertPem)
        for issuer, path in paths.items()
    }

    def verify(message: bytes) -> None:
        root = etree.fromstring(message, PARSER)
        xmlsec.tree.add_ids(root, ["ID"])
        context = xmlsec.SignatureContext()
        context.key = keys[issuer_of(message)]
        context.verify(xmlsec.tree.find_node(root, xmlsec.constants.NodeSignature))

    return verify


CONTENDERS = {"lxml": lxml_parser, "signxml": signxml_verifier, "python-xmlsec": xmlsec_verifier}


def available() -> list[str]:
    """python-xmlsec is not built for every system, and refuses a libxml2 unlike lxml's."""
    try:
        import xmlsec  # noqa: F401
    except Exception as error:
        print(f"without python-xmlsec: {error}", file=sys.stderr)
        return [name for name in CONTENDERS if name != "python-xmlsec"]
    return list(CONTENDERS)


def versions() -> dict[str, str]:
    found = {name: version(name) for name in ("lxml", "signxml", "cryptography")}
    if "python-xmlsec" in available():
        found["python-xmlsec"] = version("xmlsec")
    found["libxml2 (lxml)"] = ".".join(map(str, etree.LIBXML_VERSION))
    return found | {"Python": sys.version.split()[0]}


def main() -> None:
    if len(sys.argv) == 1:
        return print(*available())
    if sys.argv[1] == "versions":
        return print(json.dumps(versions()))
    name, seconds, *rest = sys.argv[1:]
    separator = rest.index("--")
    process = CONTENDERS[name](dict(key.rsplit("=", 1) for key in rest[:separator]))
    messages = [Path(path).read_bytes() for path in rest[separator + 1 :]]
    for message in messages[:100]:
        process(message)
    count = 0
    start = time.process_time()
    # The clock is asked once in a hundred messages.
    while (elapsed := time.process_time() - start) < float(seconds):
        for number in range(100):
            process(messages[(count + number) % len(messages)])
        count += 100
    print(json.dumps({"messages": count, "seconds": elapsed}))


if __name__ == "__main__":
    main()
