"""What word processors, chat programs and file systems do to letters, quotes and spaces."""

import re
import unicodedata

from generator.corpus import Family
from generator.families.escaping import in_texts


def curly(text: str) -> str:
    """Quotes as a word processor sets them."""
    text = re.sub(r'(?<![\w>])"|(?<==)"', "\u201c", text)
    return text.replace('"', "\u201d").replace("'", "\u2019")


def family() -> Family:
    cases = Family("typography")
    cases.by_hand("smart-quotes", "line-xmlsec1", curly, "a word processor")
    cases.by_hand("smart-quotes-rich", "rich-signxml", curly, "a mail program")
    cases.by_hand("smart-quotes-in-texts", "rich-xmlsec1", lambda text: in_texts(text, curly), "a content editor")
    cases.by_hand("apostrophes-in-texts", "rich-signxml", lambda text: text.replace("'", "\u2019"), "a content editor")
    cases.by_hand("dashes-in-texts", "rich-xmlsec1", lambda text: text.replace(" -- ", " \u2014 "), "a content editor")
    cases.by_hand("ellipsis-in-texts", "rich-signxml", lambda text: text.replace("...", "\u2026"), "a word processor")
    cases.by_hand("quotes-straightened", "rich-xmlsec1", lambda text: re.sub("[“”]", '"', text), "a text-only editor")
    cases.by_hand("nbsp", "line-signxml", lambda text: text.replace(" ", "\xa0"), "a copy from a web page")
    cases.by_hand(
        "nbsp-indentation",
        "pretty-xmlsec1",
        lambda text: re.sub("^ +", lambda match: "\xa0" * len(match[0]), text, flags=re.MULTILINE),
        "a copy from a wiki",
    )
    cases.by_hand(
        "nbsp-in-texts",
        "rich-xmlsec1",
        lambda text: in_texts(text, lambda value: value.replace(" ", "\xa0")),
        "a content editor",
    )
    cases.by_hand("nfd", "rich-xmlsec1", lambda text: unicodedata.normalize("NFD", text), "a file system")
    cases.by_hand("nfd-signxml", "rich-signxml", lambda text: unicodedata.normalize("NFD", text), "a file system")
    cases.by_hand("nfc", "decomposed-xmlsec1", lambda text: unicodedata.normalize("NFC", text), "a database")
    cases.by_hand("nfkc", "decomposed-xmlsec1", lambda text: unicodedata.normalize("NFKC", text), "a search index")
    return cases
