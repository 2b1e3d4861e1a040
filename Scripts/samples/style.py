"""How each make of identity provider writes XML."""

from dataclasses import dataclass, field
from datetime import datetime

XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


@dataclass(frozen=True)
class Style:
    """How one make of identity provider writes XML."""

    # Conventional prefix -> the one this make uses; empty for the default namespace.
    prefixes: dict[str, str] = field(default_factory=dict)
    # None writes everything on one line.
    indent: str | None = "  "
    newline: str = "\n"
    attribute_separator: str = " "
    declaration: str = ""
    encoding: str = "utf-8"
    byte_order_mark: bytes = b""
    fraction_digits: int = 0
    schema_prefixes_on: str = "Assertion"
    name_formats: bool = True

    def prefix(self, conventional: str) -> str:
        """The prefix this make uses; empty for the default namespace."""
        return self.prefixes.get(conventional, conventional)

    def qualified(self, name: str) -> str:
        """The element name as this make writes it."""
        conventional, local = name.split(":")
        return f"{self.prefix(conventional)}:{local}".removeprefix(":")

    def namespace_attribute(self, conventional: str) -> str:
        """The attribute that binds the prefix this make uses."""
        return f"xmlns:{self.prefix(conventional)}".removesuffix(":")

    def instant(self, moment: datetime) -> str:
        """The instant with as many fraction digits as this make writes."""
        # Python knows microseconds; some makes write one digit more.
        text = moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "0"
        point = text.index(".")
        return text[: point + 1 + self.fraction_digits].removesuffix(".") + "Z"

    def encode(self, text: str) -> bytes:
        """The bytes of a finished document."""
        text = (self.declaration + text).replace("\n", self.newline)
        return self.byte_order_mark + text.encode(self.encoding)


PRETTY = Style()
DECLARED = Style(declaration=XML_DECLARATION + "\n")
SINGLE_LINE = Style(indent=None, name_formats=False)
CRLF = Style(newline="\r\n", declaration=XML_DECLARATION + "\n")
TABS = Style(indent="\t", name_formats=False)
SAML2 = Style(
    {"samlp": "saml2p", "saml": "saml2"},
    indent=None,
    declaration=XML_DECLARATION,
    fraction_digits=3,
    schema_prefixes_on="Response",
)
DEFAULT_NAMESPACES = Style(
    {"samlp": "", "saml": "", "ds": ""},
    newline="\r\n",
    fraction_digits=7,
    name_formats=False,
)
DEFAULT_PROTOCOL = Style({"samlp": ""}, indent=None, schema_prefixes_on="Response")
