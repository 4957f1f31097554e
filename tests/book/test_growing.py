"""Books that a player with a network writes."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from keima import Engine, Game
from keima.book import Book, BookBuilder
from keima.book.book import find_book
from keima.book.growing import Line, grow
from keima.book.reduction import symmetries
from keima.cli.app import build_app
from keima.engine.engine import BOOK_PLAYOUTS


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
