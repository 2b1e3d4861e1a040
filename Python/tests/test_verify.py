"""One message at a time."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import samlkit


def test_an_accepted_message_is_true_and_has_attributes(accepted: bytes, options: dict[str, Any]) -> None:
    result = samlkit.verify(accepted, **options)
    assert result
    assert result.outcome == "accepted"
    assert set(result.attributes) == {"uid", "uniqueId"}
    assert result.issuer == "https://idp-one.example/saml"
    assert result.reasons == []
    assert result.name_id
    assert result.name_id not in repr(result)


def test_a_rejected_message_is_false_and_keeps_its_attributes(
    expired: bytes, options: dict[str, Any]
) -> None:
    result = samlkit.verify(expired, **options)
    assert not result
    assert [reason.code for reason in result.reasons] == ["conditions.expired"]
    assert result.reasons[0].expected and result.reasons[0].found
    for read in (lambda: result.attributes, lambda: result.name_id):
        with pytest.raises(samlkit.NotAcceptedError, match="conditions.expired"):
            read()


def test_a_message_may_be_text_and_packed(accepted: bytes, options: dict[str, Any]) -> None:
    import base64
    from urllib.parse import quote

    packed = quote(base64.b64encode(accepted).decode(), safe="")
    assert samlkit.verify(packed, **options)
    assert samlkit.verify(packed.encode(), **options).record["envelope"] == ["percentEncoding", "base64"]
    assert samlkit.verify(bytearray(accepted), **options)
    with pytest.raises(TypeError):
        samlkit.verify(7, **options)  # type: ignore[arg-type]


def test_what_a_stricter_receiver_would_refuse_is_noted(accepted: bytes, options: dict[str, Any]) -> None:
    import base64

    assert samlkit.verify(accepted, **options).notes == []
    result = samlkit.verify(base64.encodebytes(accepted), **options)
    assert result
    assert [note.code for note in result.notes] == ["note.wrappedBase64"]
    assert "refuse" in result.notes[0].message
    assert result.notes[0].line is None


def test_garbage_is_malformed_and_never_an_exception(options: dict[str, Any]) -> None:
    for garbage in (b"", b"\xff\xfe\x00", b"<a", b"\x00" * 100_000, b"<!DOCTYPE a><a/>"):
        result = samlkit.verify(garbage, **options)
        assert result.outcome == "malformed"
        assert result.reasons


def test_without_trust_nothing_is_verified_and_the_call_is_refused(accepted: bytes) -> None:
    with pytest.raises(samlkit.OptionError, match="Nobody is trusted"):
        samlkit.verify(accepted, audience="https://saml.sp.auth.adobe.com")


def test_wrong_options_say_what_is_wrong(
    accepted: bytes, options: dict[str, Any], tmp_path: Path
) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"trust": tmp_path / "none.xml"}, "none.xml"),
        ({"trust": accepted.decode()[:0] or __file__}, "test_verify.py"),
        ({"profile": "web"}, "profile"),
        ({"now": "yesterday"}, "now"),
        ({"now": datetime(2026, 1, 15)}, "time zone"),
        ({"policy": "none"}, "policy"),
        ({"clock_skew": -1}, "clock-skew"),
        ({"clock_skew": "5d"}, "clock-skew 5m"),
    ]
    for change, words in wrong:
        with pytest.raises(samlkit.OptionError, match=words):
            samlkit.verify(accepted, **{**options, **change})
    assert samlkit.verify(accepted, **options), "the worker goes on"


def test_a_value_that_looks_like_an_option_is_a_value(accepted: bytes, options: dict[str, Any]) -> None:
    result = samlkit.verify(accepted, **{**options, "audience": "--policy=legacy-sha1"})
    assert [reason.code for reason in result.reasons] == ["conditions.audienceMismatch"]


def test_keys_are_trusted_for_their_issuer(
    accepted: bytes, options: dict[str, Any], samples: Path
) -> None:
    keys = sorted((samples / "keys").glob("*idp*one*.pem")) or sorted((samples / "keys").glob("*.pem"))
    certificate = next(key for key in keys if b"CERTIFICATE" in key.read_bytes() or b"PUBLIC" in key.read_bytes())
    others = {**options, "trust": None}
    result = samlkit.verify(accepted, **others, trust_keys={"https://elsewhere.example": certificate})
    assert not result


def test_a_time_may_be_a_datetime_of_any_zone(accepted: bytes, options: dict[str, Any]) -> None:
    zone = timezone(timedelta(hours=5, minutes=30))
    now = datetime(2026, 1, 15, 17, 30, tzinfo=zone)
    assert samlkit.verify(accepted, **{**options, "now": now})
    late = samlkit.verify(accepted, **{**options, "now": now + timedelta(days=1)})
    assert [reason.code for reason in late.reasons] == ["conditions.expired"]


def test_a_record_with_its_payload_is_the_record_of_batch(
    accepted: bytes, options: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "message.xml"
    file.write_bytes(accepted)
    record = samlkit.verify(accepted, **options, payload=True).record
    batch = next(samlkit.batch(file, **options, payload=True))
    assert record.pop("source") == {"file": None}
    assert batch.pop("source") == {"file": str(file)}
    assert record == batch
