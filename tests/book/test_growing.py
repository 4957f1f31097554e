"""Books that a player with a network writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima import Engine, Game
from keima.book import Book, BookBuilder
from keima.book.book import find_book
from keima.book.growing import Line, Reader, grow
from keima.book.reduction import symmetries
from keima.cli.app import build_app
from keima.engine.engine import BOOK_PLAYOUTS
from keima.engine.writer import NetworkWriter
from keima.models.moves import load_move_model
from keima.points import parse_point


class Mirror:
    """Answers with the first free point of a list; the opponent likes the first of it, too."""

    POINTS = ("C3", "C2", "B3", "D3", "C4")

    def answer(self, moves: list[str]) -> str | None:
        return next((point for point in self.POINTS if point not in moves), None)

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        free = [point for point in self.POINTS if point not in moves]
        return [(point, 1 / (4 + number) ** 2) for number, point in enumerate(free)]


def test_the_likeliest_positions_come_first() -> None:
    lines = list(grow(Mirror(), 5, 4))
    assert lines[0] == Line(5, (), "C3")  # to begin with
    # Four points are left to the opponent after C3, five before: the likeliest of four is likelier.
    assert lines[1] == Line(5, ("C3", "C2"), "B3")
    assert lines[2] == Line(5, ("C3",), "C2")
    assert len(lines) == 4


def test_what_is_known_is_not_asked_again_and_what_follows_is_the_same() -> None:
    whole = list(grow(Mirror(), 5, 12))
    assert list(grow(Mirror(), 5, 12, whole[:5])) == whole[5:]


def test_positions_that_are_the_same_by_symmetry_stand_once() -> None:
    lines = list(grow(Mirror(), 5, 30))
    # C2, D3, C4 and B3 around C3 are one answer to it.
    assert sum(len(line.moves) == 2 and line.moves[0] == "C3" for line in lines) == 1


class Silent(Mirror):
    """Knows how likely moves are, but no answer."""

    def answer(self, moves: list[str]) -> str | None:
        raise AssertionError(f"asked for an answer after {moves}")


def test_what_a_book_knows_is_copied_from_it_and_only_the_rest_is_asked_for(tmp_path: Path) -> None:
    lines = list(grow(Mirror(), 5, 6))
    builder = BookBuilder()
    for line in lines:
        builder.add_line(str(line))
    builder.save(tmp_path / "my.book")
    book = Book(tmp_path / "my.book")
    # A symmetric position has an answer on each of its sides, so ways may differ, but not what is
    # known, nor how much of it.
    copied = list(grow(Reader(book, 5, Silent()), 5, 6))
    assert len(copied) == 6
    for line in copied:
        game = Game(5)
        for move in line.moves:
            game.play(move)
        rule = book.find(game)
        assert rule is not None and line.answer in [game.name(a.move) for a in rule.answers]
    assert len(list(grow(Reader(book, 5, Mirror()), 5, 9))) == 9
    with pytest.raises(AssertionError, match="asked for an answer"):
        list(grow(Reader(book, 5, Silent()), 5, 9))


class Choice(Mirror):
    """The opponent almost always plays A1, once."""

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        return [("A1", 0.98), ("E2", 0.02)] if len(moves) < 2 else []


def test_a_low_power_prepares_for_unlikely_moves_early() -> None:
    def first(power: float) -> list[tuple[str, ...]]:
        return [line.moves for line in grow(Choice(), 5, 3, power=power)]

    assert first(1.0) == [(), ("A1",), ("C3", "A1")]
    assert first(0.0) == [(), ("A1",), ("E2",)]


def test_a_book_without_answers_ends() -> None:
    assert all(len(line.moves) < 5 for line in grow(Mirror(), 5, 10_000))


def test_a_network_writes_a_book_that_goes_on_and_is_played_from(tmp_path: Path) -> None:
    text, book = tmp_path / "my.txt", tmp_path / "my.book"
    command = ["book", "grow", str(text), "--net", "keima-9x9", "--size", "7", "--visits", "2"]
    command += ["--power", "0.5"]
    first = CliRunner().invoke(build_app("book"), [*command, "--positions", "3"])
    assert first.exit_code == 0, first.output
    written = text.read_text()
    again = CliRunner().invoke(build_app("book"), [*command, "--positions", "5"])
    assert "2 new positions" in again.output
    assert text.read_text().startswith(written)
    builder = BookBuilder()
    for line in text.read_text().splitlines():
        builder.add_line(line)
    builder.save(book)
    game = Game(7)
    result = Engine("classic", book=str(book), seed=1).search(game)
    assert result.playouts == BOOK_PLAYOUTS
    first_line = Line.read(text.read_text().splitlines()[0])
    assert game.parse(result.move) in {
        way[game.parse(first_line.answer)] for way in symmetries(7, 7)
    }


def test_a_broken_text_or_no_network_is_said(tmp_path: Path) -> None:
    text = tmp_path / "my.txt"
    text.write_text("9 E5 G5\n")
    found = CliRunner().invoke(build_app("book"), ["book", "grow", str(text), "--net", "keima-9x9"])
    assert found.exit_code == 1 and "expected `size moves | answer`" in found.output
    found = CliRunner().invoke(
        build_app("book"), ["book", "grow", str(tmp_path / "b.txt"), "--net", "nowhere"]
    )
    assert found.exit_code == 1 and "nowhere" in found.output


def test_the_book_that_keima_brings() -> None:
    book = Book("9x9")
    assert book.path == find_book("9x9")
    assert book.sizes()[9, 9] >= 1000
    game = Game(9)
    for _ in range(4):
        rule = book.find(game)
        assert rule is not None
        game.play(rule.answers[0].move)


def test_there_is_no_book_for_frisbee_go() -> None:
    search = Engine("classic:frisbee=0.3,playouts=120", threads=1, seed=1).search
    assert search(Game(9)).playouts > BOOK_PLAYOUTS


def test_half_of_the_opponents_moves_are_as_likely_as_a_move_model_says() -> None:
    alone = NetworkWriter("keima-9x9", 9, 1, 7.5)
    mixed = NetworkWriter("keima-9x9", 9, 1, 7.5, "9x9")
    game = Game(9, komi=7.5)
    moves = ["E5", "C4"]
    for move in moves:
        game.play(move)
    last, before = (parse_point(move, 9, 9) for move in reversed(moves))
    model = dict(load_move_model("9x9").predict(game.board, game.to_play, last, before))
    policy = dict(alone.replies(moves))
    for move, chance in mixed.replies(moves):
        people = model.get(parse_point(move, 9, 9), 0.0)
        assert chance == pytest.approx((policy[move] + people) / 2)
    assert sum(chance for _, chance in mixed.replies(moves)) == pytest.approx(1, abs=0.01)
