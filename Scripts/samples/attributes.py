"""What is said about subscribers: attributes and their values."""

from samples.markup import Element, Markup
from samples.settings import BASIC
from samples.style import Style

# A string, nested XML, mixed content, or nil.
Value = str | Element | tuple[str | Markup, ...] | None
Attributes = tuple[tuple[str, tuple[Value, ...]], ...]

# Of the subscriber all numbered captures are about.
SUBSCRIBER: Attributes = (
    ("uid", ("7c9e6679f7425a8b",)),
    ("uniqueId", ("e4da3b7fbbce2345d7772b0674a318d5",)),
    ("householdID", ("HH-0048151623",)),
    ("MaxTVRating", ("tv-14",)),
    ("MaxMovieRating", ("pg-13",)),
    ("hba_status", ("false",)),
    ("zip", ("8001",)),
    ("city", ("Zürich",)),
    ("authorized_resources", ("news", "sports")),
)
WITHOUT_UID: Attributes = (("uid", ()),)


def with_changes(base: Attributes, changes: Attributes) -> Attributes:
    """Attributes replaced, added, or (where no values are given) left out."""
    merged = dict(base) | dict(changes)
    return tuple((name, values) for name, values in merged.items() if values != ())


def attribute_statement(attributes: Attributes, style: Style) -> Element:
    """The saml:AttributeStatement."""
    name_format = {"NameFormat": BASIC} if style.name_formats else {}
    elements = (
        Element("saml:Attribute", *map(attribute_value, values), Name=name, **name_format)
        for name, values in attributes
    )
    return Element("saml:AttributeStatement", *elements)


def attribute_value(value: Value) -> Element:
    """A saml:AttributeValue."""
    name, string = "saml:AttributeValue", {"xsi:type": "xs:string"}
    match value:
        case None:
            return Element(name, **{"xsi:nil": "true"})
        case Element():
            return Element(name, value)
        case "":
            return Element(name, **string)
        case str():
            return Element(name, value, **string)
        case _:
            return Element(name, *value, **string)
