"""A case of the corpus."""

import base64
from dataclasses import dataclass, field

from generator.settings import NAME, VALUE

# The layer at which a case must end.
LAYERS = ("parse", "bind", "dsig", "key", "enc", "saml", "capture", "output", "trust")


@dataclass(frozen=True)
class Row:
    """What is sent, under which options, and what must happen."""

    family: str
    case: str
    title: str
    # Bytes, text, or a recipe: pieces of text, each with the number of times it stands there.
    message: bytes | str | list
    outcome: str
    layer: str = "saml"
    reasons: tuple[str, ...] = ()
    options: str = "sso"
    planted: tuple[str, ...] = (NAME, VALUE)
    # Attribute values and NameID that an accepted message must show.
    values: dict = field(default_factory=dict)
    name_id: str | None = None

    def json(self) -> dict:
        """The row as it is stored."""
        data = self.message.encode() if isinstance(self.message, str) else self.message
        content = {"recipe": data} if isinstance(data, list) else {"message": base64.b64encode(data).decode()}
        expect = {"outcome": self.outcome, "layer": self.layer, "reasons": list(self.reasons)}
        if self.values:
            expect["values"] = self.values
        if self.name_id is not None:
            expect["nameID"] = self.name_id
        return {
            "id": f"{self.family}/{self.case}",
            "family": self.family,
            "title": self.title,
            "options": self.options,
            **content,
            "expect": expect,
            "planted": [] if self.outcome == "accepted" and self.case.startswith("control") else list(self.planted),
        }


class Family:
    """The cases of one family, in the order they were added."""

    def __init__(self, name: str, options: str = "sso"):
        self.name, self.options, self.rows = name, options, []

    def add(
        self,
        case: str,
        title: str,
        message: bytes | str | list,
        outcome: str = "rejected",
        layer: str = "dsig",
        reasons: tuple[str, ...] | str = (),
        **others,
    ) -> None:
        """Adds a case."""
        reasons = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        others.setdefault("options", self.options)
        self.rows.append(Row(self.name, case, title, message, outcome, layer, reasons, **others))

    def control(
        self,
        case: str,
        title: str,
        message: bytes | str,
        values: dict | None = None,
        name_id: str | None = "alice@one.example",
        **others,
    ) -> None:
        """Adds an honest message that must be accepted with these attribute values."""
        others.setdefault("options", self.options)
        values = {"uid": ["alice"]} if values is None else values
        self.rows.append(
            Row(
                self.name,
                f"control-{case}",
                title,
                message,
                "accepted",
                "saml",
                (),
                values=values,
                name_id=name_id,
                **others,
            )
        )
