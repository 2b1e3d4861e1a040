"""Character encodings: text read in one and written in another, and letters that got lost on the way."""

import codecs

from generator.corpus import Family
from generator.tools import dotnet, java, program


def surrogates(text: str) -> bytes:
    """UTF-8 in which a letter above U+FFFF is two encoded surrogates, as old databases and Java's writeUTF have it."""
    pairs = text.encode("utf-16-be")
    units = (int.from_bytes(pairs[at : at + 2], "big") for at in range(0, len(pairs), 2))
    return "".join(map(chr, units)).encode("utf-8", "surrogatepass")


def latin1_where_possible(text: str) -> bytes:
    """Latin-1, and UTF-8 for letters that Latin-1 lacks."""
    return b"".join(one.encode("latin-1" if ord(one) < 256 else "utf-8") for one in text)


def family() -> Family:
    cases = Family("encoding")
    for name, start in (("latin1", "rich-xmlsec1"), ("latin1-signxml", "rich-signxml")):
        cases.by_tool(f"mojibake-{name}", start, program("iconv", "-f", "LATIN1", "-t", "UTF-8"))
    cases.by_hand(
        "mojibake-windows-1252",
        "rich-xmlsec1",
        lambda text: "".join(bytes([one]).decode("cp1252", "ignore") or chr(one) for one in text.encode()),
        "a browser that takes UTF-8 for windows-1252",
    )
    cases.by_tool("mojibake-macintosh", "rich-signxml", program("iconv", "-f", "MACINTOSH", "-t", "UTF-8"))
    cases.by_tool("mojibake-cp437", "rich-xmlsec1", program("iconv", "-f", "CP437", "-t", "UTF-8"))
    cases.by_hand(
        "mojibake-twice",
        "rich-signxml",
        lambda text: text.encode().decode("latin-1").encode().decode("latin-1"),
        "two programs that take UTF-8 for Latin-1",
    )
    cases.by_hand("latin1-bytes", "rich-xmlsec1", latin1_where_possible, "a program that writes Latin-1 where it can")
    cases.by_tool("utf16-declared", "line-xmlsec1", dotnet("StringWriter"))
    cases.by_tool("utf16-declared-java", "line-signxml", java("LSSerializer"))
    cases.by_hand(
        "utf16-as-latin1",
        "line-signxml",
        lambda text: text.encode("utf-16-le").decode("latin-1"),
        "a program that takes UTF-16 for Latin-1",
    )
    cases.by_hand(
        "question-marks", "rich-xmlsec1", lambda text: text.encode("ascii", "replace"), "a database column in ASCII"
    )
    cases.by_hand(
        "question-mark-one",
        "rich-signxml",
        lambda text: text.replace("Škoda", "?koda"),
        "a database column in Latin-1, on a name from elsewhere",
    )
    cases.by_hand(
        "replacement-characters",
        "rich-signxml",
        lambda text: latin1_where_possible(text).decode("utf-8", "replace"),
        "a program that takes Latin-1 for UTF-8",
    )
    cases.by_hand(
        "replacement-characters-many",
        "rich-xmlsec1",
        lambda text: text.encode().decode("ascii", "replace"),
        "a program that takes UTF-8 for ASCII",
    )
    cases.by_tool("ascii-declared", "rich-signxml", program("xmllint", "--encode", "US-ASCII", "-"))
    cases.by_tool("letters-dropped", "rich-xmlsec1", program("iconv", "-c", "-f", "UTF-8", "-t", "ASCII"))
    cases.by_tool("transliterated", "rich-signxml", program("iconv", "-f", "UTF-8", "-t", "ASCII//TRANSLIT"))
    cases.by_hand("surrogates", "rich-xmlsec1", surrogates, "Java's DataOutputStream.writeUTF")
    cases.by_tool("java-write-utf", "rich-signxml", java("writeUTF"))
    cases.by_hand(
        "mark-in-the-middle",
        "response-signxml",
        lambda text: text.replace("<saml:Assertion", "\ufeff<saml:Assertion"),
        "two files with a byte order mark that were joined",
    )
    cases.by_hand(
        "mark-in-a-value",
        "line-xmlsec1",
        lambda text: text.replace(">member<", ">\ufeffmember<"),
        "a value that was read from a file with a byte order mark",
    )
    cases.by_hand(
        "mark-as-latin1",
        "line-signxml",
        lambda text: codecs.BOM_UTF8.decode("latin-1") + text,
        "a program that takes a byte order mark for Latin-1",
    )
    return cases
