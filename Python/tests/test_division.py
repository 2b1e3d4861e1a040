"""How Spark's data source divides a run, and what it tells each part."""

from __future__ import annotations

from samlkit import _plan, _spark_options


def test_a_time_that_nobody_gave_is_that_of_the_run():
    """With --now, messages would not be judged when they were captured."""
    options = _spark_options.Options({"path": "captures", "audience": "urn:x"})
    words = options.words([], "2026-01-15T12:00:00Z")
    assert "--clock=2026-01-15T12:00:00Z" in words
    assert not any(word.startswith("--now") for word in words)


def test_a_time_that_was_given_is_that_of_every_message():
    options = _spark_options.Options({"path": "captures", "audience": "urn:x", "now": "issued"})
    words = options.words([], "2026-01-15T12:00:00Z")
    assert "--now=issued" in words
    assert not any(word.startswith("--clock") for word in words)


def numbered(parts: list[_plan.Part], records: list[int]) -> list[_plan.Part]:
    return _plan.numbered(parts, [(count, count, 10) for count in records])


def test_files_are_led_by_those_that_hold_the_beginning_of_the_window():
    parts = [_plan.Part((name,)) for name in "abcd"]
    found = numbered(parts, [8, 4, 3, 5])
    assert [part.files_before for part in found] == [(), ("a",), ("b",), ("b", "c")]
    assert [part.skipped for part in found] == [0, 8, 4, 7]
    assert [part.first for part in found] == [0, 8, 12, 15]


def test_a_range_is_led_by_the_ranges_before_it_and_then_by_files():
    ranges = [_plan.Part(("big",), start, end, start) for start, end in [(0, 5), (5, 9), (9, 12)]]
    found = numbered([_plan.Part(("small",)), *ranges], [3, 5, 4, 3])
    assert [part.files_before for part in found] == [(), ("small",), ("small",), ()]
    assert [part.start_before for part in found] == [None, None, 0, 5]
    # The line before a range that does not begin its file is a record, too.
    assert [part.skipped for part in found] == [0, 3, 8, 5]


def test_a_part_behind_ranges_of_another_file_reads_that_file():
    ranges = [_plan.Part(("big",), start, end, start) for start, end in [(0, 5), (5, 9)]]
    last = numbered([*ranges, _plan.Part(("small",))], [6, 6, 2])[-1]
    assert last.files_before == ("big",)
    assert last.skipped == 12
