"""Syntax errors, with the place and the expectation that a user needs."""

import os
from pathlib import Path

import pytest

from keima.sgf import Limits, SgfError, load, parse


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "no game: expected '(;'"),
        ("hello", 1, 1, "no game: expected '(;'"),
        ("()", 1, 1, "no game"),
        ("(;B[aa]", 1, 8, "expected ')'"),
        ("(;B[aa]\n;W[bb]\n", 3, 1, "the game that starts in line 1, column 1: expected ')'"),
        ("(;B[aa", 1, 4, "the value of B never ends: expected ']'"),
        ("(;B[aa\\]", 1, 4, "the value of B never ends: expected ']'"),
        ("(;AB[aa]\n[bb", 2, 1, "a value that never ends: expected ']'"),
        ("(;B;W[aa])", 1, 3, "'B' has no value: expected '['"),
        ("(;B[aa]C)", 1, 8, "'C' has no value: expected '['"),
        ("(;[aa])", 1, 3, "a value without a property: expected a name before '['"),
        ("(;B[aa]; [bb])", 1, 10, "a value without a property: expected a name before '['"),
        ("(;C[see [this] move])", 1, 16, "'move' has no value: expected '['"),
        ("(;C[a]])", 1, 7, "in a text it is written '\\]'"),
        ("(;B[aa]((;W[bb])))", 1, 9, "'(' after '(': expected ';'"),
        ("(;B[aa]()", 1, 9, "')' after '(': expected ';'"),
        ("(;B[aa](", 1, 9, "the end of the text after '(': expected ';'"),
        ("(;B[aa](B[bb]))", 1, 9, "'B' after '(': expected ';'"),
        ("(;B[aa](;W[bb]);B[cc])", 1, 16, "';' after a variation: expected '(' or ')'"),
        ("(;B[aa](;W[bb])C[x])", 1, 16, "'C' after a variation: expected '(' or ')'"),
        ("(;B[aa]))", 1, 9, "')' closes nothing: expected '(' or the end"),
        ("(;B[aa]);W[bb]", 1, 9, "outside of a game: expected '(;' before it"),
        ("(GM[1];B[aa](;W[bb]))", 1, 1, "outside of a game: expected '(;' before it"),
        ("(;B[aa]%)", 1, 8, "unexpected '%': expected ';', '(', ')' or a property"),
        ("(;B[aa]\r\n\r\n5)", 3, 1, "unexpected '5'"),
        ("(;1B[aa])", 1, 3, "unexpected '1'"),
    ],
)
def test_an_error_names_the_place_and_what_was_expected(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(SgfError) as caught:
        parse(text)
    error = caught.value
    assert (error.line, error.column) == (line, column), error
    assert message in str(error)
    assert str(error).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n", "\n\r"])
def test_lines_are_counted_for_every_kind_of_line_break(newline: str) -> None:
    with pytest.raises(SgfError) as caught:
        parse(f"(;C[a{newline}b]{newline}{newline}%)")
    assert (caught.value.line, caught.value.column) == (4, 1)


@pytest.mark.parametrize(
    "text",
    [
        "(;)",
        "(;;;)",
        " \t\r\n( ; B [aa] \n C \v [x] [y] ; ) ",
        "(;B[aa](;W[bb])(;W[cc](;B[dd])(;B[ee])))",
        "(;C[(;)])",
        "(;C[a;B\\[aa\\]])",
        "(;C[\\\\])",
        "(;A1[x]MULTIGOGM[1]Zz[y])",
        "(;" + "AB" + "[aa]" * 5000 + ")",
        "(;C[" + "\\]" * 5000 + "])",
    ],
)
def test_all_of_the_grammar_is_read(text: str) -> None:
    assert len(parse(text)) == 1


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\v", "\f", "\r", "\r\n  \t"])
def test_white_space_is_allowed_between_all_tokens(space: str) -> None:
    tokens = ["(", ";", "B", "[aa]", ";", "AB", "[bb]", "[cc]", "C", "[x]"]
    tokens += ["(", ";", "W", "[dd]", ";", "B", "[ee]", ")", "(", ";", "W", "[]", ")", ")"]
    plain = parse("".join(tokens))
    assert parse(space.join(["", *tokens, ""])) == plain
    for gap in range(len(tokens) + 1):
        text = "".join(tokens[:gap]) + space + "".join(tokens[gap:])
        games = parse(text)
        assert games == plain, text
        assert games.warnings == []
        assert games[0].moves() == [(1, 0), (2, 60), (1, 80)]
        assert [node.move for node in games[0].walk()] == [node.move for node in plain[0].walk()]


def test_text_around_games_is_passed_over_with_a_warning() -> None:
    games = parse("From: me (see [1])\n\n(;B[aa]) and (another) (;B[bb])\nbye )")
    assert [game.moves()[0][1] for game in games] == [0, 20]
    assert [str(warning) for warning in games.warnings] == [
        "line 1, column 1: text outside of a game: 'From: me (see [1])'",
        "line 3, column 10: text outside of a game: 'and (another)'",
        "line 4, column 1: text outside of a game: 'bye )'",
    ]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(size=20), "bytes: expected at most 20"),
        (Limits(nodes=3), "more than 3 nodes"),
        (Limits(depth=1), "more than 1 variations inside one another"),
        (Limits(games=1), "more than 1 games"),
    ],
)
def test_limits_hold_in_both_modes(limits: Limits, message: str) -> None:
    text = "(;B[aa](;W[bb])(;W[cc];B[dd]))(;B[aa])"
    assert len(parse(text, limits=Limits(len(text), 5, 2, 2))) == 2
    for lenient in (False, True):
        with pytest.raises(SgfError, match=message):
            parse(text, limits=limits, lenient=lenient)
    with pytest.raises(SgfError, match=message):
        parse(text[:-1], limits=limits, lenient=True)


def test_semicolons_in_texts_are_no_nodes() -> None:
    assert parse("(;C[;;;;;;;;])", limits=Limits(nodes=1))


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(SgfError, match="is not a regular file"):
            load(path)
    with pytest.raises(IsADirectoryError):
        load(tmp_path)


def test_a_file_that_is_longer_than_it_says_is_not_read_beyond_the_limit() -> None:
    status = Path("/proc/self/status")
    assert status.stat().st_size == 0
    with pytest.raises(SgfError, match="11 bytes: expected at most 10"):
        load(status, limits=Limits(size=10))
