"""One message, and what was found out about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from . import _options
from ._errors import NotAcceptedError, OptionError
from ._options import Path, Paths
from ._worker import shared


@dataclass(frozen=True)
class Reason:
    """Why a message was not accepted.

    `samlkit explain CODE` has a page for each code and each likely cause.
    """

    #: The code, stable across releases, such as ``conditions.expired``.
    code: str
    #: A sentence that quotes nothing of the message.
    message: str
    #: What likely happened to the message, such as ``prettyPrinted``.
    likely_cause: str | None = None
    #: What the value had to be, and what it is, where values were compared.
    expected: str | None = None
    found: str | None = None
    #: The place in the decoded XML, counted from 1.
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


@dataclass(frozen=True)
class Note:
    """Something that passes here, and that a stricter receiver would refuse. It changes no outcome.

    `samlkit explain CODE` has a page for each code.
    """

    #: The code, stable across releases, such as ``note.wrappedBase64``.
    code: str
    #: What was found, and who would refuse it.
    message: str
    #: The place in the decoded XML, counted from 1.
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Result:
    """What was found out about one message. It is true if the message was accepted."""

    __slots__ = ("record",)

    def __init__(self, record: dict[str, Any]):
        #: The record, as ``samlkit batch`` writes it: documented in ``record.schema.json``.
        #: What stands there under ``claimed`` was verified by nobody.
        self.record = record

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        codes = ", ".join(reason.code for reason in self.reasons)
        return f"<Result {self.outcome}{': ' + codes if codes else ''}>"

    @property
    def outcome(self) -> str:
        """``accepted``, ``rejected``, ``malformed`` or ``notJudged``; without trust ``unverified`` for ``accepted``."""
        outcome: str = self.record["outcome"]
        return outcome

    @property
    def accepted(self) -> bool:
        """True if a trusted key signed the message and every condition is met."""
        return self.outcome == "accepted"

    @property
    def reasons(self) -> list[Reason]:
        """Why it was not accepted, the most decisive first."""
        return [
            Reason(
                code=reason["code"],
                message=reason["message"],
                likely_cause=reason.get("likelyCause"),
                expected=reason.get("expected"),
                found=reason.get("found"),
                line=reason.get("line"),
                column=reason.get("column"),
            )
            for reason in self.record["reasons"]
        ]

    @property
    def notes(self) -> list[Note]:
        """What passes here, and a stricter receiver would refuse."""
        return [
            Note(
                code=note["code"],
                message=note["message"],
                line=note.get("line"),
                column=note.get("column"),
            )
            for note in self.record.get("notes", [])
        ]

    @property
    def issuer(self) -> str | None:
        """The issuer, if a trusted key signed it."""
        issuer: str | None = self.record["issuer"]
        return issuer

    @property
    def attributes(self) -> dict[str, list[str | None]]:
        """The signed attributes of an accepted message.

        Raises:
            NotAcceptedError: The message was not accepted.
        """
        self._require_acceptance()
        attributes: dict[str, list[str | None]] = self.record["attributes"]
        return attributes

    @property
    def name_id(self) -> str | None:
        """The signed identifier of the subject of an accepted message.

        Raises:
            NotAcceptedError: The message was not accepted.
        """
        self._require_acceptance()
        name_id: dict[str, str | None] | None = self.record["nameID"]
        return None if name_id is None else name_id["value"]

    def _require_acceptance(self) -> None:
        if not self.accepted:
            codes = ", ".join(reason.code for reason in self.reasons)
            raise NotAcceptedError(f"The message is {self.outcome} ({codes}).")


def verify(
    data: bytes | str,
    *,
    trust: Paths | None = None,
    trust_keys: Mapping[str, Path] | None = None,
    metadata_signer: Paths | None = None,
    audience: str | None = None,
    accept_without: str | Iterable[str] = (),
    issuer: str | None = None,
    recipient: str | None = None,
    in_response_to: str | None = None,
    unsolicited: bool = False,
    query: Path | None = None,
    now: datetime | str | None = None,
    clock_skew: int | str = 60,
    profile: str = "attribute-query",
    require: str | Iterable[str] = (),
    all_attributes: bool = False,
    normalization: str = "cookbook",
    decryption_key: Paths | None = None,
    policy: str | Iterable[str] = (),
    payload: bool = False,
    timeout: float = 30.0,
) -> Result:
    """Judges one message, as ``samlkit verify`` does.

    Args:
        data: The message as it was captured: XML, Base64, percent-encoded, a form body or compressed.
            Text is encoded as UTF-8.
        trust: SAML metadata whose keys are trusted, one file or several.
        trust_keys: PEM files with keys that are trusted for one issuer, by the issuer's name.
        metadata_signer: PEM files with keys; one of them must have signed the metadata.
        audience: Your own entity ID, which must be an audience; the assertion must also have an end.
        accept_without: With ``audience``, what assertions need not have: ``conditions``, ``audience``, ``end``.
        issuer: The identity provider that must be the issuer.
        recipient: Your own address, which must be the recipient.
        in_response_to: The ID of the request that the message must answer.
        unsolicited: The message must not answer a request.
        query: A file with the query that the message must answer.
        now: The time of receipt, an aware datetime or ISO 8601 text, ``issued`` to judge each message at its own
            IssueInstant, or ``clock``; the time of the capture or else the clock, unless given.
        clock_skew: The accepted difference from the sender's clock: seconds, or a text such as ``5m``.
        profile: ``attribute-query`` or ``web-sso``.
        require: The attributes without which a message is rejected.
        all_attributes: With ``require``, also keep the values of other attributes.
        normalization: ``cookbook``, ``signature-safe`` or ``none``.
        decryption_key: PEM files with keys that decrypt.
        policy: Older algorithms to accept: ``legacy-sha1``, ``legacy-cbc``, ``legacy-rsa15``.
        payload: Keep the encoded payload in the record.
        timeout: The largest number of seconds to wait.

    Returns:
        The result, which is true if the message was accepted.

    Raises:
        OptionError: An option is wrong, or a file cannot be used.
        WorkerTimeoutError: The answer did not come in time.
        ProcessError: The program could not be started, or ended.
    """
    if trust is None and not trust_keys:
        raise OptionError("Nobody is trusted. Pass trust with metadata, or trust_keys.")
    if isinstance(data, str):
        data = data.encode()
    elif not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data is {type(data).__name__}, expected bytes or str")
    words = _options.judging(
        trust=trust,
        trust_keys=trust_keys,
        metadata_signer=metadata_signer,
        audience=audience,
        accept_without=accept_without,
        issuer=issuer,
        recipient=recipient,
        in_response_to=in_response_to,
        unsolicited=unsolicited,
        query=query,
        now=now,
        clock_skew=clock_skew,
        profile=profile,
        require=require,
        all_attributes=all_attributes,
        normalization=normalization,
        decryption_key=decryption_key,
        policy=policy,
    )
    words += _options.flag("--payload", payload)
    return Result(shared.ask(bytes(data), words, timeout))
