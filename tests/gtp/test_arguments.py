import pytest

from keima.colors import Color
from keima.gtp.arguments import Arguments
from keima.gtp.protocol import GtpError


def failure(call: object, *args: object, **options: object) -> str:
    assert callable(call)
    with pytest.raises(GtpError) as caught:
        call(*args, **options)
    return caught.value.text


def test_words_are_separated_by_any_number_of_spaces() -> None:
    assert Arguments("a  b   c").words == ("a", "b", "c")
    assert Arguments("").words == ()


def test_counting() -> None:
    assert Arguments("a b").count(2) == 2
    assert Arguments("a b").count(0, 2) == 2
    assert failure(Arguments("a b").count, 1) == "syntax error: expected 1 arguments, got 2"
    assert failure(Arguments("").count, 1, 2) == "syntax error: expected 1 to 2 arguments, got 0"


@pytest.mark.parametrize(("word", "value"), [("7", 7), ("-7", -7), ("+7", 7), ("007", 7)])
def test_integers(word: str, value: int) -> None:
    assert Arguments(word).integer(0) == value


@pytest.mark.parametrize("word", ["x", "1.0", "1_0", "\u0663", "0x10", "--1", "1e3"])
def test_what_is_not_an_integer(word: str) -> None:
    assert failure(Arguments(word).integer, 0) == f"syntax error: {word!r} is not an integer"


def test_large_integers_are_integers() -> None:
    assert Arguments("9" * 20).integer(0) == 10**20 - 1
    text = failure(Arguments("9" * 200).integer, 0, most=8)
    assert text.endswith("... is too large: expected at most 8") and len(text) < 100


def test_integers_within_a_range() -> None:
    assert failure(Arguments("-1").integer, 0, least=0).startswith("syntax error: -1 is too small")
    assert failure(Arguments("9").integer, 0, most=8).startswith("syntax error: 9 is too large")


@pytest.mark.parametrize(
    ("word", "value"), [("7.5", 7.5), ("-0.5", -0.5), (".5", 0.5), ("7.", 7.0), ("1e3", 1000.0)]
)
def test_numbers(word: str, value: float) -> None:
    assert Arguments(word).number(0) == value


def test_numbers_within_a_range() -> None:
    assert failure(Arguments("-1").number, 0, 0, 1).startswith("syntax error: -1 is too small")
    assert failure(Arguments("1.5").number, 0, 0, 1).endswith(
        "1.5 is too large: expected at most 1"
    )


@pytest.mark.parametrize("word", ["nan", "inf", "-Infinity", "1e999", "1_0", "\u0663", "7,5", "."])
def test_what_is_not_a_finite_number(word: str) -> None:
    assert failure(Arguments(word).number, 0) == f"syntax error: {word!r} is not a number"


def test_colors() -> None:
    words = Arguments("b W Black wHITE")
    assert [words.color(i) for i in range(4)] == [Color.BLACK, Color.WHITE] * 2
    assert failure(Arguments("green").color, 0).startswith("invalid color or coordinate: 'green'")


def test_missing_arguments() -> None:
    assert failure(Arguments("").word, 0) == "syntax error: expected at least 1 arguments, got 0"


def test_long_words_are_cut_in_messages() -> None:
    assert len(failure(Arguments("x" * 10_000).integer, 0)) < 100
    assert len(failure(Arguments("x" * 10_000).color, 0)) < 300


def test_file_names_with_and_without_quotes() -> None:
    for text, name, others in [
        ("a.sgf 12", "a.sgf", ("12",)),
        ("a.sgf", "a.sgf", ()),
        ('"my games/a.sgf" 12', "my games/a.sgf", ("12",)),
        ('"a b"', "a b", ()),
    ]:
        path, rest = Arguments(text).path()
        assert (path, rest.words) == (name, others)
    assert "quote" in failure(Arguments('"a b').path)
    assert failure(Arguments("").path).startswith("syntax error")
