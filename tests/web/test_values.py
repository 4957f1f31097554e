"""Values from outside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima.web.values import Refused, choice, mapping, number, read_json, shown, switch, text, whole


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[",
        b"\xff",
        b"[]",
        b"5",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b"[" * 10**5,
        b"9" * 10**4,
    ],
)
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_json(data)
    assert refused.value.status == 400 and len(refused.value.message) < 200


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (lambda v: whole(v, "n", 1, 9), [1, 9], [0, 10, 1.0, True, "1", None, 10**400]),
        (lambda v: number(v, "n", 0, 1), [0, 1, 0.5], [-1, 2, 1e400, True, "1", None, 10**400]),
        (lambda v: text(v, "t", 3), ["", "abc"], ["abcd", 5, None, ["a"]]),
        (lambda v: choice(v, "c", ("a", "b")), ["a"], ["c", "", None, ["a"], {}]),
        (lambda v: switch(v, "s"), [True, False], [0, 1, "true", None]),
        (lambda v: mapping(v, "m"), [{}], [[], None, "{}"]),
    ],
)
def test_values(read: Callable[[object], object], good: list[object], bad: list[object]) -> None:
    for value in good:
        assert read(value) == value
    for value in bad:
        with pytest.raises(Refused):
            read(value)


def test_texts_hold_nothing_that_files_cannot() -> None:
    assert text("a\0b\ud800c", "t", 9) == "ab?c"


def test_long_values_are_cut_in_messages() -> None:
    assert shown("x" * 100) == "x" * 37 + "..."
    assert shown(["a"]) == "['a']"
