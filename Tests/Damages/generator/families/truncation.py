"""Messages that end too early, or whose middle or beginning is gone."""

import base64

from generator.corpus import Family
from generator.tools import program


def posted(data: bytes) -> bytes:
    """The message as it is posted."""
    return base64.b64encode(data)


def shortened(text: str, head: int, tail: int, between: str) -> str:
    """The message as it is posted, without its middle."""
    encoded = posted(text.encode()).decode()
    return encoded[:head] + between + (encoded[-tail:] if tail else "")


def family() -> Family:
    cases = Family("truncation")
    for size, start in (
        (1024, "line-xmlsec1"),
        (4096, "line-signxml"),
        (8192, "large-xmlsec1"),
        (16384, "large-xmlsec1"),
    ):
        cases.by_tool(f"bytes-{size}", start, program("head", "-c", str(size)))
    for size, start in (
        (1000, "line-signxml"),
        (2048, "line-xmlsec1"),
        (4096, "line-xmlsec1"),
        (32767, "large-xmlsec1"),
    ):
        cases.by_tool(f"base64-{size}", start, program("head", "-c", str(size)), posted)
    cases.by_tool("base64-4k-plus-1", "line-signxml", program("head", "-c", "3001"), posted)
    cases.by_tool("lines-20", "pretty-xmlsec1", program("head", "-n", "20"))
    cases.by_tool("first-lines-lost", "rich-signxml", program("tail", "-n", "+3"))
    cases.by_tool("lines-with-a-word", "pretty-xmlsec1", program("grep", "saml:"))
    cases.by_tool("beginning-lost", "line-xmlsec1", program("tail", "-c", "2048"))
    cases.by_hand("ellipsis", "line-signxml", lambda text: text[:2000] + "...", "a log viewer")
    cases.by_hand("ellipsis-character", "line-xmlsec1", lambda text: text[:3000] + "…", "a monitoring page")
    cases.by_hand("marked", "rich-xmlsec1", lambda text: text[:2500] + "[truncated]", "a logger")
    cases.by_hand("base64-ellipsis", "line-xmlsec1", lambda text: shortened(text, 1500, 0, "..."), "a log viewer")
    cases.by_hand(
        "base64-middle-lost", "line-signxml", lambda text: shortened(text, 800, 400, "…"), "a debugger's window"
    )
    cases.by_hand(
        "base64-counted",
        "rich-signxml",
        lambda text: shortened(text, 1200, 0, "... (4,808 more characters)"),
        "a logger that counts",
    )
    cases.by_hand(
        "signature-at-255",
        "line-xmlsec1",
        lambda text: text.replace(value := text.split("SignatureValue>")[1].split("<")[0], value[:255]),
        "a database column of 255 characters",
    )
    cases.by_hand(
        "signature-placeholder",
        "line-signxml",
        lambda text: text.replace(text.split("SignatureValue>")[1].split("<")[0], "SIGNATURE"),
        "a template for documentation",
    )
    cases.by_hand(
        "signature-of-another-size",
        "line-xmlsec1",
        lambda text: text.replace(text.split("SignatureValue>")[1].split("<")[0], posted(bytes(range(128))).decode()),
        "somebody who edits the message",
    )
    cases.by_hand("whole-before-a-break", "line-xmlsec1", lambda text: text + "<br>\n", "a log in HTML")
    cases.by_hand(
        "value-shortened",
        "rich-signxml",
        lambda text: text.replace("Zoë Brontë-Škoda", "Zoë Brontë"),
        "a column of ten characters",
    )
    return cases
