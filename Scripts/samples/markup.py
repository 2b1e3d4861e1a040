"""XML as data, and its layout: prefixes, declarations, line ends and indentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.sax.saxutils import escape

from samples.settings import NAMESPACES
from samples.style import Style

QUOTES = {'"': "&quot;"}


@dataclass(frozen=True)
class Markup:
    """XML that is written as it stands: a comment, or the place of a signature."""

    text: str


class Element:
    """An element under a conventional prefix, which the style may spell differently."""

    def __init__(
        self,
        name: str,
        /,
        *children: Element | Markup | str,
        declares: tuple[str, ...] = (),
        **attributes: str,
    ):
        self.name = name
        self.children = children
        # Prefixes to declare here, beside that of the element.
        self.declares = declares
        self.attributes = attributes


def document(element: Element, style: Style) -> str:
    """A whole document, without its XML declaration."""
    return render(element, style) + ("" if style.indent is None else "\n")


def render(element: Element, style: Style, scope: dict[str, str] | None = None) -> str:
    """Writes an element; `scope` holds the prefixes its ancestors have bound."""
    scope = dict(scope or {})
    attributes = {}
    for conventional in (element.name.split(":")[0], *element.declares):
        prefix, uri = style.prefix(conventional), NAMESPACES[conventional]
        if scope.get(prefix) != uri:
            scope[prefix] = uri
            attributes[style.namespace_attribute(conventional)] = uri
    attributes |= element.attributes

    name = style.qualified(element.name)
    written = [f'{key}="{escape(value, QUOTES)}"' for key, value in attributes.items()]
    start = style.attribute_separator.join([f"<{name}", *written])
    if not element.children:
        return start + "/>"
    parts = [render_child(child, style, scope) for child in element.children]
    if style.indent is None or any(isinstance(child, str) for child in element.children):
        return f"{start}>{''.join(parts)}</{name}>"
    inner = "".join("\n" + indented(part, style.indent) for part in parts)
    return f"{start}>{inner}\n</{name}>"


def render_child(child: Element | Markup | str, style: Style, scope: dict[str, str]) -> str:
    """Writes one child of an element."""
    match child:
        case Element():
            return render(child, style, scope)
        case Markup():
            return child.text
        case _:
            return escape(child)


def indented(text: str, indent: str) -> str:
    """Moves markup one level in.  Lines inside attribute values and text stay where they are,
    because they do not start with markup."""
    return indent + re.sub(r"\n(?=[ \t]*<)", "\n" + indent, text)
