"""What lenient mode makes of broken files."""

import time

import pytest

from keima.sgf import Limits, SgfError, parse, write


def body(text: str) -> str:
    """What was read, on one line and without the header."""
    games = parse(text, lenient=True)
    return write(games).replace("\n", "").replace("FF[4]CA[UTF-8]", "")


@pytest.mark.parametrize(
    ("broken", "read", "warning"),
    [
        ("(;B[aa];W[bb]", "(;B[aa];W[bb])", "1:14 the end of the text inside 1 '('"),
        ("(;B[aa](;W[bb]", "(;B[aa];W[bb])", "1:15 the end of the text inside 2 '('"),
        ("(;B[aa];W[b", "(;B[aa];)", "1:9 'W[b' was left out"),
        ("(;B[aa];W", "(;B[aa];)", "1:9 'W' was left out"),
        ("(;B[aa]C[hel", "(;B[aa]C[hel])", "1:8 the value of C never ends: ']' was added"),
        ("(;C[hel\\", "(;C[hel])", "1:3 the value of C never ends: ']' was added"),
        ("(;B[aa] ? ;W[bb])", "(;B[aa];W[bb])", "1:9 '?' was left out"),
        ("(;LB B[aa])", "(;B[aa])", "1:3 'LB' was left out"),
        ("(;[aa]B[bb])", "(;B[bb])", "1:3 '[aa]' was left out"),
        ("(;B[aa]?[bb])", "(;B[aa])", "1:8 '?[bb]' was left out"),
        ("(;AB[aa]])", "(;AB[aa])", "1:9 ']' was left out"),
        ("(;C[a]])", "(;C[a\\]])", "1:6 ']' inside a text was taken for '\\]'"),
        (
            "(;C[see [this] move];W[bb])",
            "(;C[see [this\\] move];W[bb])",
            "1:14 ']' inside a text was taken for '\\]'",
        ),
        ("(B[aa];W[bb])", "(;B[aa];W[bb])", "1:2 ';' was added before the first property"),
        (";B[aa];W[bb]", "(;B[aa];W[bb])", "1:1 a node outside of a game: '(' was added"),
        (
            "(;B[aa]((;W[bb])(;W[cc])))",
            "(;B[aa];(;W[bb])(;W[cc]))",
            "1:9 '(' after '(': an empty node was added",
        ),
        ("(;B[aa]())", "(;B[aa])", "1:9 a variation without nodes was left out"),
        (
            "(;B[aa](;W[bb]);W[cc];B[dd])",
            "(;B[aa](;W[bb])(;W[cc];B[dd]))",
            "1:16 a node after a variation was read as another variation",
        ),
        (
            "(;B[aa](;W[bb])C[x](;W[cc]))",
            "(;B[aa](;W[bb])(;C[x];W[cc]))",
            "1:16 a node after a variation was read as another variation",
        ),
        ("(;B[aa]))(;W[bb])", "(;B[aa])(;W[bb])", "1:9 text outside of a game: ')'"),
        ("nothing", "", "1:1 no game: expected '(;'"),
        ("()", "", "1:1 no game: expected '(;'"),
    ],
)
def test_a_broken_file_gives_what_can_be_read_and_says_what_was_wrong(
    broken: str, read: str, warning: str
) -> None:
    with pytest.raises(SgfError):
        parse(broken)
    assert body(broken) == read
    warnings = parse(broken, lenient=True).warnings
    assert warning in [f"{w.line}:{w.column} {w.message}" for w in warnings]


def test_a_text_cut_at_several_brackets_is_put_together_again() -> None:
    [game] = parse("(;C[a]b]c] d]\n;B[aa])", lenient=True)
    assert game.root.comment == "a]b]c] d"
    assert game.root.children[0].move is not None


def test_a_good_file_is_read_alike_in_both_modes() -> None:
    text = "(;SZ[9]C[hi];B[ee](;W[cc])(;W[gg]LB[aa:x]))"
    lenient = parse(text, lenient=True)
    assert lenient == parse(text)
    assert lenient.warnings == []


def test_warnings_about_values_have_places_in_the_broken_text() -> None:
    warnings = parse("(;SZ[9]\n;B[ee] junk\n;W[zz]", lenient=True).warnings
    assert [(w.line, w.column) for w in warnings] == [(2, 8), (3, 7), (3, 3)]
    assert warnings[-1].message == "W[zz]: not on a 9x9 board: expected a point from aa to ii"


def test_warnings_are_limited() -> None:
    warnings = parse("(;" + "B[aa]?" * 50, lenient=True, limits=Limits(warnings=5)).warnings
    assert len(warnings) == 6
    assert warnings[-1].message == "more warnings are not listed"


def test_many_mistakes_take_linear_time() -> None:
    # Each would take minutes if a mistake made the reader look at all of the rest.
    for piece in (
        "(",
        ")",
        "[",
        "]",
        "a",
        "?",
        "(;",
        ";[",
        "B[aa]? ",
        "\\",
        "(a[",
        "()",
        "C[a]b]",
        "A[a]",
        "[a]",
    ):
        parse("(;" + piece * 10_000, lenient=True)
        parse(piece * 10_000, lenient=True)


def seconds_to_repair(text: str) -> float:
    """Processor time, the best of five: other programs may be busy on this machine."""
    times = []
    for _ in range(5):
        began = time.process_time()
        parse(text, lenient=True)
        times.append(time.process_time() - began)
    return min(times)


def test_values_without_a_name_cost_no_more_than_other_junk() -> None:
    """Not a match of all the values that follow for each of them."""
    stray = seconds_to_repair("(;" + "[]" * 32_000 + ")")
    # Four times the text: linear time makes it 4, quadratic time 16.
    assert stray < 8 * seconds_to_repair("(;" + "[]" * 8_000 + ")")
    assert stray < 8 * seconds_to_repair("(;" + "a?" * 32_000 + ")")
