import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.gtp.protocol import (
    MAX_ID,
    MAX_LINE,
    Command,
    LineReader,
    clean,
    parse,
    preprocess,
    reply,
)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (b"name\r\n", b"name"),
        (b"  name  \n", b"name"),
        (b"play\tb\t\tD4", b"play b  D4"),
        (b"na\x00m\x07e\x7f", b"name"),
        (b"name # what is your name?", b"name"),
        (b"#name", b""),
        (b" \t \r", b""),
        (b"# a \x01 # b", b""),
        (b"\x1b[31mname", b"[31mname"),
        ("echo ü".encode(), "echo ü".encode()),
    ],
)
def test_preprocessing_drops_controls_then_comments_then_blanks(line: bytes, left: bytes) -> None:
    assert preprocess(line) == left


def test_control_characters_vanish_before_comments_are_looked_for() -> None:
    assert preprocess(b"name\x0b\x0c # x") == b"name"


def test_a_carriage_return_alone_does_not_end_a_line() -> None:
    assert LineReader().feed(b"na\rme\nversion\r\n") == [b"name", b"version"]


def test_blank_lines_and_comments_are_no_lines() -> None:
    assert LineReader().feed(b"\n\n  \n# hello\n\t\n\r\n7 name\n#\n") == [b"7 name"]


@given(st.lists(st.binary(max_size=30)), st.data())
def test_lines_do_not_depend_on_how_the_bytes_arrive(
    pieces: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(pieces)
    at_once, by_pieces = LineReader(), LineReader()
    expected = at_once.feed(whole) + at_once.finish()
    found = [line for piece in pieces for line in by_pieces.feed(piece)] + by_pieces.finish()
    assert found == expected
    assert expected == [kept for line in whole.split(b"\n") if (kept := preprocess(line))]


def test_a_line_of_the_greatest_length_is_whole_and_a_longer_one_is_cut() -> None:
    reader = LineReader()
    assert reader.feed(b"x" * MAX_LINE + b"\n") == [b"x" * MAX_LINE]
    assert [len(line) for line in reader.feed(b"x" * (3 * MAX_LINE) + b"\n")] == [MAX_LINE + 1]
    assert reader.feed(b"name\n") == [b"name"]


def test_comments_and_leading_blanks_of_any_length_cost_no_memory() -> None:
    reader = LineReader()
    for _ in range(5):
        assert reader.feed(b" " * MAX_LINE) == []
    assert reader.feed(b"name #") == []
    for _ in range(5):
        assert reader.feed(b"x" * MAX_LINE) == []
    assert len(reader._line) < 10
    assert reader.feed(b"\nversion\n") == [b"name", b"version"]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (b"name", Command(None, "name")),
        (b"0 name", Command(0, "name")),
        (b"2147483647 name", Command(MAX_ID, "name")),
        (b"007 name", Command(7, "name")),
        (b"1  play   b  D4", Command(1, "play", "b  D4")),
        (b"2147483648 name", Command(None, "2147483648", "name")),
        (b"-1 name", Command(None, "-1", "name")),
        (b"12", Command(12, "")),
        (b"9" * 5000, Command(None, "9" * 5000)),
        ("\u0661 name".encode(), Command(None, "\u0661", "name")),
    ],
)
def test_parse(line: bytes, command: Command) -> None:
    assert parse(line) == command


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("", ""),
        ("\n", ""),
        ("a\n\nb", "a\nb"),
        ("a\n \t\nb\n\n", "a\nb"),
        ("\n A B\n 1", "\n A B\n 1"),
        ("\n\n\nX", "\nX"),
        ("a\tb\x00c\x85d\u2028e", "a b c d e"),
    ],
)
def test_replies_have_no_blank_lines_and_no_controls(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(), st.booleans(), st.none() | st.integers(0, MAX_ID))
def test_any_text_makes_one_well_formed_reply(text: str, success: bool, number: int | None) -> None:
    data = reply(success, number, text)
    assert data.startswith(b"=" if success else b"?")
    assert data.count(b"\n\n") == 1
    assert data.endswith(b"\n\n")
    assert not any((byte < 32 and byte != 10) or byte == 127 for byte in data)
    head = data.decode().partition(" ")[0]
    assert head[1:] == ("" if number is None else str(number))


def test_bytes_that_are_not_utf8_come_back_readable() -> None:
    assert reply(True, None, parse(b"echo \xff").rest) == b"= \\udcff\n\n"
