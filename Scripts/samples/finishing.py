"""From what a message says to its text: layout, signatures and encryption, in that order."""

from samples import signxml_tool, xmlsec_tool
from samples.encryption import encrypt
from samples.markup import document
from samples.messages import Message, response
from samples.signing import Signing
from samples.style import Style

SIGNERS = {"xmlsec1": xmlsec_tool.sign, "signxml": signxml_tool.sign}


def sign(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Puts a signature in the place marked for it."""
    return SIGNERS[signing.tool](text, identifier, signing, style)


def finished(
    message: Message, style: Style, signings: tuple[Signing, ...], cipher: str = ""
) -> str:
    """The text of a message: signed assertion first, then encrypted, then signed response."""
    signed = {signing.scope: signing for signing in signings}
    text = document(response(message, style, set(signed), bool(cipher)), style)
    if "Assertion" in signed:
        text = sign(text, message.assertion_id, signed["Assertion"], style)
    if cipher:
        text = encrypt(text, cipher, style)
    if "Response" in signed:
        text = sign(text, message.response_id, signed["Response"], style)
    return text
