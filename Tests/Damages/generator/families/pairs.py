"""Two damages to one message, one after the other, as where a logger writes what a web page has shown."""

import re
import unicodedata
from xml.dom import minidom

from generator.corpus import Family
from generator.families.escaping import in_texts


def printed(text: str) -> str:
    """The message as minidom lays it out."""
    return minidom.parseString(text).toprettyxml(indent="  ")


def misread(text: str) -> str:
    """Letters read as Latin-1."""
    return re.sub("[^\0-\x7f]+", lambda match: match[0].encode().decode("latin-1"), text)


def without_types(text: str) -> str:
    return re.sub(' xsi:type="[^"]*"', "", text)


def with_milliseconds(text: str) -> str:
    return re.sub(r"(T\d\d:\d\d:\d\d)Z", r"\1.000Z", text)


def spaced(text: str) -> str:
    return in_texts(text, lambda value: value.replace(" ", "\xa0"))


def escaped(text: str) -> str:
    return text.replace("&amp;", "&amp;amp;")


def wrapped(text: str) -> str:
    return "\n".join(re.findall(".{1,80}", text, re.DOTALL))


def changed(text: str) -> str:
    """Other values, which nothing gives back."""
    return re.sub("(AttributeValue[^>]*>)[a-z]", r"\1Z", text)


def family() -> Family:
    cases = Family("pairs")
    rich, logger = "rich-xmlsec1", "a logger behind "
    cases.by_hand("pair-misread-pretty", rich, lambda text: printed(misread(text)), logger + "a database")
    cases.by_hand("pair-escaped-pretty", rich, lambda text: printed(escaped(text)), logger + "a template")
    cases.by_hand("pair-types-pretty", rich, lambda text: printed(without_types(text)), logger + "a gateway")
    cases.by_hand("pair-times-pretty", rich, lambda text: printed(with_milliseconds(text)), logger + "a gateway")
    cases.by_hand("pair-spaces-pretty", rich, lambda text: spaced(printed(text)), "a copy from a web page")
    cases.by_hand("pair-misread-escaped", rich, lambda text: escaped(misread(text)), "a template behind a database")
    cases.by_hand("pair-times-misread", rich, lambda text: misread(with_milliseconds(text)), "two gateways")
    cases.by_hand("pair-types-spaces", rich, lambda text: spaced(without_types(text)), "a content editor")
    cases.by_hand(
        "pair-decomposed-escaped", rich, lambda text: escaped(unicodedata.normalize("NFD", text)), "a file system"
    )
    cases.by_hand("pair-pretty-wrapped", rich, lambda text: wrapped(printed(text)), "a terminal behind a logger")
    cases.by_hand("pair-changed-pretty", rich, lambda text: printed(changed(text)), "a logger behind an editor")
    return cases
