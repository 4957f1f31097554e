"""Escapes, line breaks and white space as the standard has them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keima.sgf.text import (
    escape_colons,
    read_simple_text,
    read_text,
    split_pair,
    write_simple_text,
    write_text,
)

LINE_BREAKS = ["\n", "\r", "\r\n", "\n\r"]


@pytest.mark.parametrize("newline", LINE_BREAKS)
def test_a_line_break_is_one_whatever_its_kind(newline: str) -> None:
    assert read_text(f"a{newline}b") == "a\nb"
    assert read_text(f"a{newline}{newline}b") == "a\n\nb"
    assert read_simple_text(f"a{newline}b") == "a b"


@pytest.mark.parametrize("newline", LINE_BREAKS)
def test_an_escaped_line_break_is_gone(newline: str) -> None:
    assert read_text(f"a\\{newline}b") == "ab"
    assert read_simple_text(f"a\\{newline}b") == "ab"
    assert read_text(f"a\\{newline}{newline}b") == "a\nb"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"\]", "]"),
        (r"\\", "\\"),
        (r"\:", ":"),
        (r"\a", "a"),
        (r"\\\]", "\\]"),
        ("\\\\\n", "\\\n"),
        ("a\tb\vc\fd", "a b c d"),
        ("\\\ta", " a"),
        ("[", "["),
        ("", ""),
    ],
)
def test_escapes(raw: str, text: str) -> None:
    assert read_text(raw) == text


# White space other than blanks and line breaks is not preserved by the standard.
TEXTS = st.text(st.characters(exclude_characters="\t\v\f\r"))


@given(TEXTS)
@example("\\]:\\")
def test_any_text_survives(text: str) -> None:
    assert read_text(write_text(text)) == text
    assert read_simple_text(write_simple_text(text)) == text.replace("\n", " ")


@given(TEXTS, TEXTS)
@example("a\\", ":b")
def test_any_pair_of_texts_survives(first: str, second: str) -> None:
    raw = f"{escape_colons(write_text(first))}:{escape_colons(write_text(second))}"
    parts = split_pair(raw)
    assert parts is not None
    assert (read_text(parts[0]), read_text(parts[1])) == (first, second)


def test_a_value_without_a_colon_is_no_pair() -> None:
    assert split_pair(r"a\:b") is None
